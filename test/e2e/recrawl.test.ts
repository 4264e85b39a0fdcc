import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ChangingSite, words } from '../../bench/gather/recrawl/site.ts';
import { identities } from '../../bench/gather/recrawl/truth.ts';
import { stage } from '../../src/cli/fixture.ts';
import { run } from '../../src/cli/main.ts';
import { type CrawlSettings, defaultSettings, type RecrawlSettings } from '../../src/config/index.ts';
import type { RecrawlSummary } from '../../src/model/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { runHistory } from '../../src/run/history.ts';
import { type RecrawlHooks, runRecrawl } from '../../src/run/recrawl.ts';
import { testFolder } from '../folder.ts';

const ends: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const end of ends.reverse()) await end();
});

/** A small site that was crawled: ten pages on a list, two documents of four states. */
async function crawled(engine: CrawlSettings['engine'], tagged = true) {
  const site = await new ChangingSite({ pages: 10, documents: 2, states: 4 }, tagged).open();
  const out = testFolder('recrawl');
  ends.push(
    () => site.close(),
    () => rm(out, { recursive: true, force: true }),
  );
  const store = `sqlite:${join(out, 'argiope.db')}`;
  const summary = await runCrawl(defaultSettings([`${site.origin}/`], { engine, out, store }));
  const place = { out, store };
  const again = (more: Partial<RecrawlSettings> = {}, hooks: RecrawlHooks = {}) => {
    site.seen.length = 0;
    const plain = { budget: null, every: null, since: null, maxTime: null, crawl: {} };
    return runRecrawl({ ...place, ...plain, ...more }, hooks);
  };
  return { site, out, store, summary, again };
}

/** What of the site the pages of a list are. */
async function named(store: string, summary: RecrawlSummary) {
  const names = await identities(store);
  const of = (list: 'new' | 'changed' | 'gone') =>
    summary.lists[list].map(({ number }) => names.get(number) ?? '?').sort();
  return { new: of('new'), changed: of('changed'), gone: of('gone') };
}

/** Runs a command line in this process. */
async function argiope(args: readonly string[]) {
  const io = stage();
  const code = await run(args, io);
  return { code, stdout: io.out(), stderr: io.err() };
}

const state = (document: number, part: number) => `${words(document)}#${words(part)}`;

test('pages and states in the browser: unchanged ones are asked for once, changed ones seen, new ones crawled', async () => {
  const { site, store, summary, again, out } = await crawled('browser');
  assert.equal(summary.pages, 22);

  const quiet = await again();
  assert.deepEqual([quiet.unchanged, quiet.changed, quiet.new, quiet.gone, quiet.events], [22, 0, 0, 0, 0]);
  assert.equal(quiet.notModified, 23, '14 documents, 8 answers, one script');
  assert.equal(site.seen.length, 23);

  site.editPage(3);
  site.editState(1, 2);
  site.addPage(5, 77);
  site.addStateBehind(0, 2);
  const edited = await again();
  assert.deepEqual(await named(store, edited), {
    new: ['/page/77', state(0, 5)],
    changed: ['/page/3', '/page/5', state(0, 2), state(1, 2)].sort(),
    gone: [],
  });
  assert.equal(edited.unchanged, 18);
  assert.equal(edited.events, 4, 'two states that changed, and a new one behind one of them');

  site.editDocument(1);
  const whole = await again();
  assert.deepEqual((await named(store, whole)).changed, [
    '/doc/1',
    ...[1, 2, 3, 4].map((part) => state(1, part)).sort(),
  ]);

  site.removePage(4);
  site.removeState(0, 3);
  const gone = await again();
  assert.deepEqual((await named(store, gone)).gone, ['/page/4', state(0, 3)]);
  assert.equal(gone.pages, 22);
  const listing = await readFile(join(out, 'pages.jsonl'), 'utf8');
  assert.ok(!listing.includes('/page/4"') && listing.includes('/page/77"'));

  site.restorePage(4);
  const back = await again();
  assert.deepEqual((await named(store, back)).new, ['/page/4']);
  assert.deepEqual([back.pages, back.changed, back.gone], [23, 0, 0]);

  const told = await runHistory({ out, store, page: `${site.origin}/page/3` });
  assert.deepEqual([told.versions.length, told.checks, told.changes, told.diffs.length], [2, 5, 1, 1]);
  const signs = told.diffs[0]?.hunks.flatMap(({ lines }) => lines).filter(({ sign }) => sign !== ' ');
  assert.deepEqual(
    signs?.map(({ sign }) => sign),
    ['-', '+'],
  );
  assert.match(signs?.[1]?.text ?? '', /written anew/);
});

test('without tags and dates bodies tell what changed', async () => {
  const { site, store, again } = await crawled('browser', false);
  const quiet = await again();
  assert.deepEqual([quiet.unchanged, quiet.notModified, quiet.events, quiet.opened], [22, 0, 0, 0]);
  site.editState(0, 1);
  assert.deepEqual((await named(store, await again())).changed, [state(0, 1)]);
});

