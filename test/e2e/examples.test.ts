import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { testFolder } from '../folder.ts';
import { startPostgres } from '../postgres.ts';
import { html, routes } from '../sites/answer.ts';
import { startShop, things } from '../sites/shop.ts';
import { type RunningSite, startSite } from '../sites/site.ts';
import { type Ended, linesOf, run } from './command.ts';

const examples = join(import.meta.dirname, '..', '..', 'examples');
const asPackage = join(import.meta.dirname, 'as-package.ts');
const tested = new Set<string>();
let shop: RunningSite;
const folder = testFolder('examples');

before(async () => {
  shop = await startShop();
});
after(async () => {
  await shop.close();
});

function example(name: string, ...args: string[]): Promise<Ended> {
  tested.add(name);
  const program = ['--import', asPackage, join(examples, name), ...args];
  return run(process.execPath, program, { cwd: folder });
}

test('a site is copied into a folder', async () => {
  const ended = await example('crawl-to-folder.ts', shop.url, './copy');
  assert.equal(ended.code, 0, ended.stderr);
  for (const name of things) assert.ok(ended.stdout.includes(`${name} › Reviews`), ended.stdout);
  assert.match(ended.stdout, /7 pages, 1 errors \(done\): open \.\/copy\/mirror\/index\.html/);
  assert.ok(existsSync(join(folder, 'copy', 'mirror', 'index.html')));
});

test('pages of a wanted type become rows', async () => {
  const site = await startSite(books(12));
  const ended = await example('wanted-to-csv.ts', site.url, `${site.origin}/book/1`, 'books.csv');
  await site.close();
  assert.equal(ended.code, 0, ended.stderr);
  const [head, ...rows] = (await readFile(join(folder, 'books.csv'), 'utf8')).trim().split('\r\n');
  assert.equal(head, 'title,address,dated,words');
  assert.deepEqual(rows.map((row) => row.split(',')[0]).sort(), titles(12).sort());
});

test('records go to a database', async () => {
  const [site, database] = [await startSite(books(8)), await startPostgres()];
  try {
    const ended = await example('records-to-postgres.ts', site.url, database.url);
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(ended.stdout, /^\d+ records, 0 rejected$/m);
    const { rows } = await database.client.query(
      "SELECT table_name FROM information_schema.columns WHERE column_name = 'price'",
    );
    const name = rows[0]?.table_name;
    const prices = await database.client.query(`SELECT price FROM "${name}" ORDER BY price`);
    assert.equal(prices.rows.length, 8);
  } finally {
    await site.close();
    await database.stop();
  }
});

test('broken links are told with the pages that have them, and fail the check', async () => {
  const ended = await example('broken-links.ts', shop.url);
  assert.equal(ended.code, 1);
  assert.match(ended.stderr, new RegExp(`^${shop.origin}/gone: .*404`, 'm'));
  assert.match(ended.stderr, /^ {2}on New thing \(/m);
});

test('a handler of Crawlee finds the states of its address', async () => {
  const ended = await example('in-crawlee.ts', `${shop.origin}/thing/0`, `${shop.origin}/thing/2`);
  assert.equal(ended.code, 0, ended.stderr);
  const pushed = linesOf(ended.stdout).map((line) => JSON.parse(line));
  assert.deepEqual(pushed.map(({ state }) => state).sort(), [
    'Blue thing',
    'Blue thing › Reviews',
    'New thing',
    'New thing › Reviews',
  ]);
});

test('every example is run', async () => {
  const files = (await readdir(examples)).filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));
  assert.deepEqual([...tested].sort(), files.sort());
});

function titles(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `Book ${at}`);
}

function books(count: number): Parameters<typeof startSite>[0] {
  const links = titles(count).map((title, at) => `<li><a href="/book/${at}">${title}</a></li>`);
  const book = (at: string) =>
    html(`<title>Book ${at}</title><h1>Book ${at}</h1><p>By <b>Writer ${Number(at) * 7}</b></p>
      <table><tr><th>Price</th><td>1${at}.00 €</td></tr><tr><th>Pages</th><td>2${at}</td></tr></table>`);
  return {
    name: 'books',
    start: '/',
    respond: routes({
      '/': () => html(`<title>All books</title><h1>All</h1><ul>${links.join('')}</ul>`),
      '/book/:at': (_, [at = '']) => book(at),
    }),
  };
}
