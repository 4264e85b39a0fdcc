import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../test/folder.ts';
import type { Engine } from '../engine.ts';
import { engineOf, stage } from '../fixture.ts';
import { run } from '../main.ts';

function workplace(...crawls: string[]): string {
  const cwd = testFolder('derived');
  for (const name of crawls) {
    mkdirSync(join(cwd, 'argiope-out', name), { recursive: true });
    writeFileSync(join(cwd, 'argiope-out', name, 'argiope.db'), '');
  }
  return cwd;
}

function recording(): { engine: () => Promise<Engine>; asked: object[] } {
  const asked: object[] = [];
  const note = async (options: object) => {
    asked.push(options);
    return { pages: 3 };
  };
  return { engine: engineOf({ mirror: note, graph: note, sitemap: note, exportPages: note }), asked };
}

test('the only crawl below argiope-out is taken without being named', async () => {
  const cwd = workplace('example.org');
  const io = stage({ cwd });
  const { engine, asked } = recording();
  assert.equal(await run(['mirror'], io, engine), 0);
  const out = join(cwd, 'argiope-out', 'example.org');
  assert.deepEqual(asked, [{ out, store: `sqlite:${join(out, 'argiope.db')}` }]);
  assert.equal(io.out(), 'open argiope-out/example.org/mirror/index.html\n');
});

test('several crawls, or none, need --out', async () => {
  const several = stage({ cwd: workplace('a', 'b') });
  assert.equal(await run(['graph'], several, engineOf({})), 2);
  assert.match(several.err(), /there are several crawls below .*argiope-out\/a, argiope-out\/b/);
  const none = stage({ cwd: workplace() });
  assert.equal(await run(['graph'], none, engineOf({})), 2);
  assert.match(none.err(), /there is no crawl below/);
});

test('a folder without a crawl is a store that cannot be reached', async () => {
  const io = stage({ cwd: workplace() });
  assert.equal(await run(['mirror', '--out', 'x'], io, engineOf({})), 7);
  assert.match(io.err(), /there is no crawl in .*x: .*argiope.db does not exist/);
});

test('with a store alone the outputs go beside it', async () => {
  const cwd = workplace('a', 'b');
  const { engine, asked } = recording();
  await run(['export', '--store', 'sqlite:argiope-out/b/argiope.db'], stage({ cwd }), engine);
  const out = join(cwd, 'argiope-out', 'b');
  assert.deepEqual(asked, [{ out, store: 'sqlite:argiope-out/b/argiope.db', format: 'jsonl' }]);
});

test('formats and base address reach the engine, and --json tells the report', async () => {
  const cwd = workplace('a');
  const { engine, asked } = recording();
  const io = stage({ cwd });
  await run(['graph', '--format', 'dot', '--json'], io, engine);
  await run(['sitemap', '--base-url', 'https://example.org/m/'], stage({ cwd }), engine);
  const out = join(cwd, 'argiope-out', 'a');
  assert.equal((asked[0] as { format: string }).format, 'dot');
  assert.equal((asked[1] as { baseUrl: string }).baseUrl, 'https://example.org/m/');
  assert.deepEqual(JSON.parse(io.out()), { command: 'graph', pages: 3, out });
});

test('an address is refused: these commands do not crawl', async () => {
  const io = stage({ cwd: workplace('a') });
  assert.equal(await run(['mirror', 'http://example.org/'], io, engineOf({})), 2);
  assert.match(io.err(), /mirror takes no address/);
});

test('export says which file or folder it wrote, for each format', async () => {
  const cwd = workplace('a');
  const files = { jsonl: 'pages.jsonl', csv: 'pages.csv', warc: 'pages.warc.gz', markdown: 'markdown' };
  for (const [format, file] of Object.entries(files)) {
    const { engine, asked } = recording();
    const io = stage({ cwd });
    assert.equal(await run(['export', '--format', format], io, engine), 0);
    assert.equal((asked[0] as { format: string }).format, format);
    assert.equal(io.out(), `argiope-out/a/${file}\n`);
  }
});

test('an output that is made beside a running crawl says so', async () => {
  const io = stage({ cwd: workplace('example.org') });
  const engine = engineOf({ mirror: async () => ({ pages: 3, running: true }) });
  assert.equal(await run(['mirror', '--json'], io, engine), 0);
  assert.match(io.err(), /a crawl is at work in this store/);
  assert.equal(JSON.parse(io.out()).running, true);
});
