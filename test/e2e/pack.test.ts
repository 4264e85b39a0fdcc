import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { books, table } from '../../src/extract/rules/fixture.ts';
import { testFolder } from '../folder.ts';
import { html, routes } from '../sites/answer.ts';
import { startShop } from '../sites/shop.ts';
import { startSite } from '../sites/site.ts';
import { codeIn } from './code.ts';
import { type Ended, linesOf, run } from './command.ts';

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
const compiler = join(checkout, 'node_modules', 'typescript', 'bin', 'tsc');
const typeRoot = join(checkout, 'node_modules', '@types');
/** A program that names all of the library that users are likely to. */
const typed = `
import { ArgiopeError, crawl, csvSink, extract, openStore, recrawl, train } from 'argiope';
import type { CrawledPage, CrawlSummary, Hooks, PageSink } from 'argiope';

const hooks: Hooks = { page: ({ title }) => (title === '' ? { drop: 'no title' } : undefined) };
const sink: PageSink = csvSink('a.csv', async (page) => ({ title: page.title, text: await page.text() }));
const run = crawl('https://example.org/', { maxPages: 50, include: /news/, hooks, sinks: [sink], viewport: [800, 600] });
const labels: string[] = [];
for await (const page of run) {
  const one: CrawledPage = page;
  labels.push(one.label, await one.html(), String(one.record?.price), ...one.links.map(({ url }) => url));
  const picture: Uint8Array = await one.screenshot();
  if (picture.length > 1e6) break;
}
const summary: CrawlSummary = await run.summary;
const store = await openStore('folder');
for await (const page of store) labels.push(page.label);
await recrawl('folder', { budget: 10 });
await extract('folder', { records: 'csv' });
await train({ sample: { thread: 'https://example.org/t/1' }, out: 'model.json' }).catch((error: unknown) => {
  if (error instanceof ArgiopeError) labels.push(error.code);
});
export { labels, summary };
`;

/** What belongs to a working copy and not to its sources. */
const unwanted = new Set(['node_modules', '.git', 'dist', 'argiope-out']);

