import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../test/folder.ts';
import { crawlResult, engineOf, stage } from '../fixture.ts';
import { run } from '../main.ts';
import { commentsIn, comparison } from './compare.ts';

const cwd = testFolder('demo');

test('comments are counted once, over all files of a mirror', async () => {
  const mirror = join(cwd, 'mirror');
  mkdirSync(mirror);
  writeFileSync(join(mirror, 'index.html'), '<li id="comment-1-1"><li id="comment-1-2">');
  writeFileSync(join(mirror, '1.html'), '<li id="comment-1-2"><li id="comment-2-1">');
  assert.equal(await commentsIn(mirror), 3);
});

test('both crawls stand side by side', () => {
  const none = { fired: 0, replayed: 0, skipped: 0, suspended: 0, audited: 0, wrong: 0 };
  const links = crawlResult({ pages: 13, urlPages: 13, statePages: 0, events: none, seconds: 0.12 });
  assert.equal(
    comparison({ result: links, comments: 55 }, { result: crawlResult(), comments: 190 }, 190),
    `                            link crawler     Argiope
  pages                               13         381
    by address                        13          50
    by events                          0         331
  comments seen, of 190               55         190
  events fired                         0         363
  seconds                            0.1        12.3`,
  );
});

test('the demo crawls its own site twice, afresh, and ends with the mirror to open', async () => {
  const asked: (readonly [string, string, boolean])[] = [];
  const engine = engineOf({
    crawl: async (settings) => {
      const [seed = ''] = settings.seeds;
      asked.push([settings.engine, settings.out, settings.fresh]);
      const mirror = join(settings.out, 'mirror');
      mkdirSync(mirror, { recursive: true });
      writeFileSync(join(mirror, 'index.html'), await (await fetch(`${seed}article/3`)).text());
      return crawlResult({ out: settings.out });
    },
  });
  const io = stage({ cwd });
  assert.equal(await run(['demo'], io, engine), 0);
  const out = join(cwd, 'argiope-out', 'demo');
  assert.deepEqual(asked, [
    ['http', join(out, 'link-crawler'), true],
    ['auto', join(out, 'argiope'), true],
  ]);
  assert.match(io.out(), /comments seen, of \d+ +5 +5\n/);
  assert.match(io.out(), /\n {2}open {2}argiope-out\/demo\/argiope\/mirror\/index.html\n$/);
  assert.match(readFileSync(join(out, 'argiope', 'mirror', 'index.html'), 'utf8'), /Stronger than it looks/);
});

test('the demo ends its server when the crawl fails', async () => {
  let url = '';
  const engine = engineOf({
    crawl: (settings) => {
      url = settings.seeds[0] ?? '';
      return Promise.reject(new Error('broken'));
    },
  });
  assert.equal(await run(['demo'], stage({ cwd }), engine), 1);
  await assert.rejects(fetch(url));
});
