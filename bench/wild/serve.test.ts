import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { suites } from './catalogue.ts';
import { serveSuite } from './serve.ts';
import { commentPages, comments } from './sites/tools.ts';
import type { Suite } from './suite.ts';

const folder: Suite = { name: 'x', source: { kind: 'folder', folder: 'x' }, start: '/', truth: {} };

async function dataWith(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'argiope-wild-'));
  t.after(() => rm(data, { recursive: true }));
  await mkdir(join(data, 'x/sub'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(data, 'x', name), text);
  return data;
}

async function ask(origin: string, path: string): Promise<readonly [status: number, body: string]> {
  const answer = await fetch(origin + path, { redirect: 'manual' });
  return [answer.status, await answer.text()];
}

it('a folder is served as it is, and what it was asked is known', async (t) => {
  const data = await dataWith(t, { 'index.html': 'start', 'sub/index.html': 'below', 'a b.txt': 'text' });
  const served = await serveSuite(folder, data);
  t.after(() => served.close());
  assert.deepEqual(await ask(served.origin, '/?x'), [200, 'start']);
  assert.deepEqual(await ask(served.origin, '/sub'), [301, '']);
  assert.deepEqual(await ask(served.origin, '/sub/'), [200, 'below']);
  assert.deepEqual(await ask(served.origin, '/a%20b.txt'), [200, 'text']);
  assert.deepEqual(await ask(served.origin, '/none'), [404, 'not found']);
  assert.deepEqual(
    served.asked().map(({ path, status }) => [path, status]),
    [
      ['/?x', 200],
      ['/sub', 301],
      ['/sub/', 200],
      ['/a%20b.txt', 200],
      ['/none', 404],
    ],
  );
});

it('a folder with a program is started with a port, asked under the address that was used, and stopped', async (t) => {
  const program = `#!${process.execPath}
require('node:http').createServer((q, a) => a.end(q.headers.host + q.url)).listen(process.env.PORT, '127.0.0.1')`;
  const data = await dataWith(t, { start: program });
  await chmod(join(data, 'x/start'), 0o755);
  const served = await serveSuite(folder, data);
  const { host } = new URL(served.origin);
  assert.deepEqual(await ask(served.origin, '/page'), [200, `${host}/page`]);
  await served.close();
  await assert.rejects(fetch(served.origin));
});

it('the page of tools has every comment on one of its pages', async (t) => {
  const suite = suites.find(({ name }) => name === 'site/tools');
  assert.ok(suite);
  const served = await serveSuite(suite, '.');
  t.after(() => served.close());
  const parts = await Promise.all(
    Array.from({ length: commentPages }, (_, at) => ask(served.origin, `/comments/${at + 1}`)),
  );
  const items = parts.flatMap(([, body]) => [...body.matchAll(/<li>(.*?)<\/li>/g)].map(([, text]) => text));
  assert.deepEqual(items, comments);
  assert.equal((await ask(served.origin, '/'))[1].match(/>tool \d+</g)?.length, 120);
});
