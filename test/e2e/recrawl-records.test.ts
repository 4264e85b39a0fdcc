import assert from 'node:assert/strict';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { stage } from '../../src/cli/fixture.ts';
import { run } from '../../src/cli/main.ts';
import type { ExtractedRecord } from '../../src/records/index.ts';
import { testFolder } from '../folder.ts';
import { jsonLines } from '../json-lines.ts';
import { startServer, stopServer } from '../servers.ts';

/** Wares of a shop, by number; what is taken out is not there any more. */
const wares = new Map(
  ['Kettle', 'Lantern', 'Compass', 'Hammock', 'Whistle', 'Blanket', 'Pocket knife', 'Rope ladder'].map(
    (name, at) => [at, { name, price: `$${11 + 3 * at}.50`, maker: `Maker ${String.fromCharCode(65 + at)}` }],
  ),
);

const server = createServer((request, response) => {
  const ware = wares.get(Number(/^\/ware\/(\d+)$/.exec(request.url ?? '')?.[1] ?? -1));
  const links = [...wares.keys()].map((at) => `<li><a href="/ware/${at}">ware ${at}</a></li>`).join('');
  const body = ware
    ? `<title>${ware.name} | Shop</title><h1>${ware.name}</h1><table><tr><th>Price:</th><td>${ware.price}</td></tr>` +
      `<tr><th>Brand:</th><td>${ware.maker}</td></tr></table><p>Free delivery</p>`
    : `<title>Shop</title><h1>All wares</h1><ul>${links}</ul>`;
  const isThere = ware !== undefined || request.url === '/';
  response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/html' });
  response.end(isThere ? `<!doctype html><html><body>${body}</body></html>` : 'gone');
});
const origin = await startServer(server);
const out = testFolder('records');
after(async () => {
  await stopServer(server);
});

async function argiope(...args: string[]) {
  const io = stage();
  const code = await run([...args, '--out', out], io);
  assert.equal(code, 0, io.err());
  return io.out();
}

/** Prices by ware, as the records have them. */
function prices(): Readonly<Record<string, unknown>> {
  const records = jsonLines<ExtractedRecord>(join(out, 'records.jsonl'));
  const priced = records.filter(({ path, fields }) => path === null && fields.price !== undefined);
  return Object.fromEntries(priced.map(({ fields }) => [String(fields.title), fields.price]));
}

const expected = () => Object.fromEntries([...wares.values()].map(({ name, price }) => [name, price]));

test('records follow the pages when a crawl with --extract is visited again', async () => {
  const schema = join(out, 'schema.json');
  writeFileSync(schema, JSON.stringify({ title: 'ware', properties: { title: {}, price: {}, brand: {} } }));
  await argiope('crawl', `${origin}/`, '--engine', 'http', '--delay', '0', '--extract', '--schema', schema);
  assert.deepEqual(prices(), expected());

  const before = statSync(join(out, 'records.jsonl')).mtimeMs;
  const quiet = JSON.parse(await argiope('recrawl', '--json', '--delay', '0')) as { records?: number };
  assert.equal(quiet.records, undefined, 'nothing has changed');
  assert.equal(statSync(join(out, 'records.jsonl')).mtimeMs, before);

  wares.set(2, { name: 'Compass', price: '$99.00', maker: 'Maker C' });
  wares.set(8, { name: 'Tent', price: '$140.00', maker: 'Maker I' });
  wares.delete(5);
  const told = JSON.parse(await argiope('recrawl', '--json', '--delay', '0')) as { records: number };
  assert.deepEqual(prices(), expected());
  assert.equal(Object.keys(prices()).length, 8);
  assert.ok(told.records >= 8);
});

test('what is wrong with the schema of the records is told before anything is asked', async () => {
  rmSync(join(out, 'schema.json'));
  const io = stage();
  assert.equal(await run(['recrawl', '--out', out], io), 2);
  assert.match(io.err(), /the schema .*schema\.json cannot be read/);
});
