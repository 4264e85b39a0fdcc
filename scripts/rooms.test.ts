import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { violations, whyWrong } from './rooms.ts';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function tree(files: Record<string, string>): string {
  const src = mkdtempSync(join(tmpdir(), 'argiope-rooms-'));
  folders.push(src);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(src, file)), { recursive: true });
    writeFileSync(join(src, file), text);
  }
  return src;
}

test('an orderly house has no violation', () => {
  const src = tree({
    'index.ts': "export * from './store/index.ts';",
    'model/page.ts': '',
    'store/index.ts': "import type { Page } from '../model/page.ts';\nimport { x } from './sqlite/x.ts';",
    'store/sqlite/x.ts': '// import { y } from "../../cli/main.ts";\n/* import "../../cli/main.ts" */',
    'store/sqlite/x.test.ts': "import '../../cli/main.ts';",
    'cli/main.ts': "import { a } from 'node:fs';\nconst engine = () => import('../run/crawl.ts');",
  });
  assert.deepEqual(violations(src), []);
});

test('importing from a lower room is found, in all ways to import', () => {
  const src = tree({
    'model/a.ts': "import type {\n  B,\n} from '../store/b.ts';",
    'dom/a.ts': "export * from '../store/b.ts';",
    'config/a.ts': "import '../store/b.ts';",
    'frontier/a.ts': "const b = await import('../store/b.ts');",
    'identity/a.ts': 'import b, { type C } from "../store/b.ts";',
    'store/b.ts': '',
  });
  assert.deepEqual(violations(src), [
    'src/config/a.ts imports store/b.ts: store lies below config',
    'src/dom/a.ts imports store/b.ts: store lies below dom',
    'src/frontier/a.ts imports store/b.ts: store lies below frontier',
    'src/identity/a.ts imports store/b.ts: store lies below identity',
    'src/model/a.ts imports store/b.ts: store lies below model',
  ]);
});

test('import cycles are told once', () => {
  const src = tree({
    'dom/b.ts': "import './c.ts';",
    'dom/c.ts': "import './a.ts';",
    'dom/a.ts': "import './b.ts';",
  });
  assert.deepEqual(violations(src), ['import cycle: dom/a.ts → dom/b.ts → dom/c.ts → dom/a.ts']);
});

test('types may refer to each other: such imports are gone when the program runs', () => {
  const src = tree({
    'dom/a.ts': "import { b } from './b.ts';",
    'dom/b.ts': "import type { A } from './a.ts';",
  });
  assert.deepEqual(violations(src), []);
});

test('threads, templates and computed names are imports too', () => {
  const src = tree({
    'dom/a.ts': "new Worker(new URL('../store/b.ts', import.meta.url));",
    'dom/c.ts': 'const b = await import(`../store/b.ts`);',
    'dom/d.ts': `const parts = ['../store/b', './a'];\nparts.map((part) => import(\`\${part}.ts\`));`,
    'store/b.ts': '',
  });
  assert.deepEqual(
    violations(src).filter((line) => line.includes('below')),
    ['a', 'c', 'd'].map((name) => `src/dom/${name}.ts imports store/b.ts: store lies below dom`),
  );
});

test('a program imports no fixture, which could lead it anywhere', () => {
  const src = tree({
    'dom/a.ts': "import './fixture.ts';\nimport './a-fixture.ts';",
    'dom/fixture.ts': "import '../cli/main.ts';",
    'dom/a-fixture.ts': '',
  });
  assert.equal(violations(src).filter((line) => line.includes('imports no test')).length, 2);
});

test('a room that is not in the list is found though nobody imports anything', () => {
  assert.deepEqual(violations(tree({ 'attic/a.ts': '' })), [
    'src/attic: "attic" is not a room (scripts/rooms.ts)',
  ]);
});

test('pure rooms reach nothing outside, nor through others', () => {
  const src = tree({
    'dom/a.ts': "import { readFileSync } from 'node:fs';\nimport { createHash } from 'node:crypto';",
    'dom/b.ts': "import { c } from '../config/c.ts';\nimport type { D } from '../config/c.ts';",
    'config/c.ts': "import { readFileSync } from 'node:fs';",
  });
  assert.deepEqual(violations(src), [
    'src/dom/a.ts imports node:fs: dom is pure',
    'src/dom/b.ts imports config/c.ts: dom is pure',
  ]);
});

test('one exported name is declared in one file; passing it on is not declaring it', () => {
  const src = tree({
    'dom/a.ts': 'export interface Place {}\nexport const own = 1;',
    'dom/b.ts': 'export class Place {}\nconst own = 2;',
    'dom/index.ts': "export { own } from './a.ts';",
    'dom/b.test.ts': 'export const own = 3;',
  });
  assert.deepEqual(violations(src), ['"Place" is declared in dom/a.ts and dom/b.ts: one name is one thing']);
});

test('nobody inside imports the public API', () => {
  for (const file of ['cli/main.ts', 'derive/a.ts'])
    assert.match(whyWrong(file, 'index.ts') ?? '', /users of the package/);
});

test('junk rooms, unknown rooms and imports from outside are found', () => {
  const src = tree({
    'dom/utils/a.ts': '',
    'attic/a.ts': "import '../dom/utils/a.ts';",
    'dom/b.ts': "import '../../test/x.ts';",
  });
  assert.deepEqual(violations(src), [
    'folder "utils": folders are nouns of the domain',
    'src/attic: "attic" is not a room (scripts/rooms.ts)',
    'src/attic/a.ts imports dom/utils/a.ts: "attic" is not a room',
    'src/dom/b.ts imports ../test/x.ts: it lies outside src',
  ]);
});

test('this house is in order', () => {
  assert.deepEqual(violations(join(import.meta.dirname, '..', 'src')), []);
});
