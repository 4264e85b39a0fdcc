import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../test/folder.ts';
import { ArgiopeError, type ErrorCode, errorCodes } from '../model/errors.ts';
import type { Engine } from './engine.ts';
import { crawlResult, engineOf, progressEvent, stage } from './fixture.ts';
import { run } from './main.ts';

const seed = 'http://127.0.0.1:9/';

function failing(error: unknown): () => Promise<Engine> {
  return engineOf({ crawl: () => Promise.reject(error) });
}

test('each error code ends the command with its exit code, in one line', async () => {
  for (const [code, { exit }] of Object.entries(errorCodes)) {
    const io = stage();
    const status = await run(['crawl', seed], io, failing(new ArgiopeError(code as ErrorCode, 'it\nbroke')));
    assert.equal(status, exit, code);
    assert.equal(io.err(), `argiope: it broke (${code})\n`);
    assert.equal(io.out(), '');
  }
});

test('advice is one indented line more', async () => {
  const io = stage();
  const error = new ArgiopeError('BROWSER_MISSING', 'no browser was found', { advice: 'install Chromium' });
  assert.equal(await run(['crawl', seed], io, failing(error)), 6);
  assert.equal(io.err(), 'argiope: no browser was found (BROWSER_MISSING)\n  install Chromium\n');
});

test('with --json an error is also one JSON object on standard output', async () => {
  const io = stage();
  await run(
    ['crawl', seed, '--json'],
    io,
    failing(new ArgiopeError('STORE_LOCKED', 'in use', { advice: 'wait' })),
  );
  assert.deepEqual(JSON.parse(io.out()), {
    command: 'crawl',
    error: { code: 'STORE_LOCKED', message: 'in use', advice: 'wait' },
    exitCode: 7,
  });
  const usage = stage();
  assert.equal(await run(['crawl', '--json', '--nonsense'], usage), 2);
  assert.equal(JSON.parse(usage.out()).error.code, 'USAGE');
});

test('errors of the file system become full disk or unreachable store', async () => {
  const system = (code: string) => Object.assign(new Error(`${code}: write '/x'`), { code, path: '/x' });
  for (const [code, exit] of [
    ['ENOSPC', 8],
    ['EDQUOT', 8],
    ['EACCES', 7],
    ['EROFS', 7],
  ] as const) {
    assert.equal(await run(['crawl', seed], stage(), failing(system(code))), exit, code);
  }
});

test('anything else is unexpected: exit 1, and the stack only with --verbose', async () => {
  const io = stage();
  assert.equal(await run(['crawl', seed], io, failing(new TypeError('x is not a function'))), 1);
  assert.match(
    io.err(),
    /^argiope: something went wrong that should not: x is not a function \(INTERNAL\)\n {2}.*\n$/,
  );
  const loud = stage();
  await run(['crawl', seed, '--verbose'], loud, failing(new TypeError('x')));
  assert.match(loud.err(), /TypeError: x\n {4}at /);
  const strange = stage();
  assert.equal(await run(['crawl', seed], strange, failing('a text')), 1);
});

test('a crawl ends with 0, 4 or 5 by why it stopped', async () => {
  for (const [stopped, exit] of [
    ['done', 0],
    ['limit', 4],
    ['interrupted', 5],
  ] as const) {
    const engine = engineOf({ crawl: async () => crawlResult({ stopped }) });
    assert.equal(await run(['crawl', seed], stage(), engine), exit);
  }
});

test('a crawl without any page ends with 3', async () => {
  const io = stage();
  const engine = engineOf({ crawl: async () => crawlResult({ pages: 0 }) });
  assert.equal(await run(['crawl', seed, '--json'], io, engine), 3);
  assert.equal(JSON.parse(io.out()).error.code, 'NOTHING_CRAWLED');
});

test('the crawler gets the settings that flags, environment and seeds make', async () => {
  const io = stage({ env: { ARGIOPE_MAX_PAGES: '7' }, cwd: '/w' });
  const seen: unknown[] = [];
  const engine = engineOf({
    crawl: async (settings) => {
      seen.push(settings.seeds, settings.maxPages, settings.depth, settings.out);
      return crawlResult();
    },
  });
  await run(['crawl', 'example.org/x', '--depth', '2'], io, engine);
  assert.deepEqual(seen, [['http://example.org/x'], 7, 2, '/w/argiope-out/example.org']);
  assert.match(io.err(), /note: "example.org\/x" has no scheme; taken as http:\/\/example.org\/x\n/);
});

