import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { defaultSettings } from '../../config/index.ts';
import { serve } from '../../crawl/gather/fixture.ts';
import { visibleText } from '../../dom/text.ts';
import { type FoundBrowser, findBrowser } from './find.ts';
import { startDriver } from './fixture.ts';
import { chromiumDriver } from './index.ts';
import { launch } from './launch.ts';

const options = { proxy: null, userAgent: 'test', viewport: [800, 600] } as const;
let folder: string;
let found: FoundBrowser;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'argiope-launch-'));
  found = await findBrowser({ path: null });
});

after(() => rm(folder, { recursive: true, force: true }));

/** A program in the browser's place. */
async function inItsPlace(name: string, script: string): Promise<FoundBrowser> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return { ...found, path };
}

test('a browser that finds no sandbox is started without, and says so', async (context) => {
  const picky = await inItsPlace(
    'picky',
    `case "$*" in *--no-sandbox*) exec "${found.path}" "$@";; esac
echo "[FATAL] No usable sandbox! Update your kernel." >&2; echo "core dumped" >&2; exit 1`,
  );
  context.mock.method(process as { getuid: () => number }, 'getuid', () => 1000);
  const browser = await launch(picky, options);
  try {
    assert.equal(browser.sandboxed, false);
    assert.match((await browser.connection.root.send('Browser.getVersion')).product, /Chrome/);
  } finally {
    await browser.close();
  }
});

test('root gets no browser for pages of other machines unless that is asked for', async (context) => {
  context.mock.method(process as { getuid: () => number }, 'getuid', () => 0);
  const { ARGIOPE_NO_SANDBOX } = process.env;
  context.after(() => {
    if (ARGIOPE_NO_SANDBOX !== undefined) process.env.ARGIOPE_NO_SANDBOX = ARGIOPE_NO_SANDBOX;
  });
  delete process.env.ARGIOPE_NO_SANDBOX;
  const seams = { permit: async () => {}, sink: null, fetch: async () => null };
  const start = (seed: string, sandbox = true) => chromiumDriver(defaultSettings([seed], { sandbox }), seams);
  await assert.rejects(start('http://site.example/'), { code: 'CONFIG', message: /root gets no sandbox/ });
  for (const driver of [await start('http://127.0.0.1:9/'), await start('http://site.example/', false)])
    await driver.close();
});

test('a program that is no browser is told by its last word', async () => {
  const other = await inItsPlace('other', 'echo "not a browser" >&2; exit 3');
  await assert.rejects(launch(other, options), {
    code: 'BROWSER_MISSING',
    message: /does not start: not a browser/,
  });
});

test('a browser may be asked for by the word for where it comes from', async (context) => {
  await inItsPlace('chromium', 'echo Chromium 1.2.3');
  const { PATH } = process.env;
  context.after(() => {
    process.env.PATH = PATH;
  });
  process.env.PATH = folder;
  const system = await findBrowser({ path: 'system' });
  assert.deepEqual(system, { path: join(folder, 'chromium'), version: 'Chromium 1.2.3', source: 'system' });
  if (process.platform === 'linux' && process.arch === 'x64')
    assert.equal((await findBrowser({ path: 'bundled' })).source, 'bundled');
  process.env.PATH = '';
  if (process.platform === 'linux')
    await assert.rejects(findBrowser({ path: 'system' }), {
      code: 'BROWSER_MISSING',
      message: /there is none/,
    });
});

test('what a browser keeps beside its profile is gone with it', async () => {
  const told = join(folder, 'told');
  const keeping = await inItsPlace(
    'keeping',
    `mkdir -p "$XDG_CONFIG_HOME/chromium" && echo "$XDG_CONFIG_HOME" > "${told}"; exec "${found.path}" "$@"`,
  );
  const browser = await launch(keeping, options);
  const kept = (await readFile(told, 'utf8')).trim();
  assert.ok(existsSync(join(kept, 'chromium')));
  await browser.close();
  assert.equal(existsSync(kept), false);
});

test('a browser that is killed while it starts is started once more, and told of as that', async () => {
  const marks = join(folder, 'marks');
  const killed = await inItsPlace(
    'killed',
    `echo >> "${marks}"; echo "some warning" >&2; [ "$(wc -l < "${marks}")" -gt 1 ] && exec "${found.path}" "$@"; kill -9 $$`,
  );
  const browser = await launch(killed, options);
  assert.match((await browser.connection.root.send('Browser.getVersion')).product, /Chrome/);
  await browser.close();
  const again = await inItsPlace('again', 'echo "some warning" >&2; kill -9 $$');
  await assert.rejects(launch(again, options), {
    code: 'BROWSER_DEAD',
    message: /was ended by SIGKILL while it started/,
  });
});

test('nothing of a browser that was killed stays in the folder for temporary files', async () => {
  const told = join(folder, 'temporary');
  const keeping = await inItsPlace('temporary-one', `mktemp > "${told}"; exec "${found.path}" "$@"`);
  const browser = await launch(keeping, options);
  const file = (await readFile(told, 'utf8')).trim();
  assert.ok(existsSync(file));
  process.kill(-browser.pid, 'SIGKILL');
  await browser.ended;
  assert.equal(existsSync(file), process.platform !== 'linux');
});

test('pages are told a language where the machine names none', async (context) => {
  const { LC_ALL } = process.env;
  context.after(() => {
    if (LC_ALL === undefined) delete process.env.LC_ALL;
    else process.env.LC_ALL = LC_ALL;
  });
  process.env.LC_ALL = 'C.UTF-8';
  const said = "<p></p><script>document.querySelector('p').textContent = navigator.language</script>";
  const site = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(said),
  );
  const driver = await startDriver(`http://127.0.0.1:${site.port}/`);
  try {
    const { document } = await (await driver.tab()).open(`http://127.0.0.1:${site.port}/`);
    assert.equal(visibleText(document), 'en-US');
  } finally {
    await driver.close();
    await site.close();
  }
});
