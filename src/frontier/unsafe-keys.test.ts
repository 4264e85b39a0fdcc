import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unsafeWord } from './unsafe.ts';
import { unsafeKey } from './unsafe-keys.ts';

test('keys that write, send, destroy or leave are left alone', () => {
  for (const [label, word] of [
    ['Goodbye 离开本站', 'logout'],
    ['再見', 'logout'],
    ['Delete', 'delete'],
    ['刪除文章', 'delete'],
    ['Post', 'post'],
    ['發表文章', 'post'],
    ['回覆', 'post'],
    ['Mail 处理信件', 'mail'],
    ['轉寄', 'mail'],
    ['Talk 聊天', 'talk'],
    ['投票', 'vote'],
    ['Register', 'register'],
  ] as const) {
    assert.equal(unsafeKey(label), word, label);
  }
});

test('keys that read are pressed', () => {
  for (const label of [
    'Announce 精华公布栏',
    'Boards',
    'Next page',
    '閱讀',
    'Help',
    '返回',
    'Quit',
    '下一頁',
  ]) {
    assert.equal(unsafeKey(label), null, label);
  }
});

test('the same words on a web page mean what they mean there', () => {
  assert.equal(unsafeWord({ text: 'Post' }), null);
  assert.equal(unsafeWord({ text: 'Post', isKey: true }), 'post');
});