describe('the packed program', { skip: offline && 'npm is offline' }, () => {
  const folder = testFolder('pack');
  let installed: Ended;
  const home = () => join(folder, 'home');
  const npm = (cwd: string, ...args: string[]) =>
    run('npm', args, {
      cwd,
      env: { ...env, ...(hasHome ? {} : { npm_config_cache: join(folder, 'npm') }) },
    });

  before(async () => {
    const copy = join(folder, 'copy');
    await cp(checkout, copy, { recursive: true, filter: (path) => !unwanted.has(relative(checkout, path)) });
    await symlink(join(checkout, 'node_modules'), join(copy, 'node_modules'));
    const packed = await npm(copy, 'pack', '--pack-destination', folder);
    assert.equal(packed.code, 0, packed.stderr);
    const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
    await mkdir(home());
    const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries', '0', '--prefix', home()];
    installed = await npm(home(), 'install', ...flags, join(folder, tarball ?? ''));
  });

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

  it('is ready to be published', async (t) => {
    if (!isInstalled(t)) return;
    const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
    const ended = await npm(folder, 'publish', '--dry-run', `./${tarball}`);
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(ended.stdout, /^\+ argiope@/m);
    assert.doesNotMatch(ended.stderr, /auto-corrected|errors corrected/);
  });

  it('carries one bundle for each entry, its types and its documents, and no test', async (t) => {
    if (!isInstalled(t)) return;
    const root = join(home(), 'node_modules', 'argiope');
    const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    );
    const names = files.map(({ parentPath, name }) => relative(root, join(parentPath, name)));
    assert.deepEqual(names.filter((name) => !name.startsWith('docs')).sort(), [
      ...['CHANGELOG.md', 'LICENSE', 'README.md', 'bin/argiope.js', 'bin/package.json', 'dist/cli.js'],
      ...[
        'dist/engine.js',
        'dist/errors.js',
        'dist/index.d.ts',
        'dist/index.js',
        'dist/mcp.js',
        ...['app.css', 'app.js', 'graph-worker.js', 'pointing.js'].map((name) => `dist/serve/${name}`),
        'dist/third-party.txt',
        'dist/unpdf.js',
        'package.json',
      ],
    ]);
    assert.ok(names.filter((name) => name.startsWith('docs')).every((name) => /\.(md|svg)$/.test(name)));
    for (const bundle of ['cli', 'engine', 'index']) {
      const text = await readFile(join(root, 'dist', `${bundle}.js`), 'utf8');
      assert.ok(!text.includes('node:test') && !text.includes(checkout), bundle);
    }
  });

  it('brings nothing with it but a browser, and names the licences of what is inside', async (t) => {
    if (!isInstalled(t)) return;
    const root = join(home(), 'node_modules', 'argiope');
    const about = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    assert.deepEqual(Object.keys(about.dependencies ?? {}), []);
    const notices = await readFile(join(root, 'dist', 'third-party.txt'), 'utf8');
    for (const name of ['undici', 'parse5', '@ghostery/adblocker', 'preact'])
      assert.ok(notices.includes(`== ${name} `), name);
  });

  for (const resolution of ['node16', 'bundler'] as const)
    it(`has types that compile in a project without anything else (${resolution})`, async (t) => {
      if (!isInstalled(t)) return;
      await writeFile(join(home(), 'typed.mts'), typed);
      const settings = {
        module: resolution === 'node16' ? 'node16' : 'esnext',
        moduleResolution: resolution,
      };
      const ended = await compiled(home(), 'typed.mts', settings);
      assert.deepEqual([ended.code, ended.stdout], [0, ''], ended.stdout);
      await writeFile(join(home(), 'wrong.mts'), typed.replace('maxPages', 'maxPage'));
      assert.match(
        (await compiled(home(), 'wrong.mts', settings)).stdout,
        /'maxPage' does not exist.*CrawlOptions/,
      );
    });

  it('has types that the examples compile with', async (t) => {
    if (!isInstalled(t)) return;
    await cp(join(checkout, 'examples'), join(home(), 'examples'), { recursive: true });
    const names = (await readdir(join(home(), 'examples'))).filter((name) => name.endsWith('.ts'));
    const files = names.map((name) => join('examples', name));
    await writeFile(join(home(), 'examples', 'package.json'), '{ "type": "module" }');
    const ended = await compiled(home(), files, { module: 'node16', types: ['node'], typeRoots: [typeRoot] });
    assert.deepEqual([ended.code, ended.stdout], [0, ''], ended.stdout);
  });

  it('is a library in twelve lines, as the README shows', async (t) => {
    if (!isInstalled(t)) return;
    const code = codeIn(await readFile(join(checkout, 'README.md'), 'utf8'), '## In your own program');
    assert.ok(code.trim().split('\n').length <= 12, code);
    const site = await startShop();
    try {
      const file = join(home(), 'readme.mts');
      await writeFile(file, code.replaceAll('https://example.org/', site.url));
      const types = await compiled(home(), 'readme.mts', {
        module: 'node16',
        types: ['node'],
        typeRoots: [typeRoot],
      });
      assert.deepEqual([types.code, types.stdout], [0, ''], types.stdout);
      const ended = await run(process.execPath, [file], { cwd: home(), env });
      assert.equal(ended.code, 0, ended.stderr);
      assert.match(ended.stdout, /New thing › Reviews/);
      assert.match(ended.stdout, /<main>Everybody likes the New thing<\/main>/);
    } finally {
      await site.close();
    }
  });

  it('can be put into a bundle of its user, threads and all', async (t) => {
    if (!isInstalled(t)) return;
    const some = books(6);
    const site = await startSite(shelfOf(some));
    try {
      await writeFile(
        join(home(), 'app.mjs'),
        `import { crawl } from 'argiope';
         const prices = [];
         for await (const { record } of crawl(${JSON.stringify(site.url)}, { engine: 'http', extract: true }))
           if (record) prices.push(record.price);
         console.log(JSON.stringify(prices.sort()));`,
      );
      const outfile = join(folder, 'elsewhere', 'app.mjs');
      await build({
        entryPoints: [join(home(), 'app.mjs')],
        outfile,
        bundle: true,
        platform: 'node',
        format: 'esm',
        external: ['@sparticuz/chromium'],
        logLevel: 'silent',
      });
      const ended = await run(process.execPath, [outfile], { cwd: dirname(outfile), env });
      assert.equal(ended.code, 0, ended.stderr);
      assert.deepEqual(JSON.parse(ended.stdout), some.map(({ price }) => price).sort());
    } finally {
      await site.close();
    }
  });

  it('tells errors of what it loads late by their codes', async (t) => {
    if (!isInstalled(t)) return;
    const ended = await run('npx', ['argiope', 'crawl', 'http://127.0.0.1:9/', '--out', 'none'], {
      cwd: home(),
      env,
    });
    assert.equal(ended.code, 3, ended.stderr);
    assert.match(ended.stderr, /\(NOTHING_CRAWLED\)/);
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
    const site = await startSite(shelfOf(some));
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

  it('reads and stores pages in threads', async (t) => {
    if (!isInstalled(t)) return;
    const links = Array.from({ length: 400 }, (_, at) => `<a href="/${at}">${at}</a>`).join(' ');
    const site = await startSite({
      name: 'many',
      start: '/',
      respond: ({ path }) => html(path === '/' ? links : `<h1>Page ${path}</h1>`),
    });
    try {
      const flags = ['--engine', 'http', '--threads', '2', '--robots', 'ignore', '--out', 'many', '--json'];
      const ended = await run('npx', ['argiope', 'crawl', site.url, ...flags], { cwd: home(), env });
      assert.equal(ended.code, 0, ended.stderr);
      assert.doesNotMatch(ended.stderr, /no threads could be begun|ExperimentalWarning/);
      assert.equal(JSON.parse(linesOf(ended.stdout).at(-1) ?? '').pages, 401);
    } finally {
      await site.close();
    }
  });

  it('installs for one account, and runs without being installed, as the README says', async (t) => {
    if (!isInstalled(t)) return;
    const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
    const text = (await readFile(join(checkout, 'README.md'), 'utf8')).replaceAll(
      './argiope-0.1.0.tgz',
      `./${tarball}`,
    );
    const own = { ...env, HOME: join(folder, 'account'), npm_config_cache: await cacheOf() };
    const [install, npx] = ['npm install --global', 'npx --package'].map((begin) =>
      text.split('\n').find((line) => line.startsWith(begin)),
    );
    const flags = '--no-audit --no-fund --prefer-offline';
    for (const line of [
      `${install?.split('#')[0]} ${flags}`,
      `~/.local/bin/argiope --version`,
      npx?.split('#')[0] ?? '',
    ]) {
      const ended = await run('bash', ['-c', line.replace('npx ', 'npx --yes ')], {
        cwd: folder,
        env: own,
      });
      assert.equal(ended.code, 0, `${line}\n${ended.stderr}`);
    }
    const left = await readdir(join(folder, 'account'));
    assert.deepEqual(
      left.filter((name) => !/^\.(local|cache|npm)$/.test(name)),
      [],
    );
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

/** A page for each book, and one that lists them. */
function shelfOf(some: ReturnType<typeof books>): Parameters<typeof startSite>[0] {
  const links = some.map((_, at) => `<a href="/book/${at}">${at}</a>`).join(' ');
  const pages = some.map((book, at) => [`/book/${at}`, () => html(table(book))] as const);
  return {
    name: 'shelf',
    start: '/',
    respond: routes({ '/': () => html(links), ...Object.fromEntries(pages) }),
  };
}

/** Compiles one file with the defaults of the compiler, as strictly as it can. */
function compiled(cwd: string, files: string | readonly string[], more: object): Promise<Ended> {
  const options = { strict: true, noEmit: true, target: 'es2024', types: [], ...more };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return run(process.execPath, [compiler, '--ignoreConfig', ...args, ...[files].flat()], { cwd, env });
}

/** Where npm keeps what it loaded. */
async function cacheOf(): Promise<string> {
  return (await run('npm', ['config', 'get', 'cache'], { env })).stdout.trim();
}

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
