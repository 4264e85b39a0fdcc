import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { cacheable, html, routes, type Site } from '../../test/sites/answer.ts';
import { type RunningSite, startSite } from '../../test/sites/site.ts';
import { defaultSettings } from '../config/index.ts';
import { explore } from '../crawl/index.ts';
import { elementsOf } from '../dom/xpath.ts';
import { startDriver } from '../drivers/chromium/fixture.ts';
import { Manners } from '../frontier/index.ts';
import { readDocument } from '../html/stored.ts';
import { ArgiopeError } from '../model/errors.ts';
import type { DocumentTree, Guide, SiteStore } from '../model/index.ts';
import { Shelf } from './fixture.ts';
import { TrainingGuide } from './guides/training.ts';
import { SampledTypes } from './guides/types.ts';
import { PatternMatcher } from './matching.ts';
import { parseSample } from './samples.ts';
import { modelOfCrawl, modelOfTraining, type Trained } from './train.ts';

/** A small board: two pages of a list, six threads, the first three of them with three pages each. */
const site: Site = {
  name: 'small board',
  start: '/board',
  respond: routes({
    '/robots.txt': () => cacheable('text/plain', ''),
    '/board': () => html(page('list', '/list/', listHtml(1))),
    '/list/:n': (_, [n]) => html(listHtml(Number(n))),
    '/t/:n': (_, [n]) => html(page('thread', `/posts/${n}/`, postsHtml(Number(n), 1))),
    '/posts/:n/:page': (_, [n, number]) => html(postsHtml(Number(n), Number(number))),
    '/help/:n': (_, [n]) => html(`<!doctype html><title>Help</title><h1>Help ${n}</h1><pre>Ask ${n}.</pre>`),
  }),
};

function page(kind: string, pages: string, content: string): string {
  const help = [1, 2, 3].map((n) => `<a href="/help/${n}">Help ${n}</a>`).join(' ');
  return `<!doctype html><html lang="en"><title>${kind}</title><body data-pages="${pages}">
<div id="top">${help}</div><div id="content" class="${kind}">${content}</div><script>
function turn(n) {
  fetch(document.body.dataset.pages + n).then((answer) => answer.text()).then((text) => {
    document.getElementById('content').innerHTML = text;
  });
}
function vote(link) { link.nextSibling.textContent = '1'; }
</script></body></html>`;
}

function listHtml(number: number): string {
  const rows = [1, 2, 3].map((n) => {
    const thread = (number - 1) * 3 + n;
    return `<li class="row"><a class="title" href="/t/${thread}">Thread ${thread}</a> ${prose(thread)}</li>`;
  });
  return `<ul class="rows">${rows.join('')}</ul><div class="pager">${pager(2, number)}</div>`;
}

function postsHtml(thread: number, number: number): string {
  const posts = [1, 2, 3, 4].map(
    (n) => `<div class="post"><p class="says">${prose(thread * 100 + number * 10 + n)}</p>
<a class="vote" onclick="vote(this)">Good</a><i>0</i></div>`,
  );
  return `${posts.join('')}<div class="pager">${pager(thread <= 3 ? 3 : 1, number)}</div>`;
}

function pager(pages: number, shown: number): string {
  const numbers = Array.from({ length: pages }, (_, at) => at + 1).filter((n) => n !== shown);
  return numbers.map((n) => `<a class="turn" href="javascript:turn(${n})">${n}</a>`).join(' ');
}

function prose(seed: number): string {
  return Array.from({ length: 12 }, (_, at) => `w${(seed * 31 + at * 17) % 997}`).join(' ');
}

const events = ['click'];
const noThresholds = { type: null, change: null };

/** Crawls the site with a real browser into a real store. */
async function crawl(store: SiteStore, seeds: readonly string[], guide: Guide | null): Promise<void> {
  const settings = defaultSettings(seeds, { workers: 1, events });
  const { stopped } = await explore({
    settings,
    site: store,
    guide,
    manners: new Manners(0),
    listen: () => {},
    signal: null,
    files: {
      fetch: async () => null,
      robots: async () => ({ status: 404, body: '' }),
      counts: () => ({ requests: 0, bytes: 0 }),
    },
    driver: () => startDriver(seeds[0] as string, settings),
  });
  assert.equal(stopped, 'done');
}

/** Texts of the elements that the patterns of a type match on a page, by where they lead. */
function matched({ model }: Trained, type: string, document: DocumentTree): Record<string, string[]> {
  const patterns = model.types.find(({ name }) => name === type)?.patterns ?? [];
  const texts = new Map(
    [...elementsOf(document)].map(({ node, xpath }) => [xpath, (node.kids ?? []).join('')]),
  );
  const found = new PatternMatcher(patterns).match(document);
  const result: Record<string, string[]> = {};
  for (const [at, { leadsTo }] of patterns.entries())
    result[leadsTo] = [
      ...(result[leadsTo] ?? []),
      ...[...(found[at] ?? [])].map((path) => texts.get(path) ?? ''),
    ];
  return result;
}

async function documentAt(store: SiteStore, url: string): Promise<DocumentTree> {
  for (const kept of await store.pages({ status: 'kept' })) {
    const document =
      kept.entry.kind === 'url' && kept.entry.url === url && (await readDocument(store, kept.content));
    if (document) return document;
  }
  return assert.fail(`${url} was kept`);
}

const fromBoard = { list: ['2'], thread: ['Thread 1', 'Thread 2', 'Thread 3'] };

