import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { startViewer } from '../../bench/ajax/viewer.ts';
import { testFolder } from '../folder.ts';
import { type BoardHabits, startBoard } from '../sites/bbs.ts';
import { crawl, linesOf } from './command.ts';

/** The names of the screens in a mirror, by file. */
async function screensIn(out: string): Promise<ReadonlyMap<string, string>> {
  const lines = linesOf(await readFile(join(out, 'pages.jsonl'), 'utf8'));
  const named = lines.map(async (line) => {
    const { file } = JSON.parse(line) as { file: string };
    const html = await readFile(join(out, 'mirror', file), 'utf8');
    return [file, /\{(\S+)\}/.exec(html)?.[1] ?? html] as const;
  });
  return new Map(await Promise.all(named));
}

const boards: readonly (readonly [name: string, habits: BoardHabits])[] = [
  ['in GBK', { charset: 'gbk' }],
  ['in Big5', { charset: 'big5' }],
  ['whose lists count visitors', { popular: true, boards: 12, articles: 1 }],
  ['that answers no timing marks and draws in pieces', { marks: false, lag: 20, boards: 2, articles: 1 }],
];

// A board is listened to more than it is asked: while one is silent, another can speak.
describe('a board', { concurrency: true }, () => {
  for (const [name, habits] of boards) {
    test(`every screen of a board ${name} is found once, and nothing is changed`, async (t) => {
      const board = await startBoard({ boards: 9, articles: 3, ...habits });
      const folder = testFolder('bbs');
      t.after(async () => {
        await board.close();
      });
      const summary = await crawl(board.url, folder);
      const screens = await screensIn(folder);
      assert.deepEqual([...screens.values()].sort(), [...board.truth].sort());
      assert.equal(summary.pages, board.truth.length);
      assert.equal(summary.errors, 0);
      assert.deepEqual(board.offences, []);
    });
  }

  test('a crawl of a board that was stopped goes on where it was', async (t) => {
    const board = await startBoard({ boards: 4, articles: 2 });
    const folder = testFolder('bbs');
    t.after(async () => {
      await board.close();
    });
    const first = await crawl(board.url, folder, ['--max-pages', '9'], 4);
    assert.equal(first.pages, 9);
    await crawl(board.url, folder);
    const screens = await screensIn(folder);
    assert.deepEqual([...screens.values()].sort(), [...board.truth].sort());
    assert.deepEqual(board.offences, []);
  });

  test('two boards are visited side by side, each in its own encoding and by one guest', async (t) => {
    const two = [
      await startBoard({ charset: 'gbk', boards: 2, articles: 1 }),
      await startBoard({ charset: 'big5', boards: 1, articles: 1 }),
    ];
    const folder = testFolder('bbs');
    t.after(async () => {
      for (const board of two) await board.close();
    });
    const [one, other] = two.map(({ url }) => url) as [string, string];
    const summary = await crawl(one, folder, [other, '--workers', '4']);
    const screens = await screensIn(folder);
    assert.deepEqual([...screens.values()].sort(), two.flatMap(({ truth }) => truth).sort());
    assert.equal(summary.errors, 0);
    assert.ok(two.every(({ together }) => together <= 2));
  });

  test('the mirror of a board shows its colours and can be walked through', async (t) => {
    const board = await startBoard({ boards: 2, articles: 2 });
    const folder = testFolder('bbs');
    const viewer = await startViewer();
    t.after(async () => {
      await board.close();
      await viewer.close();
    });
    await crawl(board.url, folder);
    const screens = await screensIn(folder);
    const fileOf = (name: string) => [...screens].find(([, screen]) => screen === name)?.[0] ?? name;
    const html = (name: string) => readFile(join(folder, 'mirror', fileOf(name)), 'utf8');
    const leads = async (from: string, to: string) =>
      assert.ok((await html(from)).includes(`href="${fileOf(to)}"`), `${from} leads to ${to}`);
    await leads('main', 'boards-1');
    await leads('boards-1', 'list-2-1');
    await leads('list-2-1', 'article-2-1-1');
    await leads('article-2-1-1', 'article-2-1-2');
    await leads('article-2-1-1', 'list-2-1');
    const shown = await viewer.open(`file://${join(folder, 'mirror', fileOf('article-2-1-1'))}`, {
      scripts: true,
      picture: false,
      prepare: `document.title = [...document.querySelectorAll('span')].map((span) =>
        getComputedStyle(span).color).join(' '); document.body.append(document.title)`,
    });
    for (const colour of ['rgb(255, 85, 85)', 'rgb(85, 255, 85)', 'rgb(255, 255, 85)']) {
      assert.ok(shown.text.includes(colour), colour);
    }
    assert.match(shown.text, /蜘蛛在网上写字/);
    assert.deepEqual(
      shown.requests.filter(({ failed }) => failed),
      [],
    );
  });
});