test('results go to standard output alone, progress to standard error alone', async () => {
  const cwd = testFolder('cli');
  mkdirSync(join(cwd, 'out', 'mirror'), { recursive: true });
  writeFileSync(join(cwd, 'out', 'mirror', 'index.html'), '');
  const engine = engineOf({
    crawl: async (_settings, hooks) => {
      hooks?.listen?.({ kind: 'note', level: 'info', text: 'resuming' });
      return crawlResult({ out: join(cwd, 'out') });
    },
  });
  const plain = stage({ cwd });
  await run(['crawl', seed], plain, engine);
  assert.equal(plain.err(), 'note: resuming\n');
  assert.match(plain.out(), /^381 pages in 12 s[\s\S]*open {5}out\/mirror\/index.html\n$/);
  const json = stage();
  await run(['crawl', seed, '--json'], json, engine);
  assert.equal(JSON.parse(json.out()).stopped, 'done');
  const quiet = stage();
  await run(['crawl', seed, '--quiet'], quiet, engine);
  assert.equal(quiet.out() + quiet.err(), '');
});

test('the first Ctrl-C lets the crawler end by itself', async () => {
  const io = stage();
  const engine = engineOf({
    crawl: async (_settings, hooks) => {
      io.interrupt();
      assert.equal(hooks?.signal?.aborted, true);
      return crawlResult({ stopped: 'interrupted', finished: false });
    },
  });
  assert.equal(await run(['crawl', seed], io, engine), 5);
  assert.match(io.err(), /^ending after the pages in hand; press Ctrl-C again to stop at once\n/);
});

test('the second Ctrl-C stops at once, and one key press that arrives twice is one', async () => {
  const io = stage();
  let echoed = false;
  const engine = engineOf({
    crawl: (_settings, hooks) => {
      hooks?.listen?.(progressEvent({ pages: 3 }));
      io.interrupt();
      io.pass(20);
      io.interrupt();
      queueMicrotask(() => {
        echoed = true;
        io.pass(1000);
        io.interrupt();
      });
      return new Promise(() => undefined);
    },
  });
  assert.equal(await run(['crawl', seed, '--json'], io, engine), 5);
  assert.equal(echoed, true);
  const { pages, finished, stopped } = JSON.parse(io.out());
  assert.deepEqual([pages, finished, stopped], [3, false, 'interrupted']);
});

test('an unknown command names the nearest, an address names crawl', async () => {
  const typo = stage();
  assert.equal(await run(['crwal', seed], typo), 2);
  assert.equal(
    typo.err(),
    'argiope: unknown command "crwal" (USAGE)\n  did you mean "crawl"? "argiope help" lists the commands\n',
  );
  const address = stage();
  assert.equal(await run(['https://example.org'], address), 2);
  assert.match(address.err(), /argiope crawl <url>/);
  const flag = stage();
  assert.equal(await run(['--json', 'crawl'], flag), 2);
  assert.match(flag.err(), /flags come after the command/);
});

test('serve prints its link and runs until Ctrl-C', async () => {
  const io = stage();
  let isClosed = false;
  const serve = async () => ({
    link: 'http://127.0.0.1:4680/?token=secret',
    origin: 'http://127.0.0.1:4680',
    token: 'secret',
    crawls: { list: () => [] },
    close: async () => {
      isClosed = true;
      return false;
    },
  });
  const ended = run(['serve'], io, async () => ({ serve }) as never);
  while (io.out() === '') await new Promise((resolve) => setImmediate(resolve));
  assert.equal(io.out(), 'http://127.0.0.1:4680/?token=secret\n');
  assert.equal(isClosed, false);
  io.interrupt();
  assert.equal(await ended, 0);
  assert.equal(isClosed, true);
});

test('serve takes no address', async () => {
  const io = stage();
  assert.equal(await run(['serve', 'http://site.test/'], io), 2);
  assert.match(io.err(), /serve takes no address/);
});

test('no command shows the help on standard error and is a usage error', async () => {
  const io = stage();
  assert.equal(await run([], io), 2);
  assert.match(io.err(), /Usage: argiope <command>/);
});

test('version is that of the package', async () => {
  const io = stage();
  assert.equal(await run(['--version'], io), 0);
  assert.match(io.out(), /^\d+\.\d+\.\d+\n$/);
});
