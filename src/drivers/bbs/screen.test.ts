import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/cases.ts';
import { encode } from '../../../test/sites/bbs-text.ts';
import { linesOf } from './glyphs.ts';
import { Screen } from './screen.ts';
import { looksOf } from './style.ts';

function shown(text: string, charset = 'ibm437', size: [number, number] = [20, 5]): string[] {
  const screen = new Screen(size[0], size[1], charset === 'utf-8');
  screen.feed(Buffer.from(text, charset === 'utf-8' ? 'utf8' : 'latin1'));
  return linesOf(screen, charset).map(({ text: row }) => row.trimEnd());
}

test('text is written where the cursor is moved to', () => {
  assert.deepEqual(shown('\x1b[2;3Hhello\x1b[4;1Hdown\r\nnext'), ['', '  hello', '', 'down', 'next']);
  assert.deepEqual(shown('abc\b\bX\x1b[CY'), ['aXcY', '', '', '', '']);
});

test('erasing takes away what it says', () => {
  assert.deepEqual(shown('one\r\ntwo\r\nthree\x1b[2;2H\x1b[J'), ['one', 't', '', '', '']);
  assert.deepEqual(shown('one\r\ntwo\x1b[1K'), ['one', '', '', '', '']);
  assert.deepEqual(shown('one\x1b[2J'), ['', '', '', '', '']);
});

test('the screen scrolls at its end, and inside a region only there', () => {
  assert.deepEqual(shown('1\r\n2\r\n3\r\n4\r\n5\r\n6'), ['2', '3', '4', '5', '6']);
  assert.deepEqual(shown('1\r\n2\r\n3\r\n4\r\n5\x1b[2;4r\x1b[4;1H\nx'), ['1', '3', '4', 'x', '5']);
  assert.deepEqual(shown('1\r\n2\r\n3\x1b[2;1H\x1b[Lnew'), ['1', 'new', '2', '3', '']);
});

test('a long line goes on in the next row, and a full row waits for the next character', () => {
  assert.deepEqual(shown('abcdefgh', 'ibm437', [5, 3]), ['abcde', 'fgh', '']);
  assert.deepEqual(shown('abcde\r\nf', 'ibm437', [5, 3]), ['abcde', 'f', '']);
});

test('colours are those that were set when a character was written', () => {
  const screen = new Screen(10, 1);
  screen.feed(Buffer.from('a\x1b[1;33;44mb\x1b[7mc\x1b[md'));
  const looks = [0, 1, 2, 3].map((at) => looksOf(screen.cells(0)[at]?.style ?? 0));
  assert.deepEqual(
    looks.map(({ fore, back }) => [fore, back]),
    [
      [7, 0],
      [11, 4],
      [4, 3],
      [7, 0],
    ],
  );
});

test('GBK and Big5 bytes become characters, two columns wide', () => {
  for (const charset of ['gbk', 'big5'] as const) {
    const screen = new Screen(20, 1);
    screen.feed(encode('a中文b', charset));
    const [line] = linesOf(screen, charset === 'gbk' ? 'gb18030' : 'big5');
    assert.equal(line?.text.trimEnd(), 'a中文b');
    assert.deepEqual(
      line?.glyphs.slice(0, 4).map(({ column }) => column),
      [0, 1, 3, 5],
    );
  }
});

test('a change of colour between the halves of a character leaves it whole', () => {
  const screen = new Screen(20, 1);
  const [lead, trail] = encode('中', 'gbk');
  screen.feed(Buffer.concat([Buffer.from('\x1b[31m'), Buffer.of(lead as number), Buffer.from('\x1b[32m')]));
  screen.feed(Buffer.of(trail as number));
  const glyph = linesOf(screen, 'gb18030')[0]?.glyphs[0];
  assert.equal(glyph?.text, '中');
  assert.equal(looksOf(glyph?.style ?? 0).fore, 1);
  assert.equal(looksOf(glyph?.right ?? 0).fore, 2);
});

test('wide characters of UTF-8 take two columns, cut anywhere', () => {
  const screen = new Screen(20, 1, true);
  for (const byte of Buffer.from('a中b')) screen.feed(Buffer.of(byte));
  const line = linesOf(screen, 'utf-8')[0];
  assert.equal(line?.text.trimEnd(), 'a中b');
  assert.equal(screen.column, 4);
});

test('whatever comes, the cursor stays on the screen and rows keep their length', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc
      .tuple(fc.array(fc.integer({ min: -5, max: 200 })), fc.constantFrom(...'ABCDEFGHJKLMPSTXdfmrsu@'))
      .map(([numbers, letter]) => `\x1b[${numbers.join(';')}${letter}`),
    fc.constantFrom('\x1bM', '\x1bD', '\x1bE', '\x1b7', '\x1b8', '\x1bc', '\r', '\n', '\b', '\t'),
  );
  fc.assert(
    fc.property(fc.array(piece), fc.boolean(), (pieces, unicode) => {
      const screen = new Screen(10, 4, unicode);
      for (const text of pieces) screen.feed(Buffer.from(text));
      assert.ok(screen.row >= 0 && screen.row < 4 && screen.column >= 0 && screen.column < 10);
      for (let row = 0; row < 4; row++) assert.equal(screen.cells(row).length, 10);
    }),
  );
});
