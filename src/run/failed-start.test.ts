import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { testFolder } from '../../test/folder.ts';
import { startServer } from '../../test/servers.ts';
import { defaultSettings } from '../config/index.ts';
import { runCrawl } from './crawl.ts';

const folder = testFolder('start');
let answer = 404;
const server = createServer((_, response) => {
  response.writeHead(answer, { 'content-type': 'text/html' }).end('<title>Here</title><p>Some text.');
});
let url = '';
before(async () => {
  url = `${await startServer(server)}/`;
});
after(() => {
  server.close();
});

const start = (out: string) => runCrawl(defaultSettings([url], { out, engine: 'http' }));

test('a start that fails leaves neither a store nor folders behind', async () => {
  answer = 404;
  await assert.rejects(start(join(folder, 'a', 'b')), /HTTP 404/);
  assert.equal(existsSync(join(folder, 'a')), false);
});

test('a folder that was there stays, and so does what is in it', async () => {
  answer = 404;
  mkdirSync(join(folder, 'mine'));
  await assert.rejects(start(join(folder, 'mine')), /HTTP 404/);
  assert.deepEqual(readdirSync(join(folder, 'mine')), []);
});

test('a crawl that holds pages stays whatever a later start comes to', async () => {
  const out = join(folder, 'whole');
  answer = 200;
  assert.equal((await start(out)).pages, 1);
  const other = defaultSettings([url], { out, engine: 'http', depth: 1 });
  await assert.rejects(runCrawl(other), /other settings/);
  assert.ok(existsSync(join(out, 'argiope.db')));
});
