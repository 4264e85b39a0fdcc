import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { UsageError } from './bench.ts';
import { suites } from './wild/catalogue.ts';
import { chosenBy, wild } from './wild.ts';

it('the bench of public sites refuses what it does not know, and says what there is', async () => {
  for (const [args, hint] of [
    [[], /wild takes --data DIR/],
    [['--data', '.', '--only', 'nowhere'], /--only takes names of crawl-maze, .*; got "nowhere"/],
    [['--data', '.', '--max-time', 'long'], /--max-time takes seconds; got "long"/],
  ] as const) {
    await assert.rejects(wild.run(args), (error: Error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, hint);
      return true;
    });
  }
});

it('a name chooses its suite and all below it', () => {
  assert.deepEqual(
    chosenBy(['page/quill', 'python-doc']).map(({ name }) => name),
    ['python-doc', 'page/quill'],
  );
  assert.ok(chosenBy(['todomvc']).length > 30);
  assert.equal(new Set(suites.map(({ name }) => name)).size, suites.length);
});

it('what is missing in the data is told and skipped', async (t) => {
  const data = await mkdtemp(join(tmpdir(), 'argiope-wild-'));
  t.after(() => rm(data, { recursive: true }));
  const told: string[] = [];
  t.mock.method(console, 'log', (line: string) => told.push(line));
  assert.equal(await wild.run(['--data', data, '--only', 'vitepress,page/antd']), true);
  assert.match(told.join('\n'), /skipped vitepress: there is no .*vitepress\/index\.html/);
  assert.match(
    told.join('\n'),
    /skipped page\/antd: npm packages react, react-dom, antd are not in .*node_modules/,
  );
});
