import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../test/folder.ts';
import { ArgiopeError } from '../../model/errors.ts';
import { sandboxCheck } from '../doctor/browser.ts';
import { nodeCheck } from '../doctor/machine.ts';
import { engineOf, stage } from '../fixture.ts';
import { run } from '../main.ts';

const cwd = testFolder('doctor');

const withBrowser = engineOf({
  findBrowser: async () => ({ path: '/opt/chrome', version: 'Chromium 147.0.1', source: 'system' }),
});

test('it names Node, browser, store and disk, ends with 0 and leaves nothing behind', async () => {
  const io = stage({ cwd });
  assert.equal(await run(['doctor'], io, withBrowser), 0);
  assert.match(io.out(), /^ok {4}node {8}v\d+/m);
  assert.match(io.out(), /^ok {4}browser {5}Chromium 147.0.1, \/opt\/chrome \(system\)$/m);
  assert.match(io.out(), /^ok {4}store {7}SQLite 3\./m);
  assert.match(io.out(), /^(ok|warn) +disk {8}[\d.]+ [kMGT]B free$/m);
  assert.match(io.out(), /\nArgiope can crawl here/);
  for (const line of io.out().split('\n')) assert.ok(line.length <= 80 || !line.includes(' ', 18), line);
  assert.deepEqual(readdirSync(cwd), []);
});

test('the path of the browser reaches the lookup', async () => {
  let asked: string | null = null;
  const engine = engineOf({
    findBrowser: async ({ path }) => {
      asked = path;
      return { path: 'x', version: 'y', source: 'option' };
    },
  });
  await run(['doctor', '--browser', '/my/chrome'], stage({ cwd }), engine);
  assert.equal(asked, '/my/chrome');
  await run(['doctor'], stage({ cwd, env: { CHROME_PATH: '/theirs' } }), engine);
  assert.equal(asked, null, 'the lookup itself asks the environment, and says so');
});

test('a missing browser ends with 6 and says what to do', async () => {
  const io = stage({ cwd });
  const missing = new ArgiopeError('BROWSER_MISSING', 'no browser was found', { advice: 'install Chromium' });
  const engine = engineOf({ findBrowser: () => Promise.reject(missing) });
  assert.equal(await run(['doctor'], io, engine), 6);
  assert.match(io.out(), /^fail {2}browser {5}no browser was found\n {18}→ install Chromium$/m);
  assert.match(io.out(), /cannot crawl here yet/);
});

test('an output folder that cannot be made ends with 7', async () => {
  const file = join(cwd, 'a-file');
  writeFileSync(file, '');
  const io = stage({ cwd });
  assert.equal(await run(['doctor', '--out', join(file, 'out')], io, withBrowser), 7);
  assert.match(io.out(), /^fail {2}store {7}cannot write to/m);
  rmSync(file);
});

test('--json gives the checks as one object', async () => {
  const io = stage({ cwd });
  await run(['doctor', '--json', '--out', 'deep/er'], io, withBrowser);
  const { command, ok, checks } = JSON.parse(io.out());
  assert.deepEqual([command, ok], ['doctor', true]);
  assert.deepEqual(Object.keys(checks[0]), ['name', 'state', 'found', 'advice']);
  assert.equal(existsSync(join(cwd, 'deep')), false);
});

test('root is warned about the sandbox, an old Node is refused', () => {
  assert.equal(sandboxCheck(true, false).state, 'warn');
  assert.equal(sandboxCheck(false, true).state, 'warn');
  assert.equal(sandboxCheck(false, false).state, 'ok');
  assert.equal(nodeCheck('20.1.0').state, 'fail');
  assert.equal(nodeCheck('24.0.0').state, 'ok');
});
