import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { file, routes, type Site } from './answer.ts';
import { type SiteStats, startSite } from './site.ts';

const site: Site = {
  name: 'small',
  start: '/a',
  respond: routes({
    '/a': () => file('text/plain', 'exact'),
    '/:x/:y': (_, [x, y]) => file('text/plain', `${y} of ${x}`),
    '/echo': (ask) => file('text/plain', `${ask.method} ${ask.query.get('q')} ${ask.body}`),
  }),
};

it('routes by exact path, then by pattern, else 404', async (t) => {
  const running = await startSite(site);
  t.after(() => running.close());
  const ask = async (path: string) => (await fetch(running.origin + path)).text();
  assert.equal(await ask('/a'), 'exact');
  assert.equal(await ask('/one/two'), 'two of one');
  assert.equal((await fetch(`${running.origin}/none`)).status, 404);
  const echo = await fetch(`${running.origin}/echo?q=1`, { method: 'POST', body: 'text' });
  assert.equal(await echo.text(), 'POST 1 text');
});

it('counts requests by path and connections, but not questions about the counts', async (t) => {
  const running = await startSite(site);
  t.after(() => running.close());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  for (const path of ['/a', '/a', '/echo?q=1']) {
    const [answer] = (await once(get(running.origin + path, { agent }), 'response')) as [IncomingMessage];
    await text(answer);
  }
  const stats = (await (await fetch(`${running.origin}/__stats`)).json()) as SiteStats;
  assert.equal(stats.requests, 3);
  assert.deepEqual(stats.paths, { '/a': 2, '/echo?q=1': 1 });
  assert.equal(stats.peakConnections, 1);
  await fetch(`${running.origin}/__reset`, { method: 'POST' });
  assert.equal(running.stats().requests, 0);
});

it('is served by a child process that ends with its standard input', async (t) => {
  const script = fileURLToPath(new URL('serve.ts', import.meta.url));
  const child = spawn(process.execPath, [script, 'blog', '--articles', '3', '--attached'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const [address] = (await once(createInterface(child.stdout), 'line')) as [string];
  assert.match(await (await fetch(address)).text(), /Article 1 of 3/);
  child.stdin.end();
  assert.deepEqual(await exited, [0, null]);
});
