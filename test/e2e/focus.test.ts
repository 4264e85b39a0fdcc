import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type CrawlSettings, defaultSettings } from '../../src/config/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { testFolder } from '../folder.ts';
import { type RunningSite, startSite } from '../sites/site.ts';
import { topicOf, topicSite } from '../sites/topics.ts';

const wanted = 'deep sea fish';

describe('a crawl that asks for a topic first', () => {
  const out = testFolder('focus');
  const sites = new Map<number, RunningSite>();
  before(async () => {
    for (const count of [400, 100]) sites.set(count, await startSite(topicSite(count)));
  });
  after(async () => {
    for (const site of sites.values()) await site.close();
  });

  /** Crawls a fifth of the pages; the share of those on the topic that were seen. */
  async function run(name: string, count: number, settings: Partial<CrawlSettings>, from = '/p/0') {
    const site = sites.get(count) as RunningSite;
    site.reset();
    const dir = join(out, name);
    const summary = await runCrawl(
      defaultSettings([site.origin + from], {
        out: dir,
        store: `sqlite:${join(dir, 'argiope.db')}`,
        maxPages: count / 5,
        workers: 2,
        ...settings,
      }),
    );
    const asked = Object.keys(site.stats().paths).map((path) => Number(/^\/p\/(\d+)$/.exec(path)?.[1]));
    const found = asked.filter((number) => topicOf(number) === wanted).length;
    return { summary, dir, share: found / (count / 10 - 1) };
  }

  it('finds nine tenths of its pages in a fifth of the site, where the order of finding gives a fifth', async () => {
    const [focused, plain] = [
      await run('focused', 400, { engine: 'http', focus: wanted }),
      await run('plain', 400, { engine: 'http', strategy: 'breadth' }),
    ];
    assert.ok(focused.share >= 0.9, `${focused.share} of the topic's pages`);
    assert.ok(plain.share <= 0.4, `${plain.share} without a topic`);
    assert.equal(focused.summary.pages, 80);
    assert.equal(focused.summary.focus?.words, wanted);
    assert.ok((focused.summary.focus?.relevance ?? 0) > 0.3);
    const rows = readFileSync(join(focused.dir, 'pages.jsonl'), 'utf8').trimEnd().split('\n');
    const relevances = rows.map((row) => (JSON.parse(row) as { relevance: number }).relevance);
    assert.equal(relevances.filter((relevance) => relevance > 0.5).length, Math.round(focused.share * 39));
  });

  it('does so with a browser too', async () => {
    // One worker: the order in which two open pages is not for the topic alone to say.
    const { share } = await run('browser', 100, { engine: 'browser', focus: wanted, workers: 1 });
    assert.ok(share >= 0.8, `${share} of the topic's pages`);
  });

  it('leaves what has nothing to do with it where a threshold is given, and says so', async () => {
    const settings = { engine: 'http', focus: wanted, focusThreshold: 0.2, maxPages: null } as const;
    const { summary, dir, share } = await run('threshold', 400, settings, '/p/10');
    assert.equal(summary.finished, true);
    assert.ok(share >= 0.9 && summary.pages < 200, `${share}, ${summary.pages} pages`);
    const graph = JSON.parse(readFileSync(join(dir, 'graph.json'), 'utf8')) as {
      edges: { reason: string; target: number | null; label: string; meta?: { heading?: string } }[];
    };
    const left = graph.edges.filter(({ reason }) => reason === 'irrelevant');
    assert.ok(left.length > 100 && left.every(({ target }) => target === null));
    assert.ok(graph.edges.some(({ meta }) => meta?.heading?.includes(wanted)));
  });

  it('wants a topic for its threshold, and words for its topic', async () => {
    const threshold = run('none', 100, { engine: 'http', focusThreshold: 0.5 });
    await assert.rejects(threshold, { code: 'CONFIG', message: /--focus-threshold/ });
    await assert.rejects(run('idle', 100, { engine: 'http', focus: 'the of' }), { code: 'CONFIG' });
  });
});
