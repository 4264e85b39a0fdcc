import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chinesePdf, pdfBomb, pdfOf } from '../../test/sites/pdf.ts';
import { PdfReader } from './pdf-reader.ts';

const reader = new PdfReader();
after(() => reader.close());
const textIn = async (file: Uint8Array) => (await reader.read(file)).pages.join('\n');

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

test('a file that unpacks to more than there is room for is given up, and the next one is read', async () => {
  const small = new PdfReader({ bytes: 60 << 20, ms: 60_000 });
  const bomb = pdfBomb(300 << 20);
  assert.ok(bomb.length < 20_000, `${bomb.length} bytes`);
  await assert.rejects(small.read(bomb), /more than the 60 MiB of memory that one file may/);
  assert.equal((await small.read(pdfOf('words'))).pages.join(), 'words');
  await small.close();
});
