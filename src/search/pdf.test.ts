import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chinesePdf, pdfOf } from '../../test/sites/pdf.ts';
import { loadReader } from './pdf.ts';

const textIn = async (file: Uint8Array) => (await (await loadReader())(file)).pages.join('\n');

test('the text of a PDF file is read', async () => {
  assert.equal(await textIn(pdfOf('Wholesale conditions')), 'Wholesale conditions');
});

test('Chinese in fonts that the file does not hold is read by the encoding that it names', async () => {
  const utf16 = Buffer.from('金蛛织网', 'utf16le').swap16();
  for (const encoding of ['UniGB-UCS2-H', 'UniGB-UTF16-H'])
    assert.equal(await textIn(chinesePdf(utf16, encoding)), '金蛛织网', encoding);
  assert.equal(await textIn(chinesePdf(Buffer.from('bdf0d6ebd6afcdf8', 'hex'), 'GBK-EUC-H')), '金蛛织网');
});

test('what is no PDF file is an error', async () => {
  await assert.rejects(textIn(Buffer.from('<html>')));
});
