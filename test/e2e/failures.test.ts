import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { withStore } from '../../bench/ajax/outputs.ts';
import { testFolder } from '../folder.ts';
import { bad } from '../sites/bad.ts';
import { blog } from '../sites/blog.ts';
import { quirks } from '../sites/quirks.ts';
import { type RunningSite, startSite } from '../sites/site.ts';
import { argiope, crawl, crawlArgs, type Ended, lastJson, linesOf, startArgiope } from './command.ts';

interface Failure {
  readonly args: readonly string[];
  readonly exit: number;
  readonly code: string;
  readonly says: RegExp;
  readonly env?: Readonly<Record<string, string>>;
}

/** One line of what went wrong, at most one of advice, the exit code, and one JSON object. */
function assertFailure(ended: Ended, { exit, code, says }: Omit<Failure, 'args'>): void {
  // A crawl that takes long tells how it goes.
  const told = linesOf(ended.stderr).filter((one) => !/^\d+\.\d s: \d pages?, \d waiting, /.test(one));
  const [line = '', advice, ...more] = told;
  assert.match(line, says);
  assert.ok(line.startsWith('argiope: ') && line.endsWith(')'), line);
  assert.ok(advice === undefined || /^ {2}\S/.test(advice), advice);
  assert.deepEqual(more, []);
  assert.doesNotMatch(ended.stderr, /^\s+at /m);
  assert.equal(ended.code, exit, ended.stderr);
  assert.equal(linesOf(ended.stdout).length, 1);
  const answer = lastJson(ended) as { error: { code: string; message: string }; exitCode: number };
  assert.equal(answer.exitCode, exit);
  assert.equal(answer.error.code, code);
  assert.match(answer.error.message, says);
}

describe('a crawl that cannot be', () => {
  const folder = testFolder('failures');
  let wrong: RunningSite;
  let right: RunningSite;
  let forbidden: RunningSite;
  let made = 0;
  const out = () => join(folder, `out-${made++}`);
  const failing = async (failure: Failure) => {
    const { args, env = {} } = failure;
    const ended = await argiope([...args, '--json'], { cwd: folder, env });
    assertFailure(ended, failure);
  };

  before(async () => {
    wrong = await startSite(bad());
    right = await startSite(blog({ articles: 2, pages: 4 }));
    forbidden = await startSite(quirks());
  });
  after(async () => {
    await Promise.all([wrong.close(), right.close(), forbidden.close()]);
  });

  it('is refused for an address that is none', () =>
    failing({
      args: ['crawl', 'ht!tp://[nonsense', '--out', out()],
      exit: 2,
      code: 'USAGE',
      says: /nonsense/,
    }));

  it('is refused for a command or flag that does not exist, and the nearest is named', async () => {
    await failing({ args: ['crwal', wrong.url], exit: 2, code: 'USAGE', says: /unknown command "crwal"/ });
    const flag = ['crawl', wrong.url, '--out', out(), '--max-page', '3'];
    await failing({ args: flag, exit: 2, code: 'USAGE', says: /--max-page\b/ });
    const { stderr } = await argiope(flag);
    assert.match(stderr, /--max-pages/);
    assert.match((await argiope(['crwal'])).stderr, /did you mean "crawl"/);
  });

  it('says that a host does not exist', () =>
    failing({
      args: ['crawl', 'http://nope.invalid/', '--out', out()],
      exit: 3,
      code: 'NOTHING_CRAWLED',
      says: /nope\.invalid.*does not resolve/,
    }));

  it('says that nobody listens', async () => {
    const port = await closedPort();
    const url = `http://127.0.0.1:${port}/`;
    await failing({
      args: ['crawl', url, '--out', out()],
      exit: 3,
      code: 'NOTHING_CRAWLED',
      says: /refuses the connection/,
    });
  });

  describe('for what is at its address', { concurrency: 2 }, () => {
    for (const [path, says] of [
      ['/paper.pdf', /\/paper\.pdf\b.*(application\/pdf|a download)/],
      ['/data.json', /\/data\.json\b.* is a file \(application\/json\)/],
      ['/missing', /\/missing\b.* answered HTTP 404/],
      ['/broken', /\/broken\b.* answered HTTP 500/],
      ['/loop', /\/loop\b.*(in a circle|leads back)/],
      ['/away', /redirects to http:\/\/elsewhere\.example\//],
      ['/empty', /the page at http:\S+\/empty is empty/],
    ] as const) {
      for (const engine of ['auto', 'browser', 'http']) {
        it(`says what is wrong with ${path} in the ${engine} engine`, () =>
          failing({
            args: ['crawl', wrong.origin + path, '--out', out(), '--engine', engine],
            exit: 3,
            code: 'NOTHING_CRAWLED',
            says,
          }));
      }
    }
  });

  it('says that robots.txt forbids the start', async () => {
    await failing({
      args: ['crawl', `${forbidden.origin}/private/page`, '--out', out()],
      exit: 3,
      code: 'NOTHING_CRAWLED',
      says: /robots\.txt forbids \S+\/private\/page/,
    });
    assert.equal(forbidden.stats().paths['/private/page'], undefined);
  });

  it('leaves a folder that a good crawl can use afterwards', async () => {
    const place = out();
    await failing({
      args: ['crawl', `${wrong.origin}/missing`, '--out', place],
      exit: 3,
      code: 'NOTHING_CRAWLED',
      says: /404/,
    });
    assert.equal((await crawl(right.url, place, ['--fresh'])).pages, 4);
  });

  it('says that there is no browser, or that it is none', async () => {
    const place = out();
    const missing = { exit: 6, code: 'BROWSER_MISSING' };
    const args = ['crawl', right.url, '--out', place];
    await failing({
      args: [...args, '--browser', '/nonexistent'],
      ...missing,
      says: /--browser \/nonexistent does not exist/,
    });
    await failing({
      args: [...args, '--browser', '/bin/true'],
      ...missing,
      says: /--browser \/bin\/true does not start/,
    });
    await failing({
      args,
      ...missing,
      says: /ARGIOPE_BROWSER=\/nonexistent does not exist/,
      env: { ARGIOPE_BROWSER: '/nonexistent' },
    });
    assert.equal((await crawl(right.url, place)).pages, 4);
  });

  it('says that the output folder cannot be made', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, 'kept');
    const unreachable = { exit: 7, code: 'STORE_UNREACHABLE' };
    for (const place of [join(file, 'below'), '/proc/x'])
      await failing({ args: ['crawl', right.url, '--out', place], ...unreachable, says: new RegExp(place) });
    assert.equal(await readFile(file, 'utf8'), 'kept');
  });

  it('says that the output folder may not be written to', {
    skip: process.getuid?.() === 0 && 'root may write everywhere',
  }, async () => {
    const place = out();
    await mkdir(place, { mode: 0o500 });
    await failing({
      args: ['crawl', right.url, '--out', place],
      exit: 7,
      code: 'STORE_UNREACHABLE',
      says: new RegExp(place),
    });
  });

  it('says that a store is no database, and leaves the file as it is', async () => {
    const place = out();
    await mkdir(place);
    const text = 'my diary, not a database\n'.repeat(400);
    await writeFile(join(place, 'argiope.db'), text);
    await failing({
      args: ['crawl', right.url, '--out', place],
      exit: 7,
      code: 'STORE_CORRUPT',
      says: /argiope\.db/,
    });
    assert.equal(await readFile(join(place, 'argiope.db'), 'utf8'), text);
  });

  it('says that there is no crawl to make an output from', () =>
    failing({
      args: ['mirror', '--out', out()],
      exit: 7,
      code: 'STORE_UNREACHABLE',
      says: /there is no crawl/,
    }));
});