test('by plain requests: conditional questions, new pages gathered, a sitemap that tells of the change', async () => {
  const { site, store, again, out } = await crawled('http');
  const quiet = await again();
  assert.deepEqual([quiet.unchanged, quiet.notModified, site.seen.length], [14, 14, 14]);
  site.editPage(1);
  site.addPage(2, 88);
  const edited = await again();
  const found = await named(store, edited);
  assert.deepEqual([found.changed, found.new], [['/page/1', '/page/2'], ['/page/88']]);
  const sitemap = await readFile(join(out, 'sitemap.xml'), 'utf8');
  assert.equal(sitemap.match(/<url>/g)?.length, 15);
});

test('a budget ends a run, and what is left comes first in the next', async () => {
  const { site, again } = await crawled('http');
  const since = new Date().toISOString();
  const some = await again({ budget: 6 });
  assert.ok(site.seen.length <= 6, String(site.seen.length));
  assert.equal(some.stopped, 'limit');
  assert.equal(some.unchanged + some.notVisited, 14);
  const asked = new Set(site.seen.map(({ path }) => path));
  await again({ budget: 6 });
  assert.ok(!site.seen.some(({ path }) => asked.has(path)));
  const rest = await again({ since });
  assert.equal(rest.unchanged, 14 - 2 * asked.size, 'those that were seen since are left alone');
});

test('a run that was interrupted goes on with what it had not seen', async () => {
  const { site, store, again } = await crawled('browser');
  const edited = Array.from({ length: 10 }, (_, page) => page);
  for (const page of edited) site.editPage(page);
  const stop = new AbortController();
  const first = await again(
    { crawl: { workers: 1 } },
    { signal: stop.signal, listen: (event) => void (event.kind === 'changed' && stop.abort()) },
  );
  assert.equal(first.stopped, 'interrupted');
  assert.ok(first.changed >= 1 && first.changed < 10, String(first.changed));
  const rest = await again();
  assert.equal(rest.changed, 10 - first.changed);
  assert.deepEqual(
    [...(await named(store, first)).changed, ...(await named(store, rest)).changed].sort(),
    edited.map((page) => `/page/${page}`),
  );
  assert.ok(rest.unchanged <= 1, 'what the first run had seen is not asked for again');
});

test('in rounds it sleeps until pages are due, tells each round, and ends when told to', async () => {
  const { site, again } = await crawled('http');
  const stop = new AbortController();
  const rounds: RecrawlSummary[] = [];
  let now = Date.now();
  let waits = 0;
  const clock = {
    now: () => now,
    wait: async (until: number) => {
      waits++;
      now = Math.max(now, until);
    },
  };
  await again(
    { every: 86_400 },
    {
      clock,
      signal: stop.signal,
      round: (summary) => {
        rounds.push(summary);
        if (rounds.length === 1) site.editPage(7);
        if (rounds.length === 4) stop.abort();
      },
    },
  );
  assert.ok(rounds.length >= 4);
  assert.ok(waits < 300, `${waits} waits for ${rounds.length} rounds`);
  const visits = rounds.slice(0, 4).map(({ unchanged, changed }) => unchanged + changed);
  assert.ok(
    visits.every((each) => each >= 10 && each <= 16),
    visits.join(),
  );
  assert.equal(
    rounds.reduce((sum, { changed }) => sum + changed, 0),
    1,
  );
});

test('the commands tell people and programs', async () => {
  const { site, out } = await crawled('http');
  site.editPage(1);
  site.removePage(2);
  const told = await argiope(['recrawl', '--out', out, '--verbose']);
  assert.equal(told.code, 0, told.stderr);
  assert.match(told.stdout, /^~ +\d+ {2}http\S+\/page\/1 {2}Page ce$/m);
  assert.match(told.stdout, /^- +\d+ {2}http\S+\/page\/2/m);
  assert.match(told.stdout, /^ {2}changed +1 {2}pages/m);
  assert.match(told.stdout, /^ {2}unchanged +12 {2}pages/m);
  const shown = await argiope(['history', `${site.origin}/page/1`, '--out', out]);
  assert.match(shown.stdout, /^version 2 {2}\S+ \S+ {2}Page ce$/m);
  assert.match(shown.stdout, /^ {2}- ce as it was in the beginning$/m);
  assert.match(shown.stdout, /^ {2}\+ ce written anew ce times$/m);
  assert.ok(shown.stdout.split('\n').every((line) => line.length <= 80));
  const json = await argiope(['history', '0', '--out', out, '--json']);
  assert.equal(JSON.parse(json.stdout).versions.length, 1);
  const none = await argiope(['history', `${site.origin}/nowhere`, '--out', out]);
  assert.equal(none.code, 2);
  assert.match(none.stderr, /holds no page/);
  const beyond = await argiope(['history', `${site.origin}/page/1`, '--out', out, '--version', '1..5']);
  assert.match(beyond.stderr, /versions 1 to 2/);
});
