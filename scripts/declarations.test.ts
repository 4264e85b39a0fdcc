import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { declarationFile, rollUp, statements } from './declarations.ts';

function rolled(t: TestContext, files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'argiope-declarations-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return rollUp(folder, 'index.d.ts');
}

test('statements end where braces, brackets and texts let them', () => {
  const text = `/** A; b. */ export interface A { f(x: { y: ';' }): () => void; }
    export type B<T> = { a: T; } | '}'; // gone;
    export declare function c(): A; export {};`;
  assert.deepEqual(
    statements(text).map((one) => one.replace(/^(?:\/\*.*?\*\/|\/\/.*\n|\s)+/s, '').slice(0, 22)),
    ['export interface A { f', 'export type B<T> = { a', 'export declare functio', 'export {};'],
  );
});

test('what the entry exports is public, what that names is there too, and nothing else is', (t) => {
  const found = rolled(t, {
    'index.d.ts': "export { go, type Way } from './a/index.ts';",
    'a/index.d.ts': "export * from './go.ts';",
    'a/go.d.ts': `/** About the file. */\n/** Goes. */
      export declare function go(way: Way): import("../b.ts").Place;
      /** A way. */ export interface Way { readonly of: typeof ways; }
      declare const ways: readonly string[];
      export interface Never {}`,
    'b.d.ts': 'export type Place = string;',
  });
  assert.deepEqual(found.map(({ name, isPublic }) => [name, isPublic]).sort(), [
    ['Place', false],
    ['Way', true],
    ['go', true],
    ['ways', false],
  ]);
  const text = declarationFile(found);
  assert.match(text, /\/\*\*\n \* Goes\.\n \*\/\nexport declare function go\(way: Way\): Place;/);
  assert.doesNotMatch(text, /import|About the file/);
});

test('what users do not have, and one name for two things, are errors', (t) => {
  const foreign = {
    'index.d.ts':
      "import type { Readable } from 'node:stream';\nexport interface A { readonly a: Readable; }",
  };
  assert.throws(() => rolled(t, foreign), /Readable of node:stream is named/);
  const twice = {
    'index.d.ts':
      "import type { B } from './b.ts';\nexport interface A extends B {}\nexport interface Place {}",
    'b.d.ts': 'interface Place {}\nexport interface B { readonly at: Place; }',
  };
  assert.throws(() => rolled(t, twice), /Place is declared in/);
  assert.throws(
    () => rolled(t, { 'index.d.ts': "export { A } from './b.ts';", 'b.d.ts': '' }),
    /declared nowhere/,
  );
});