describe('a crawl that is stopped', () => {
  const folder = testFolder('failures');
  let slow: RunningSite;
  const truth = blog({ articles: 6, pages: 20 });
  const out = (name: string) => join(folder, name);

  before(async () => {
    slow = await startSite(truth, { latencyMs: 100 });
  });
  after(async () => {
    await slow.close();
  });

  it('by --max-pages keeps exactly that many, writes them, and goes on when asked again', async () => {
    const stopped = await crawl(slow.url, out('pages'), ['--max-pages', '7'], 4);
    assert.equal(stopped.pages, 7);
    assert.equal(stopped.finished, false);
    assert.equal(linesOf(await readFile(out('pages/pages.jsonl'), 'utf8')).length, 7);
    assert.equal((await crawl(slow.url, out('pages'))).pages, 20);
  });

  it('by --max-time keeps what it has, and goes on when asked again', async () => {
    const stopped = await crawl(slow.url, out('time'), ['--max-time', '0.5'], 4);
    assert.ok(stopped.pages < 20, `${stopped.pages} pages`);
    assert.equal((await crawl(slow.url, out('time'))).pages, 20);
  });

  it('is alone on its store: a second process is refused and the first is not disturbed', async () => {
    const place = out('shared');
    const first = startArgiope(['crawl', slow.url, '--out', place, '--verbose', '--delay', '0.1']);
    await first.seen(/: kept/);
    // It holds the store, however long the second takes to start.
    process.kill(first.pid, 'SIGSTOP');
    const second = await argiope(crawlArgs(slow.url, place));
    process.kill(first.pid, 'SIGCONT');
    assertFailure(second, { exit: 7, code: 'STORE_LOCKED', says: /argiope\.db/ });
    assert.equal((await first.ended).code, 0);
    assert.equal((await withStore(place, (site) => site.counts())).kept, 20);
  });
});

function closedPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 1));
    });
  });
}
