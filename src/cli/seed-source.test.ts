import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../test/folder.ts';
import type { CrawlSettings } from '../config/index.ts';
import { crawlResult, engineOf, stage } from './fixture.ts';
import { run } from './main.ts';

function crawling(): { engine: ReturnType<typeof engineOf>; seeds: string[] } {
  const seeds: string[] = [];
  const crawl = async (settings: CrawlSettings) => {
    seeds.push(...settings.seeds);
    return crawlResult();
  };
  return { engine: engineOf({ crawl }), seeds };
}

test('seeds are read from standard input, from files and from the command line', async () => {
  const cwd = testFolder('seeds');
  await writeFile(join(cwd, 'list.txt'), '# mine\nhttp://file.test/\n:bad\n');
  const io = stage({ cwd, stdin: 'http://in.test/a\nhttp://in.test/b' });
  const { engine, seeds } = crawling();
  assert.equal(await run(['crawl', 'http://first.test/', '-', '@list.txt'], io, engine), 0);
  assert.deepEqual(seeds, [
    'http://first.test/',
    'http://in.test/a',
    'http://in.test/b',
    'http://file.test/',
  ]);
  assert.match(io.err(), /note: list\.txt, line 3 is skipped: cannot start from ":bad"/);
});

test('a list that is missing, empty or without an address is bad usage', async () => {
  const cwd = testFolder('seeds');
  await writeFile(join(cwd, 'bad.txt'), 'foo\n');
  for (const [word, why] of [
    ['@none.txt', /cannot read the list of seeds "none\.txt": it does not exist/],
    ['@.', /it is a folder/],
    ['@bad.txt', /no line of the list is an address to start from: bad\.txt, line 1/],
    ['-', /expected an address on each line of standard input; got none/],
  ] as const) {
    const io = stage({ cwd });
    const { engine, seeds } = crawling();
    assert.equal(await run(['crawl', word], io, engine), 2);
    assert.match(io.err(), why);
    assert.deepEqual(seeds, []);
  }
});
