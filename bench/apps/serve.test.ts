import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type App, shell } from './app.ts';
import { startApp } from './serve.ts';

const app: App = {
  name: 'echo',
  frameworks: 'none',
  summary: 'tells what it was asked',
  parts: [],
  scripts: { '/page.js': fileURLToPath(new URL('./plain-routes/page.js', import.meta.url)) },
  answer({ method, path, query, body }, { origin, other }) {
    if (path === '/') return shell({ title: 'Echo', body: '', script: '/page.js' });
    if (path !== '/echo') return null;
    return { body: JSON.stringify({ method, q: query.get('q'), body, apart: origin !== other }) };
  },
};

test('an app is served on two origins, with everything it was asked', async () => {
  const site = await startApp(app);
  try {
    assert.notEqual(new URL(site.origin).hostname, new URL(site.other).hostname);
    assert.match(await (await fetch(site.url)).text(), /<script defer src="\/page\.js">/);
    const told = await fetch(`${site.other}/echo?q=a`, { method: 'POST', body: 'words' });
    assert.deepEqual(await told.json(), { method: 'POST', q: 'a', body: 'words', apart: true });
    assert.equal((await fetch(`${site.origin}/nothing`)).status, 404);
    assert.deepEqual(site.requests(), [
      { method: 'GET', path: '/', other: false },
      { method: 'POST', path: '/echo?q=a', other: true },
      { method: 'GET', path: '/nothing', other: false },
    ]);
  } finally {
    await site.close();
  }
});

test('its script is one minified bundle', async () => {
  const site = await startApp(app);
  try {
    const answer = await fetch(`${site.origin}/page.js`);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/javascript/);
    const script = await answer.text();
    assert.ok(!/\bimport\b|below\(/.test(script), 'nothing is imported, names are short');
    assert.match(script, /history\.pushState/);
  } finally {
    await site.close();
  }
});

test('from the command line it says its address and ends with the stdin of whoever started it', async () => {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./serve.ts', import.meta.url)), 'plain-widgets', '--attached'],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const [url] = await once(createInterface(child.stdout), 'line');
  assert.match(await (await fetch(url)).text(), /The evening edition/);
  child.stdin.end();
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
});

test('from the command line an app that does not exist is named with those that do', async () => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./serve.ts', import.meta.url)), 'nothing'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said] = await once(createInterface(child.stderr), 'line');
  assert.match(said, /expected one of react-shop, .*; got "nothing"/);
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  assert.equal(code, 2);
});
