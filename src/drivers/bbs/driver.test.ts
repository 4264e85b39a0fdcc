import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startServer, stopServer } from '../../../test/servers.ts';
import { type BoardHabits, type BoardServer, startBoard } from '../../../test/sites/bbs.ts';
import { visibleText } from '../../dom/text.ts';
import { learnVolatile } from '../../dom/volatile.ts';
import { elementAt } from '../../dom/xpath.ts';
import type { Capture, ElementNode, Tab, TreeNode } from '../../model/index.ts';
import { bbsDriver } from './driver.ts';
import type { BbsLimits } from './limits.ts';

interface Scene {
  readonly board: BoardServer;
  readonly tab: Tab;
  open(): Promise<Capture>;
  /** Presses a key, the nth of that name. */
  press(capture: Capture, key: string, nth?: number): Promise<Capture>;
}

async function scene(
  t: TestContext,
  habits: BoardHabits & { auth?: string; limits?: Partial<BbsLimits>; told?: string } = {},
): Promise<Scene> {
  const { auth = null, limits = {}, told = null, ...rest } = habits;
  const board = await startBoard(rest);
  const driver = bbsDriver({ seeds: [board.url], auth, charset: told }, { limits });
  t.after(async () => {
    await driver.close();
    await board.close();
  });
  const tab = await driver.tab();
  // As a crawl does: the first screen is seen twice, the second time as if later.
  const learn = async () => {
    const first = await tab.open(board.url);
    const later = await tab.open(board.url, 90_061_000);
    driver.ignore(learnVolatile(first.document, later.document));
    return tab.open(board.url);
  };
  return {
    board,
    tab,
    open: learn,
    press: async (capture, key, nth = 0) => {
      const found = capture.candidates.filter(({ value }) => value === key)[nth];
      assert.ok(found, `${key} is offered by ${nameOf(capture)}`);
      const outcome = await tab.fire({ id: null, xpath: found.xpath, event: 'key', value: key }, new Set());
      assert.equal(outcome.kind, 'captured');
      return (outcome as { capture: Capture }).capture;
    },
  };
}

const nameOf = ({ document }: Capture) => /\{(\S+)\}/.exec(visibleText(document))?.[1];

function spans(node: TreeNode): ElementNode[] {
  if (typeof node === 'string') return [];
  return [...(node.tag === 'span' ? [node] : []), ...(node.kids ?? []).flatMap(spans)];
}

for (const charset of ['gbk', 'big5', 'utf-8'] as const) {
  test(`a guest is led to the first screen of a board in ${charset}`, async (t) => {
    const { board, open } = await scene(t, { charset });
    const capture = await open();
    assert.equal(nameOf(capture), 'main');
    assert.match(visibleText(capture.document), charset === 'big5' ? /討論區列表/ : /讨论区列表/);
    assert.deepEqual(
      capture.candidates.map(({ value, event }) => [value, event]),
      ['A', 'B', 'H', 'M', 'P', 'G'].map((key) => [key, 'key']),
    );
    assert.equal(board.logins, 3);
  });
}

test('a letter that only moves the mark is followed by Enter', async (t) => {
  const { open, press } = await scene(t);
  assert.equal(nameOf(await press(await open(), 'H')), 'help');
});

test('entries are opened by moving the mark to them, from wherever it stands', async (t) => {
  const { open, press } = await scene(t);
  const boards = await press(await open(), 'B');
  const list = await press(boards, 'Enter', 6);
  assert.equal(nameOf(list), 'list-7-1');
  const back = await press(list, 'Left');
  assert.equal(back.fingerprint, boards.fingerprint);
  assert.equal(nameOf(await press(back, 'Enter', 1)), 'list-2-1');
});

test('marks of what was read are shown and make no other page', async (t) => {
  const { open, press } = await scene(t);
  const list = await press(await press(await open(), 'B'), 'Enter', 1);
  const article = await press(list, 'Enter', 0);
  const again = await press(article, 'q');
  assert.equal(again.fingerprint, list.fingerprint);
  const markOf = (capture: Capture) =>
    elementAt(capture.document, '/HTML/BODY[1]/MAIN[1]/PRE[4]/I[1]')?.attrs?.['data-mark'];
  assert.deepEqual([markOf(list), markOf(again)], ['+', ' ']);
});

test('an article is several screens with their colours, and its halved character is whole', async (t) => {
  const { open, press } = await scene(t);
  const list = await press(await press(await open(), 'B'), 'Enter', 1);
  const first = await press(list, 'Enter', 0);
  assert.equal(nameOf(first), 'article-2-1-1');
  const row = elementAt(first.document, '/HTML/BODY[1]/MAIN[1]/PRE[6]') as ElementNode;
  assert.equal(spans(row)[0]?.attrs?.style, 'color:#f55');
  const halved = spans(elementAt(first.document, '/HTML/BODY[1]/MAIN[1]/PRE[19]') as ElementNode)[0];
  assert.match(halved?.attrs?.style ?? '', /#f55 50%,#5f5 50%/);
  assert.deepEqual(halved?.kids, ['黄']);
  assert.equal(nameOf(await press(first, 'Space')), 'article-2-1-2');
});

test('a board that draws slowly and answers no marks is waited for', async (t) => {
  const { open, press } = await scene(t, { marks: false, lag: 40 });
  const main = await open();
  assert.equal(main.candidates.length, 6);
  const boards = await press(main, 'B');
  assert.equal(boards.candidates.filter(({ value }) => value === 'Enter').length, 8);
});

test('a line that is cut is taken up where it was', async (t) => {
  const { board, open, press, tab } = await scene(t);
  const boards = await press(await open(), 'B');
  await board.hangUp();
  assert.equal(nameOf(await press(boards, 'Enter', 2)), 'list-3-1');
  assert.equal(board.logins, 4);
  await tab.close();
});

test('a line that is cut on the way to a row is taken up, and the row is pointed at again', async (t) => {
  const { board, open, press } = await scene(t);
  const boards = await press(await open(), 'B');
  const [list] = await Promise.all([press(boards, 'Enter', 2), board.hangUp()]);
  assert.equal(nameOf(list), 'list-3-1');
  assert.equal(board.logins, 4);
});

test('a user logs in with a password; a wrong one is told as such', async (t) => {
  const good = await scene(t, { password: 'secret', auth: 'ann:secret' });
  assert.equal(nameOf(await good.open()), 'main');
  const bad = await scene(t, { password: 'secret', auth: 'ann:wrong' });
  await assert.rejects(bad.open(), { code: 'HTTP_STATUS', message: /log in .* as "ann"/, advice: /--auth/ });
  const guest = await scene(t, { password: 'secret' });
  await assert.rejects(guest.open(), { message: /as "guest"/ });
});

test('a server that never says anything, and one that hangs up, are told apart from none', async (t) => {
  const mute = createServer((socket) => socket.on('error', () => {}));
  const url = `telnet://${new URL(await startServer(mute)).host}/`;
  const limits = { answer: 50, settle: 200 };
  const driver = bbsDriver({ seeds: [url], auth: null, charset: null }, { limits });
  t.after(() => driver.close());
  const tab = await driver.tab();
  assert.deepEqual((await tab.open(url)).candidates, []);
  mute.removeAllListeners('connection').on('connection', (socket) => socket.end());
  await assert.rejects(tab.open(url), { code: 'HTTP_STATUS', message: /hung up/ });
  await tab.close();
  await stopServer(mute);
  await assert.rejects(tab.open(url), { code: 'UNREACHABLE' });
});
