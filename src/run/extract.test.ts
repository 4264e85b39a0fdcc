import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { testFolder } from '../../test/folder.ts';
import { defaultExtraction } from '../config/index.ts';
import { runExtraction } from './extract.ts';
import { rules } from './rules.ts';

const books = ['Moby-Dick', 'Walden', 'Emma', 'Ulysses', 'Dracula', 'Kim'];

describe('records of a folder', () => {
  const folder = testFolder('extract');
  let pages: string;
  let schema: string;

  before(async () => {
    pages = join(folder, 'pages');
    schema = join(folder, 'book.json');
    await mkdir(pages);
    for (const [at, title] of books.entries())
      await writeFile(
        join(pages, `${at}.html`),
        `<title>${title} - Shop</title><h1>${title}</h1><table><tr><th>Price:</th><td>$${5 + at}.50</td></tr>
         <tr><th>Published:</th><td>19${90 + at}-0${1 + at}-12</td></tr></table>`,
      );
    const published = { format: 'date', 'x-labels': ['Published'] };
    await writeFile(
      schema,
      JSON.stringify({ title: 'book', properties: { price: {}, appeared: published } }),
    );
  });

  it('tell which wanted fields the rules of an earlier run do not have, and have them when these are learned anew', async () => {
    const out = join(folder, 'out');
    const plain = defaultExtraction(out, { pages });
    const first = await runExtraction(plain);
    assert.equal(first.records, books.length);
    assert.equal(first.missing, undefined);
    const second = await runExtraction({ ...plain, schema });
    assert.deepEqual([second.missing, second.steps], [['appeared'], []]);
    const third = await runExtraction({ ...plain, schema, rules: 'none' });
    assert.deepEqual([third.missing, third.types], [[], { book: books.length }]);
    const again = await runExtraction({ ...plain, schema, rules: 'none' });
    assert.deepEqual(
      again.templates.map(({ version }) => version),
      [2],
    );
    const names = (await rules.list({ out })).map(({ template }) => template);
    assert.deepEqual(names, ['book'], 'rules under another name are out of use');
  });

  it('leave nothing behind where there is no such folder', async () => {
    const out = join(folder, 'none');
    await assert.rejects(
      runExtraction(defaultExtraction(out, { pages: join(folder, 'nosuch') })),
      /cannot be read/,
    );
    assert.ok(!existsSync(out));
  });
});
