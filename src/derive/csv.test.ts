import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/cases.ts';
import { csvLine, isGuarded } from './csv.ts';

/** The fields of one record, read by the letter of RFC 4180. */
function parse(line: string): string[] {
  assert.ok(line.endsWith('\r\n'));
  const fields = [...line.slice(0, -2).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?=,|$)/g)];
  return fields.map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '');
}

test('fields with commas, quotes and line ends are quoted, and none differs from empty text', () => {
  assert.equal(
    csvLine([7, null, '', 'a,b', 'say "hi"', 'two\nlines', 'plain']),
    '7,,"","a,b","say ""hi""","two\nlines",plain\r\n',
  );
});

test('what a spreadsheet would run as a formula gets an apostrophe, numbers do not', () => {
  assert.equal(csvLine(['=1+1', '+x', '-x', '@SUM(A1)', '\tx', -1]), `'=1+1,'+x,'-x,'@SUM(A1),'\tx,-1\r\n`);
  assert.equal(csvLine(["'tis", "'=x"]), "'tis,''=x\r\n");
});

test('any text can be had back from its field, and no field begins a formula', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@\'",\r\n\t ab', '＝', '🕷') });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (texts) => {
      const fields = parse(csvLine(texts));
      assert.ok(fields.every((field) => !/^[=+\-@\t\r＝]/.test(field)));
      assert.deepEqual(
        fields.map((field) => (isGuarded(field) ? field.slice(1) : field)),
        texts,
      );
    }),
  );
});
