import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from '../../test/sites/bbs-text.ts';
import { samples } from '../../test/sites/encoded-text.ts';
import { detectCharset } from './charset.ts';

const simple = '互联网上的蜘蛛网，今天天气很好，请按任意键继续';
const old = '網際網路上的蜘蛛網，今天天氣很好，請按任意鍵繼續';

test('UTF-8, GBK and Big5 are told apart by a sentence', () => {
  assert.equal(detectCharset(Buffer.from(simple)), 'utf-8');
  assert.equal(detectCharset(encode(simple, 'gbk')), 'gb18030');
  assert.equal(detectCharset(encode(old, 'big5')), 'big5');
});

test('a few characters among ASCII are enough', () => {
  assert.equal(detectCharset(encode('README 中文目录.txt', 'gbk')), 'gb18030');
  assert.equal(detectCharset(encode('README 中文說明.txt', 'big5')), 'big5');
});

test('letters with accents are Western, and plain ASCII is UTF-8', () => {
  assert.equal(detectCharset(Buffer.from('caf\xe9 cr\xe8me, d\xe9j\xe0 vu', 'latin1')), 'windows-1252');
  assert.equal(detectCharset(Buffer.from('plain')), 'utf-8');
  assert.equal(detectCharset(new Uint8Array()), 'utf-8');
});

test('a character that is cut off at the end does not count against UTF-8', () => {
  assert.equal(detectCharset(Buffer.from(simple).subarray(0, -1)), 'utf-8');
});

test('a few words of any of the encodings are enough to know it, and read as they were written', () => {
  for (const [charset, text, hex] of samples) {
    const bytes = Buffer.from(hex, 'hex');
    assert.equal(detectCharset(bytes), charset, text);
    assert.equal(new TextDecoder(charset).decode(bytes), text);
  }
});

test('markup before the text and ASCII between the words do not hide it', () => {
  for (const [charset, text, hex] of samples) {
    const head = Buffer.from(`<html><head><title>x</title></head>${'<div class="a">'.repeat(20_000)}<p>`);
    const bytes = Buffer.concat([head, Buffer.from(hex, 'hex'), Buffer.from('</p> and more')]);
    assert.equal(detectCharset(bytes), charset, text);
  }
});

test('bytes that are no text of any encoding count as Western', () => {
  assert.equal(detectCharset(Uint8Array.of(0x81, 0xff, 0xff, 0xff, 0x81, 0x00)), 'windows-1252');
});

test('what terminals draw with the characters of the PC is no text of another encoding', () => {
  const frame = [
    `\xc9${'\xcd'.repeat(40)}\xbb`,
    `\xba Welcome to the board ${' '.repeat(18)}\xba`,
    `\xba ${'\xdb\xdb\xdb\xdb \xdb\xdb\xdb \xb2\xb2\xb2 \xb1\xb1\xb1\xb1 '.repeat(2)}\xba`,
    `\xc3${'\xc4'.repeat(40)}\xb4`,
    `\xc8${'\xcd'.repeat(40)}\xbc`,
  ].join('\r\n');
  assert.equal(detectCharset(Buffer.from(frame, 'latin1')), 'windows-1252');
});
