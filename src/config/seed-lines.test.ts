import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSeeds, seedLines } from './seeds.ts';

const lines = (text: string, encoding: BufferEncoding = 'utf8') =>
  seedLines(Buffer.from(text, encoding), 'list.txt');

test('a list has one address per line; comments, empty lines, marks and line ends of any kind do not count', () => {
  const text =
    '\ufeff# seeds\r\nhttp://a.test/#part\r\n\r\n  b.test/x  # why\n\thttp://c.test/ \rhttp://d.test/';
  assert.deepEqual(
    lines(text).map(({ line, text }) => `${line} ${text}`),
    ['2 http://a.test/#part', '4 b.test/x', '5 http://c.test/', '6 http://d.test/'],
  );
  assert.deepEqual(
    lines('\ufeffhttp://a.test/\r\n', 'utf16le').map(({ text }) => text),
    ['http://a.test/'],
  );
  assert.deepEqual(lines('# nothing\n\n'), []);
});

test('a bad line is named with its number and skipped', () => {
  const { seeds, notes } = readSeeds(
    lines('http://a.test/\nmailto:x@y\n\nnot an address\nhttp://a.test\nb.test'),
  );
  assert.deepEqual(seeds, ['http://a.test/', 'http://b.test/']);
  assert.deepEqual(notes, [
    '"b.test" has no scheme; taken as http://b.test/',
    'list.txt, line 2 is skipped: cannot start from "…@y": mailto: addresses cannot be crawled',
    'list.txt, line 4 is skipped: cannot start from "not an address": this is not an address',
  ]);
});

test('a list without any address is an error that names the first bad line', () => {
  assert.throws(() => readSeeds(lines('\nfoo\nbar')), {
    code: 'USAGE',
    message: /no line of the list .* list\.txt, line 2 .* "foo"/,
  });
});

test('an address on the command line is not skipped, whatever a list holds', () => {
  assert.throws(() => readSeeds(['foo', ...lines('http://a.test/')]), { message: /cannot start from "foo"/ });
});

test('of a long list the first bad lines are told one by one, the others are counted', () => {
  const { seeds, notes } = readSeeds(lines(`http://a.test/\n${'bad\n'.repeat(50)}`));
  assert.equal(seeds.length, 1);
  assert.equal(notes.length, 21);
  assert.equal(notes.at(-1), '30 more lines were skipped');
});
