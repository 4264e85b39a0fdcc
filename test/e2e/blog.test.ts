import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { differences, fingerprintOf } from '../../bench/ajax/crawl-equality.ts';
import { checkTruth, describeCheck, isExact } from '../../bench/ajax/truth-check.ts';
import { defaultSettings } from '../../src/config/index.ts';
import type { EntryStep } from '../../src/derive/entry-path.ts';
import type { GraphEdge, GraphNode } from '../../src/derive/graph/parts.ts';
import { chromiumDriver } from '../../src/drivers/chromium/index.ts';
import type { Driver } from '../../src/model/index.ts';
import type { CrawlSummary } from '../../src/model/summary.ts';
import { testFolder } from '../folder.ts';
import { blog } from '../sites/blog.ts';
import { type RunningSite, startSite } from '../sites/site.ts';
import { argiope, crawl, crawlArgs, lastJson, linesOf } from './command.ts';

const [articles, pages] = [8, 30];
const site = blog({ articles, pages });
const { truth } = site;

describe('a blog whose comments are turned by scripts', () => {
  const folder = testFolder('blog');
  let running: RunningSite;
  let summary: CrawlSummary;
  let asked: number;
  const at = (name: string) => join(folder, name);
  const main = () => at('main');
  const read = (name: string) => readFile(join(main(), name), 'utf8');

  before(async () => {
    running = await startSite(site);
    summary = await crawl(running.url, main());
    asked = running.stats().requests;
  });
  after(async () => {
    await running.close();
  });

  const assertWhole = async (out: string) => {
    const check = await checkTruth(out, truth);
    assert.ok(isExact(check), describeCheck(check));
    assert.equal(check.found, pages);
  };

  it('is found whole, every page once', async () => {
    await assertWhole(main());
    const listed = linesOf(await read('pages.jsonl')).map((line) => JSON.parse(line));
    assert.equal(listed.length, pages);
    assert.equal(new Set(listed.map((page) => page.fingerprint)).size, pages);
    assert.equal(new Set(listed.map((page) => page.number)).size, pages);
    const addresses = listed.flatMap((page) => (page.url === null ? [] : [page.url]));
    const truly = Array.from({ length: articles }, (_, index) => `${running.origin}/article/${index + 1}`);
    assert.deepEqual(addresses.toSorted(), truly.toSorted());
  });

  it('is summed up in the documented fields, in their order', () => {
    const { engines, ...figures } = summary;
    assert.deepEqual(shapeOf(figures), {
      command: 'string',
      pages: 'number',
      urlPages: 'number',
      statePages: 'number',
      duplicates: 'number',
      redirects: 'number',
      instructions: { seen: 'number', unique: 'number' },
      events: {
        fired: 'number',
        replayed: 'number',
        skipped: 'number',
        suspended: 'number',
        audited: 'number',
        wrong: 'number',
      },
      resets: 'number',
      requests: 'number',
      requestsFromCache: 'number',
      bytes: 'number',
      errors: 'number',
      seconds: 'number',
      finished: 'boolean',
      out: 'string',
      outputSeconds: 'number',
      stopped: 'string',
      forms: { found: 'number', searchable: 'number', asked: 'number' },
    });
    assert.deepEqual(
      { ...engines, types: engines?.types.map(({ engine, why }) => [engine, why]) },
      {
        http: 0,
        browser: articles,
        compared: engines?.compared,
        still: 0,
        types: [['browser', 'events lead on from it']],
      },
    );
    assert.deepEqual(Object.keys(summary).slice(0, 17), [
      ...[
        'command',
        'pages',
        'urlPages',
        'statePages',
        'duplicates',
        'redirects',
        'instructions',
        'events',
        'resets',
      ],
      ...['requests', 'requestsFromCache', 'bytes', 'errors', 'seconds', 'finished', 'out', 'outputSeconds'],
    ]);
  });

  it('is summed up in figures that agree with each other and with the server', () => {
    const { urlPages, statePages, events, instructions } = summary;
    assert.deepEqual([summary.pages, urlPages, statePages], [pages, articles, pages - articles]);
    assert.equal(summary.requests, asked);
    assert.ok(summary.bytes > 0 && summary.seconds > 0);
    assert.ok(instructions.unique <= instructions.seen);
    assert.ok(events.fired >= statePages, `${events.fired} fired`);
    const more = events.fired - statePages - summary.duplicates;
    assert.ok(
      more >= 0 && more <= events.audited,
      'what was fired led to a page, to a known one, or was a test',
    );
    assert.equal(summary.errors, 0);
    assert.equal(summary.finished, true);
  });

  it('fires little more than it must', () => {
    const { fired, replayed } = summary.events;
    const least = truth.statePages + truth.longArticles;
    assert.ok(fired + replayed <= Math.ceil(least * 1.1), `${fired} + ${replayed} events, ${least} needed`);
  });

  it('looks like one page per article to a link crawler', async () => {
    const links = await crawl(running.url, at('links'), ['--engine', 'http']);
    assert.equal(links.pages, articles);
    assert.equal(links.events.fired, 0);
    const check = await checkTruth(at('links'), truth, ({ page }) => page === 1);
    assert.ok(isExact(check), describeCheck(check));
  });

  it('takes at least three times the events without the instruction index', async () => {
    const single = await crawl(running.url, at('single'), ['--dedupe', 'single']);
    await assertWhole(at('single'));
    const { fired, replayed } = summary.events;
    const events = single.events.fired + single.events.replayed;
    assert.ok(events >= 3 * (fired + replayed), `${events} against ${fired} + ${replayed}`);
  });

  for (const flags of ['--strategy breadth', '--strategy depth', '--workers 1', '--workers 3']) {
    it(`has the same pages and edges with ${flags}`, async () => {
      const out = at(flags.replaceAll(' ', '-'));
      await crawl(running.url, out, flags.split(' '));
      await assertWhole(out);
      assert.deepEqual(differences(await fingerprintOf(main()), await fingerprintOf(out)), []);
    });
  }

  it('has a graph that names element, event and instruction on every edge', async () => {
    const graph = JSON.parse(await read('graph.json')) as { nodes: GraphNode[]; edges: GraphEdge[] };
    assert.equal(graph.nodes.length, pages);
    const numbers = new Set(graph.nodes.map((node) => node.number));
    const actions = graph.edges.reduce((sum, { count = 0 }) => sum + count, 0);
    assert.equal(actions, summary.instructions.seen);
    for (const edge of graph.edges) {
      assert.ok(numbers.has(edge.source) && edge.target !== null && numbers.has(edge.target));
      assert.ok(edge.id === null || edge.id !== '');
      assert.match(edge.xpath, /^\/HTML\/BODY/);
      assert.equal(edge.event, 'click');
      assert.match(edge.instruction, /^http:\S+\/article\/\d+$|^http:\S+\/blog\.js:load\(\d+\)$/);
    }
  });

  it('has entry paths that lead to their pages', async () => {
    const { nodes } = JSON.parse(await read('graph.json')) as { nodes: GraphNode[] };
    const driver = await chromiumDriver(defaultSettings([running.url]), {
      permit: async () => {},
      sink: null,
      fetch: async () => null,
    });
    try {
      for (const { entry, fingerprint } of nodes.filter((_, index) => index % 4 === 0))
        assert.equal(await replay(driver, entry), fingerprint, JSON.stringify(entry));
    } finally {
      await driver.close();
    }
  });

  it('changes nothing and asks for no page when crawled again', async () => {
    const before = await filesIn(main());
    running.reset();
    const again = await crawl(running.url, main());
    const { events, instructions, finished } = again;
    assert.deepEqual(
      { pages: again.pages, events, instructions, finished },
      { pages, events: summary.events, instructions: summary.instructions, finished: true },
    );
    assert.equal(running.stats().requests, 0);
    assert.deepEqual(await filesIn(main()), before);
  });

  it('is not continued with settings that would give other pages', async () => {
    const refused = await argiope(crawlArgs(running.url, main(), ['--dedupe', 'single']));
    assert.equal(refused.code, 2);
    assert.match(
      refused.stderr,
      /^argiope: .*other settings \(dedupe \w+, now \w+\) \(CONFIG\)\n {2}.*--fresh.*\n$/,
    );
    const other = await argiope(crawlArgs('http://127.0.0.1:9/', main()));
    assert.equal(other.code, 2);
    assert.match(other.stderr, /holds a crawl of 127\.0\.0\.1:\d+/);
  });

  it('is begun anew with --fresh', async () => {
    running.reset();
    const fresh = await crawl(running.url, at('links'), ['--fresh', '--max-pages', '3'], 4);
    assert.equal(fresh.pages, 3);
    assert.ok(running.stats().requests > 3);
    assert.equal(linesOf(await readFile(at('links/pages.jsonl'), 'utf8')).length, 3);
  });

  it('gives its outputs again after the server has gone', async () => {
    const before = await filesIn(main());
    await running.close();
    for (const name of ['mirror', 'graph.json', 'sitemap.xml', 'pages.jsonl'])
      await rm(join(main(), name), { recursive: true });
    const derived = async (...args: string[]) => {
      const ended = await argiope([...args, '--out', main(), '--json']);
      assert.equal(ended.code, 0, ended.stderr);
      return lastJson(ended) as Record<string, unknown>;
    };
    assert.equal((await derived('mirror')).pages, pages);
    await derived('graph');
    assert.equal((await derived('export')).pages, pages);
    await derived('sitemap');
    assert.deepEqual(await filesIn(main()), before);

    await derived('graph', '--format', 'graphml', '--full');
    assert.equal((await read('graph.graphml')).match(/<node /g)?.length, pages);
    assert.equal((await read('graph.graphml')).match(/<edge /g)?.length, summary.instructions.seen);
    await derived('graph', '--format', 'dot', '--full');
    assert.equal((await read('graph.dot')).match(/ -> /g)?.length, summary.instructions.seen);
    await derived('sitemap', '--base-url', 'https://example.org/copy/');
    const places = (await read('sitemap.xml')).match(/<loc>[^<]*<\/loc>/g) ?? [];
    assert.equal(places.length, pages);
    const files = (await read('pages.jsonl')).trimEnd().split('\n');
    const names = files.map((line) => (JSON.parse(line) as { file: string }).file);
    const expected = names.map(
      (file) => `<loc>https://example.org/copy/${file.replace(/^index\.html$/, '')}</loc>`,
    );
    assert.deepEqual(places, expected);
  });
});

async function replay(driver: Driver, entry: readonly EntryStep[]): Promise<string> {
  const tab = await driver.tab();
  try {
    let fingerprint = '';
    for (const step of entry) {
      if ('open' in step) fingerprint = (await tab.open(step.open)).fingerprint;
      else {
        const { id, xpath, fire: event } = step;
        const outcome = await tab.fire({ id, xpath, event }, new Set());
        fingerprint = outcome.kind === 'captured' ? outcome.capture.fingerprint : outcome.kind;
      }
    }
    return fingerprint;
  } finally {
    await tab.close();
  }
}

/** Every field with the name of its type. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]));
}

/** Contents of all outputs by path; the store's own files are left out. */
async function filesIn(out: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const name of (await readdir(out, { recursive: true })).toSorted()) {
    const path = join(out, name);
    if (!name.startsWith('argiope.db') && (await stat(path)).isFile())
      files[name] = await readFile(path, 'latin1');
  }
  return files;
}
