import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf } from './glyphs.ts';
import { offersOf } from './offers.ts';
import { promptOf, type View } from './prompts.ts';
import { Screen } from './screen.ts';

/** A screen with these rows, the cursor where `^` stands (which is not shown), else below the last. */
function viewOf(rows: Readonly<Record<number, string>>): View {
  const screen = new Screen(80, 24, true);
  let cursor = '';
  for (const [row, text] of Object.entries(rows)) {
    const at = text.indexOf('^');
    if (at >= 0) {
      screen.feed(Buffer.from(`\x1b[${row};1H${text.slice(0, at)}`));
      cursor = `\x1b[${screen.row + 1};${screen.column + 1}H`;
    }
    screen.feed(Buffer.from(`\x1b[${row};1H${text.replace('^', '')}`));
  }
  screen.feed(Buffer.from(cursor));
  return { lines: linesOf(screen, 'utf-8'), row: screen.row, column: screen.column };
}

const keysOf = (view: View) => offersOf(view).keys.map(({ key }) => key);

test('letters in brackets are keys of a menu, with what they say', () => {
  const view = viewOf({
    1: '主功能表',
    5: '      ^> (A)nnounce   【 精華公佈欄 】',
    6: '        (B)oards     【 看板列表 】',
    7: '        [X] xyz',
    24: '[星期日 12:34]',
  });
  const { keys, entries, pointer } = offersOf(view);
  assert.deepEqual(
    keys.map(({ key, label }) => [key, label]),
    [
      ['A', 'Announce 【 精華公佈欄 】'],
      ['B', 'Boards 【 看板列表 】'],
      ['X', 'xyz'],
    ],
  );
  assert.equal(entries.length, 0);
  assert.deepEqual(pointer, { row: 4, from: 6, to: 7 });
});

test('keys by other marks are found too', () => {
  assert.deepEqual(keysOf(viewOf({ 3: '  A) Files   B) Bulletins', 4: '  Q) Quit', 6: 'Your choice: ^' })), [
    'A',
    'B',
    'Q',
  ]);
});

test('a list with a mark offers its entries, the next screen and the way back', () => {
  const view = viewOf({
    2: '[←]離開 [→]閱讀 [Ctrl-P]發表文章 [h]說明',
    3: '  編號    日 期 作  者       文  章  標  題',
    4: ' ^>  11 +  1/02 ann          □ 第一篇',
    5: '    12 m  1/02 bob          R: 第二篇',
    6: '    13    1/03 eve          □ (a) 第三篇',
    24: ' 文章選讀  (y)回應(X)推文',
  });
  const { keys, entries, pointer } = offersOf(view);
  assert.deepEqual(
    entries.map(({ row, number }) => [row, number]),
    [
      [3, '11'],
      [4, '12'],
      [5, '13'],
    ],
  );
  assert.equal(pointer?.row, 3);
  assert.deepEqual(
    keys.map(({ key }) => key),
    ['h', 'y', 'X', 'PageDown', 'Left'],
  );
  assert.equal(keys.at(-1)?.label, '離開');
});

test('where the mark stands makes no other entries and no other kind', () => {
  const rows = { 2: '[←]離開', 24: 'x' };
  const one = offersOf(viewOf({ ...rows, 4: ' ^>  11 + ann', 5: '    12 + bob' }));
  const other = offersOf(viewOf({ ...rows, 4: '    11 + ann', 5: ' ^>  12   bob' }));
  assert.equal(one.kind, other.kind);
  assert.deepEqual(
    one.entries.map(({ row }) => row),
    other.entries.map(({ row }) => row),
  );
});

test('a text offers to go on and back; what stands in it are no keys', () => {
  const view = viewOf({
    1: '作者 ann (Ann)',
    5: '1. 這是 (a) 第一點',
    9: '(b) 第二點，按 [c] 離開',
    24: ' 瀏覽 第 1/3 頁 ( 33%)  (h)說明 (←/q)離開 ^',
  });
  assert.deepEqual(keysOf(view), ['h', 'Space', 'Left']);
});

test('a question is answered by no alone', () => {
  const view = viewOf({ 3: '(A)nnounce', 23: '您真的要離開嗎 (Y/N)? [N] ^' });
  assert.equal(promptOf(view), 'question');
  assert.deepEqual(keysOf(view), ['n']);
});

test('prompts of a login are recognised in Chinese and English', () => {
  for (const [text, prompt] of [
    ['请输入代号(试用请输入 `guest`): ^', 'login'],
    ['請輸入代號，或以 guest 參觀，或以 new 註冊: ^', 'login'],
    ['login: ^', 'login'],
    ['Enter your user name: ^', 'login'],
    ['請輸入您的密碼: ^', 'password'],
    ['Password: ^', 'password'],
    ['您想刪除其他重複登入的連線嗎？[Y/n] ^', 'question'],
    ['● 请按任意键继续 ●^', 'any'],
    ['Press any key to continue ^', 'any'],
    ['Press [Enter] to continue^', 'return'],
    ['Your choice: ^', 'text'],
    ['(A)nnounce ^', null],
  ] as const) {
    assert.equal(promptOf(viewOf({ 20: text })), prompt, text);
  }
});
