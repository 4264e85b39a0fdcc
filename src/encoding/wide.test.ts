import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWide, wideCharset } from './wide.ts';

const page =
  '<!doctype html><html><head><title>春眠不觉晓</title></head><body><p>处处闻啼鸟</p></body></html>';

test('a page in UTF-16 is known without a mark, in either order', () => {
  const little = Buffer.from(page, 'utf16le');
  assert.equal(wideCharset(little), 'utf-16le');
  assert.equal(wideCharset(Buffer.from(little).swap16()), 'utf-16be');
  assert.ok(isWide(Buffer.from([0xff, 0xfe, 0x41, 0])));
});

test('text of one byte, text with some zeros in it and binary data are not UTF-16', () => {
  assert.equal(wideCharset(Buffer.from(page)), null);
  assert.equal(wideCharset(Buffer.from(page.replaceAll(' ', '\0'))), null);
  assert.equal(
    wideCharset(Buffer.from(Array.from({ length: 512 }, (_, i) => (i % 3 === 0 ? 0 : i & 255)))),
    null,
  );
  assert.equal(wideCharset(Buffer.alloc(512)), null);
  assert.equal(wideCharset(Buffer.from('a\0', 'latin1')), null);
});
