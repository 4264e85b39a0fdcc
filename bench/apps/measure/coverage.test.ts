import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CrawlSummary, DocumentTree, Page } from '../../../src/model/index.ts';
import type { App } from '../app.ts';
import { judge } from '../truth.ts';
import { coverageOf, together } from './coverage.ts';
import type { AppCrawl, StoredPage } from './crawl-app.ts';
import type { Journal } from './journal.ts';

const app = {
  name: 'small',
  parts: [
    { name: 'start', shows: 'the beginning', needs: 'url' },
    { name: 'far', shows: 'the river', needs: 'event' },
    { name: 'deep', shows: 'the cellar', needs: 'event' },
    { name: 'linked', shows: 'the address', needs: 'url' },
    { name: 'never', shows: 'the moon', needs: 'event' },
  ],
} as unknown as App;

function stored(number: number, text: string, entry: Page['entry']): StoredPage {
  const document = { root: { tag: 'html', kids: [{ tag: 'p', kids: [text] }] } } as unknown as DocumentTree;
  return { number, document, page: { number, entry } as Page };
}

const url = (address: string): Page['entry'] => ({ kind: 'url', url: address });
const action = (source: number): Page['entry'] => ({ kind: 'action', source, ord: 0 });

function crawled(pages: readonly StoredPage[], journal: Journal): AppCrawl {
  const verdict = judge(app, pages);
  return { app, journal, verdict, stored: { pages, transitions: [], volatile: [] } } as unknown as AppCrawl;
}

const pages = [
  stored(0, 'the beginning', url('/')),
  stored(1, 'the river', action(0)),
  stored(2, 'the address', url('/a')),
  stored(3, 'the river once more: the river', action(1)),
  stored(4, 'the cellar', action(1)),
  stored(5, 'something else', action(1)),
];

const journal: Journal = {
  summary: { events: { fired: 7, replayed: 2 }, resets: 1 } as unknown as CrawlSummary,
  error: null,
  steps: [
    { kind: 'open', tab: 0, outcome: 'captured', ms: 9, settled: 'budget' },
    { kind: 'page', number: 4, events: 5 },
    { kind: 'page', number: 3, events: 6 },
    { kind: 'page', number: 5, events: 8 },
  ],
};

it('the bound counts state pages that show something new, the last of which ends the count of events', () => {
  const figures = coverageOf(crawled(pages, journal));
  assert.equal(figures.parts, 5);
  assert.equal(figures.found, 4);
  assert.equal(figures.bound, 2);
  assert.equal(figures.twice, 1);
  assert.equal(figures.unknown, 1);
  assert.equal(figures.toLast, 5);
  assert.equal(figures.fired + figures.replayed, 9);
  assert.equal(figures.unsettled, 1);
});

it('a crawl that failed counts as one that found nothing', () => {
  const figures = coverageOf(crawled([], { summary: null, error: 'it died', steps: [] }));
  assert.deepEqual([figures.parts, figures.found, figures.fired, figures.toLast], [5, 0, 0, 0]);
});

it('figures of several crawls add up', () => {
  const one = coverageOf(crawled(pages, journal));
  const both = together([one, one]);
  for (const key of Object.keys(one) as (keyof typeof one)[]) assert.equal(both[key], 2 * one[key], key);
});
