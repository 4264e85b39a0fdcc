import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { books, table } from '../../src/extract/rules/fixture.ts';
import { html, routes } from '../sites/answer.ts';
import { startSite } from '../sites/site.ts';
import { type Ended, linesOf, makeFolder, run } from './command.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
/** Whoever asks for `node` gets the one that runs this test; what an `npm exec` around it was told stays there. */
const env = {
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
  npm_config_call: undefined,
  npm_config_package: undefined,
};
/** Where npm keeps what it loaded; users that run services have no such place. */
const hasHome = existsSync(homedir());
const offline = /^(1|true)$/.test(process.env.npm_config_offline ?? '');
const noNetwork =
  /\b(ENOTFOUND|EAI_AGAIN|ECONN\w+|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|ENOTCACHED|ERR_SOCKET_TIMEOUT|E429|E5\d\d)\b/;
/** What belongs to a working copy and not to its sources. */
const unwanted = new Set(['node_modules', '.git', 'dist', 'argiope-out']);

describe('the packed program', { skip: offline && 'npm is offline' }, () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let installed: Ended;
  const home = () => join(folder.path, 'home');
  const npm = (cwd: string, ...args: string[]) =>
    run('npm', args, {
      cwd,
      env: { ...env, ...(hasHome ? {} : { npm_config_cache: join(folder.path, 'npm') }) },
    });

  before(async () => {
    folder = await makeFolder();
    const copy = join(folder.path, 'copy');
    await cp(checkout, copy, { recursive: true, filter: (path) => !unwanted.has(relative(checkout, path)) });
    await symlink(join(checkout, 'node_modules'), join(copy, 'node_modules'));
    const packed = await npm(copy, 'pack', '--pack-destination', folder.path);
    assert.equal(packed.code, 0, packed.stderr);
    const [tarball] = (await readdir(folder.path)).filter((name) => name.endsWith('.tgz'));
    await mkdir(home());
    const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries', '0', '--prefix', home()];
    installed = await npm(home(), 'install', ...flags, join(folder.path, tarball ?? ''));
  });
  after(() => folder.remove());

  /** Whether the package is there; without a network the test is left out. */
  const isInstalled = (t: TestContext): boolean => {
    // Without a code: it was still waiting for an answer when it was ended.
    if (installed.code !== 0 && (installed.code === null || noNetwork.test(installed.stderr))) {
      t.skip('the package registry cannot be reached');
      return false;
    }
    assert.equal(installed.code, 0, installed.stderr);
    return true;
  };

  it('installs elsewhere and says its version', async (t) => {
    if (!isInstalled(t)) return;
    const { version } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
    const ended = await run('npx', ['argiope', '--version'], { cwd: home(), env });
    assert.deepEqual([ended.code, ended.stdout], [0, `${version}\n`], ended.stderr);
  });

  it('carries no tests, no sources and no development files', async (t) => {
    if (!isInstalled(t)) return;
    const root = join(home(), 'node_modules', 'argiope');
    const files = await readdir(root, { recursive: true });
    assert.ok(files.includes(join('dist', 'index.js')) && files.includes(join('dist', 'index.d.ts')));
    const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
    const others = files.filter(
      (file) => file.includes('.test.') || /^(src|test|bench|scripts)\b/.test(file),
    );
    assert.deepEqual([...sources, ...others], []);
  });

  it('can be imported as a library', async (t) => {
    if (!isInstalled(t)) return;
    const code = "import { crawl, openStore } from 'argiope'; console.log(typeof crawl, typeof openStore)";
    const ended = await run(process.execPath, ['--input-type=module', '-e', code], { cwd: home(), env });
    assert.deepEqual([ended.code, ended.stdout], [0, 'function function\n'], ended.stderr);
  });

  it('runs its demo', async (t) => {
    if (!isInstalled(t)) return;
    const ended = await run('npx', ['argiope', 'demo', '--json'], { cwd: home(), env });
    assert.equal(ended.code, 0, ended.stderr);
    const answer = JSON.parse(linesOf(ended.stdout).at(-1) ?? '');
    assert.ok(answer.argiope.pages > answer.linkCrawler.pages);
    assert.equal(answer.argiope.comments, answer.allComments);
    assert.ok(existsSync(answer.mirror));
    assert.ok(answer.mirror.startsWith(home()));
  });

  it('compares pages in its thread while it crawls', async (t) => {
    if (!isInstalled(t)) return;
    const some = books(6);
    const links = some.map((_, at) => `<a href="/book/${at}">${at}</a>`).join(' ');
    const pages = some.map((book, at) => [`/book/${at}`, () => html(table(book))] as const);
    const site = await startSite({
      ...{ name: 'shop', start: '/' },
      respond: routes({ '/': () => html(links), ...Object.fromEntries(pages) }),
    });
    try {
      const args = ['argiope', 'crawl', site.url, '--engine', 'http', '--extract', '--out', 'shop', '--json'];
      const ended = await run('npx', args, { cwd: home(), env });
      assert.equal(ended.code, 0, ended.stderr);
      const lines = linesOf(await readFile(join(home(), 'shop', 'records.jsonl'), 'utf8'));
      const prices = lines.map((line) => JSON.parse(line).fields.price);
      assert.deepEqual(prices.sort(), some.map(({ price }) => price).sort());
    } finally {
      await site.close();
    }
  });

  it('tells an older Node in one line that it is too old', async (t) => {
    if (!isInstalled(t)) return;
    const old = olderNode();
    if (old === null) return t.skip('there is no older Node here');
    const launcher = join(home(), 'node_modules', 'argiope', 'bin', 'argiope.js');
    const ended = await run(old, [launcher, '--version'], { cwd: home(), env });
    assert.equal(ended.code, 2);
    assert.equal(ended.stdout, '');
    assert.match(ended.stderr, /^Argiope needs Node 24 or newer; this is v\d+[^\n]*\n$/);
  });
});

/** A Node before 24 on this machine. */
function olderNode(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'));
  for (const folder of folders) {
    const path = join(folder, 'node');
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    if (/^v(\d+)\./.test(stdout ?? '') && Number.parseInt(stdout.slice(1), 10) < 24) return path;
  }
  return null;
}