describe('a model', () => {
  let running: RunningSite;
  before(async () => {
    running = await startSite(site);
  });
  after(() => running.close());

  it('of a training has a type for each name, with patterns for what led to wanted pages', async () => {
    await Shelf.during(async ({ site: store }) => {
      const texts = ['list=/board', 'thread=/t/1', 'thread=/t/2'].map((text) =>
        text.replace('=', `=${running.origin}`),
      );
      const samples = texts.map(parseSample);
      const types = new SampledTypes(store, samples, noThresholds);
      const guide = new TrainingGuide({ site: store, samples, types, spell: (url) => url, saved: null });
      await crawl(
        store,
        texts.map((text) => text.slice(text.indexOf('=') + 1)),
        guide,
      );
      const parts = { samples, pages: guide.pages, types: types.types, thresholds: noThresholds, events };
      const trained = await modelOfTraining(store, { ...parts, want: ['list', 'thread'] });
      const { model, figures, warnings, groups } = trained;

      assert.deepEqual([model.format, model.version, model.site], ['argiope-model', 1, 'site.test']);
      assert.deepEqual([model.events, model.want, warnings], [['click'], ['list', 'thread'], []]);
      assert.deepEqual(
        model.types.map(({ name, samples: own }) => [
          name,
          own.map(({ at }) => at.replace(running.origin, '')),
        ]),
        [
          ['list', ['/board']],
          ['thread', ['/t/1', '/t/2']],
        ],
      );
      const board = await documentAt(store, `${running.origin}/board`);
      assert.deepEqual(matched(trained, 'list', board), fromBoard);
      const thread = await documentAt(store, `${running.origin}/t/2`);
      assert.deepEqual(matched(trained, 'thread', thread), { thread: ['2', '3'] });

      for (const { name, patterns, threshold, change } of model.types) {
        assert.ok(threshold > 0 && threshold < 1 && change > 0, name);
        for (const { precision, support, onEvery, example } of patterns) {
          assert.deepEqual([precision, onEvery], [1, true], name);
          assert.ok(support >= 2, `${support}`);
          assert.match(example, /^"(\d|Thread \d)" at \/HTML\/BODY\[1\]\//);
        }
      }
      assert.ok(
        groups.every(({ pages }) => pages.length >= 2),
        'a further page of each type was fired on',
      );
      const [ofList] = figures.get('list') ?? [];
      assert.ok(ofList && ofList.event === 'click');
      assert.equal(ofList.unwanted, ofList.fired - ofList.wanted - ofList.nowhere);
      assert.ok(ofList.wanted >= 6 && ofList.unwanted >= 3, JSON.stringify(ofList));
      const [fact] = model.classes.filter(({ name }) => name.endsWith(':turn'));
      assert.equal(fact?.sameFromAnywhere, true);

      // Everything may have been fired on a page with an address, before a state was seen, or not.
      const single = (await store.pages({ status: 'kept' })).find(
        ({ entry }) => entry.kind === 'url' && entry.url === `${running.origin}/t/4`,
      );
      assert.ok(single);
      const early = { type: 'thread', page: single.number, document: single.number };
      const pages = { ...guide.pages, further: [early, ...guide.pages.further] };
      const other = await modelOfTraining(store, { ...parts, pages, want: ['list', 'thread'] });
      assert.deepEqual([other.groups, other.model.types], [groups, model.types], 'whichever was seen first');

      const onlyLists = await modelOfTraining(store, { ...parts, want: ['list'] });
      assert.deepEqual(matched(onlyLists, 'list', board), { list: ['2'] }, 'threads lead to no list');
      assert.deepEqual(matched(onlyLists, 'thread', thread), {});
      await assert.rejects(
        modelOfTraining(store, { ...parts, want: ['post'] }),
        (error) =>
          error instanceof ArgiopeError && error.code === 'USAGE' && /list, thread/.test(error.message),
      );
    });
  });

  it('of a crawl has the types that its pages have in common, and what led to them', async () => {
    await Shelf.during(async ({ site: store }) => {
      const unsampled = { want: null, thresholds: noThresholds, events };
      await assert.rejects(
        modelOfCrawl(store, unsampled),
        (error) => error instanceof ArgiopeError && error.code === 'NOTHING_CRAWLED' && error.advice !== null,
      );
      await crawl(store, [`${running.origin}/board`], null);
      const trained = await modelOfCrawl(store, unsampled);
      const names = trained.model.types.map(({ name }) => name);
      assert.deepEqual(trained.model.want, names);
      assert.deepEqual(names.length, 3, names.join(' '));
      const typeAt = (path: string) =>
        trained.model.types.find(({ samples }) => samples.some(({ at }) => at === running.origin + path))
          ?.name ?? path;
      const [list, thread, help] = ['/board', '/t/1', '/help/1'].map(typeAt) as [string, string, string];
      assert.equal(new Set([list, thread, help]).size, 3);
      assert.deepEqual(
        [list, thread, help].map((name) => trained.seen.get(name)),
        [2, 12, 3],
      );
      const board = await documentAt(store, `${running.origin}/board`);
      const led = matched(trained, list, board);
      assert.deepEqual([led[list], led[thread]], [fromBoard.list, fromBoard.thread]);
      assert.deepEqual(led[help]?.sort(), ['Help 1', 'Help 2', 'Help 3']);

      const wishful = await modelOfCrawl(store, { ...unsampled, want: [thread] });
      assert.deepEqual(wishful.model.want, [thread]);
      assert.equal(matched(wishful, list, board)[help], undefined, 'help leads to no thread');
      assert.deepEqual(matched(wishful, list, board)[thread], fromBoard.thread);
      await assert.rejects(
        modelOfCrawl(store, { ...unsampled, want: ['nothing'] }),
        /--want nothing: expected one of/,
      );
      assert.equal(
        (
          await modelOfCrawl(store, { ...unsampled, thresholds: { type: 0.11, change: 7 } })
        ).model.types.every(({ threshold, change }) => threshold === 0.11 && change === 7),
        true,
      );
    });
  });
});
