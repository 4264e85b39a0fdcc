import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type {
  Change,
  Page,
  PageContent,
  SiteStore,
  Store,
  Totals,
  Transition,
} from '../../src/model/index.ts';
import fc from '../cases.ts';
import { aboutSearch } from './search.ts';
import { aboutHistory } from './store-history.ts';
import { aboutQueues } from './store-queues.ts';

/** An empty place for one store, which can be opened again and again. */
export interface StorePlace {
  open(options?: { readonly readOnly?: boolean }): Promise<Store>;
  remove(): Promise<void>;
}

/** A page that waits: a URL page, or a state page where `entry` says so. */
export function queuedPage(number: number, more: Partial<Page> = {}): Page {
  return {
    number,
    status: 'queued',
    entry: { kind: 'url', url: `http://site.test/${number}` },
    document: number,
    depth: 1,
    content: null,
    mergedInto: null,
    error: null,
    attempts: 0,
    ...more,
  };
}

/** The document of a page, different for each number. */
export function documentOf(number: number): Uint8Array {
  return new TextEncoder().encode(
    JSON.stringify({ title: `Page ${number}`, text: `words ${number} `.repeat(20) }),
  );
}

/** What a capture of that page says; `fingerprint` may be shared to make two pages equal. */
export function contentOf(number: number, fingerprint = fingerprintOf(`content ${number}`)): PageContent {
  return {
    fingerprint,
    address: `http://site.test/${number}#at`,
    title: `Page ${number} – 第${number}页`,
    lang: 'en',
    status: 200,
    contentType: 'text/html',
    etag: number % 2 ? null : `W/"${number}"`,
    freshUntil: number % 2 ? null : '2024-01-03T03:04:05.000Z',
    bodyPrint: number % 2 ? null : '0123456789abcdef',
    lastModified: number % 2 ? null : '2024-01-02T03:04:05.000Z',
    ...(number % 2 === 0 && { tags: ['long', `n${number}`] }),
    type: number % 3 ? null : 'thread',
    capturedAt: '2025-01-02T03:04:05.000Z',
    ...(number % 4 === 1 && { charset: 'gbk', relevance: 0.25 }),
    ...(number % 2 === 1 && { dated: { moment: '2023-01-02T03:04:05.000Z', source: 'published' as const } }),
    blob: createHash('sha256').update(documentOf(number)).digest('hex'),
  };
}

/** 16 hex digits for a text. */
export function fingerprintOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Transition `ord` of a page. */
export function transitionOf(
  source: number,
  ord: number,
  target: number | null,
  more: Partial<Transition> = {},
): Transition {
  const text = `http://site.test/blog.js:load(${ord})`;
  return {
    source,
    ord,
    action: {
      id: ord % 2 ? `e${ord}` : null,
      xpath: `/HTML/BODY[1]/DIV[${ord + 1}]/A[1]`,
      event: 'click',
      instruction: { kind: 'call', scope: 'document', text, fingerprint: fingerprintOf(`${source} ${text}`) },
      label: `to “${target}” ›`,
      ...(ord % 3 === 1 && { meta: { heading: 'Über “x”', part: 'nav' as const, around: 'a … b' } }),
    },
    target,
    reason: target === null ? 'offsite' : 'queued',
    ...more,
  };
}

/** A change that makes a page and keeps it. */
export function keptPage(
  number: number,
  more: Partial<Page> = {},
): Required<Pick<Change, 'queued' | 'kept'>> {
  return {
    queued: [queuedPage(number, more)],
    kept: { number, content: contentOf(number), document: documentOf(number) },
  };
}

const creation = { seeds: ['http://site.test/'], settings: { scope: 'host', tags: [] } };

const someTotals: Totals = {
  instructionsSeen: 1,
  instructionsUnique: 2,
  eventsFired: 3,
  eventsReplayed: 4,
  eventsSkipped: 5,
  eventsSuspended: 6,
  unseen: 0.5,
  eventsAudited: 14,
  wrongSkips: 15,
  duplicates: 7,
  redirects: 0,
  resets: 8,
  requests: 9,
  requestsFromCache: 10,
  bytes: 2 ** 40,
  errors: 12,
  files: 4,
  dropped: 14,
  seconds: 13.5,
};

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** What every implementation of the store must do. */
export function storeContract(name: string, makePlace: () => Promise<StorePlace>): void {
  describe(`${name} keeps the contract of a store`, () => {
    let place: StorePlace;
    let store: Store;
    let sites = 0;

    before(async () => {
      place = await makePlace();
      store = await place.open();
    });
    after(async () => {
      await store.close();
      await place.remove();
    });

    /** A site of its own for each claim. */
    async function newSite(): Promise<SiteStore> {
      sites++;
      const site = await store.site(`site-${sites}.test`, creation);
      assert.ok(site);
      return site;
    }

    aboutSites(() => store);
    aboutPages(newSite);
    aboutQueues(newSite);
    aboutHistory(newSite);
    aboutSearch(newSite);
    aboutMerging(newSite);
    aboutTransitions(newSite);
    aboutFiles(newSite);
    aboutReopening(makePlace);
  });
}

function aboutSites(current: () => Store): void {
  it('a site is there after it was made, with zero totals and number 0 free', async () => {
    const store = current();
    assert.equal(await store.site('made.test'), null);
    const site = await store.site('made.test', creation);
    const info = await site?.info();
    assert.ok(info);
    assert.equal(info.name, 'made.test');
    assert.deepEqual(info.seeds, creation.seeds);
    assert.deepEqual(info.settings, creation.settings);
    assert.equal(info.nextNumber, 0);
    assert.equal(info.finishedAt, null);
    assert.equal(Math.max(...Object.values(info.totals)), 0);
    assert.ok((await store.sites()).some((other) => other.name === 'made.test' && other.site === info.site));
  });

  it('making a site that exists changes nothing', async () => {
    const store = current();
    const first = await (await store.site('twice.test', creation))?.info();
    const second = await (await store.site('twice.test', { seeds: ['x:'], settings: {} }))?.info();
    assert.deepEqual(second, first);
  });

  it('totals, end and next number are kept, and the next number never falls', async () => {
    const site = await current().site('row.test', creation);
    assert.ok(site);
    await site.commit({ nextNumber: 9, totals: someTotals, finishedAt: '2025-01-02T03:04:05.000Z' });
    await site.commit({ nextNumber: 4 });
    const info = await site.info();
    assert.equal(info.nextNumber, 9);
    assert.deepEqual(info.totals, someTotals);
    assert.equal(info.finishedAt, '2025-01-02T03:04:05.000Z');
    await site.commit({ finishedAt: null, queued: [queuedPage(20)] });
    assert.equal((await site.info()).finishedAt, null);
    assert.equal((await site.info()).nextNumber, 21);
  });

  it('sites do not see each other', async () => {
    const store = current();
    const [one, two] = [await store.site('one.test', creation), await store.site('two.test', creation)];
    assert.ok(one && two);
    await one.commit({
      ...keptPage(0),
      transitions: [transitionOf(0, 0, 0)],
      instructions: [{ fingerprint: 'aa', number: 0 }],
    });
    await one.putNote('robots', 'all');
    await one.putResource({ url: 'http://a/', status: 200, contentType: 'text/css', body: documentOf(1) });
    assert.equal(await two.page(0), null);
    assert.equal(await two.numberOfContent(contentOf(0).fingerprint), null);
    assert.equal((await two.numbersOf(['aa'])).size, 0);
    assert.equal(await two.note('robots'), null);
    assert.equal(await two.hasResource('http://a/'), false);
    assert.equal(await two.blob(contentOf(0).blob), null);
    assert.deepEqual(await collect(two.allTransitions()), []);
  });
}

function aboutPages(newSite: () => Promise<SiteStore>): void {
  it('a queued page comes back as it was written', async () => {
    const site = await newSite();
    const state = queuedPage(7, {
      entry: { kind: 'action', source: 3, ord: 2 },
      document: 3,
      depth: 4,
      attempts: 1,
    });
    const failed = queuedPage(8, { status: 'failed', error: { code: 'ROBOTS', message: 'not allowed' } });
    await site.commit({ queued: [queuedPage(0), state, failed] });
    assert.deepEqual(await site.page(0), queuedPage(0));
    assert.deepEqual(await site.page(7), state);
    assert.deepEqual(await site.page(8), failed);
    assert.equal(await site.page(1), null);
  });

  it('a kept page has its content, its document and its place in the content index', async () => {
    const site = await newSite();
    await site.commit(keptPage(2));
    assert.deepEqual(await site.page(2), queuedPage(2, { status: 'kept', content: contentOf(2) }));
    assert.deepEqual(await site.blob(contentOf(2).blob), documentOf(2));
    assert.equal(await site.numberOfContent(contentOf(2).fingerprint), 2);
    assert.equal(await site.numberOfContent('0000000000000000'), null);
    assert.equal(await site.blob('no such name'), null);
  });

  it('a page that another step led to than the one it was found by is entered by that step', async () => {
    const site = await newSite();
    await site.commit(keptPage(0));
    const found = queuedPage(1, { entry: { kind: 'action', source: 0, ord: 2 }, document: 0 });
    const { kept } = keptPage(1);
    await site.commit({ queued: [found], kept: { ...kept, entry: { source: 0, ord: 5 } } });
    assert.deepEqual((await site.page(1))?.entry, { kind: 'action', source: 0, ord: 5 });
  });

  it('a page with a new fingerprint is found by it, and still by the old one', async () => {
    const site = await newSite();
    await site.commit(keptPage(0));
    const before = (await site.page(0))?.content?.fingerprint as string;
    const after = fingerprintOf('printed anew');
    await site.commit({ printed: [{ number: 0, fingerprint: after }] });
    assert.equal((await site.page(0))?.content?.fingerprint, after);
    assert.deepEqual([await site.numberOfContent(after), await site.numberOfContent(before)], [0, 0]);
  });

  it('pages that are to be visited once more are queued, and nothing of what was seen of them is left', async () => {
    const site = await newSite();
    await site.commit({ ...keptPage(0), transitions: [transitionOf(0, 0, 1), transitionOf(0, 1, 2)] });
    await site.commit(keptPage(1));
    await site.commit({ queued: [queuedPage(2)], attempts: { number: 2, attempts: 1 } });
    await site.commit({ merged: [{ number: 2, into: 1 }] });
    await site.commit({ requeued: [1, 2] });
    for (const number of [1, 2]) assert.deepEqual(await site.page(number), queuedPage(number));
    assert.equal(await site.numberOfContent(contentOf(1).fingerprint), null);
    await site.commit({ requeued: [0] });
    assert.deepEqual(await site.transitions(0), []);
    await site.commit({ kept: { number: 1, content: contentOf(7), document: documentOf(7) } });
    assert.deepEqual((await site.page(1))?.content, contentOf(7));
    assert.equal(await site.numberOfContent(contentOf(7).fingerprint), 1);
    await assert.rejects(site.commit({ requeued: [9] }), { code: 'INTERNAL' });
  });

  it('of two kept pages with one content the first owns the content', async () => {
    const site = await newSite();
    await site.commit(keptPage(0));
    await site.commit({
      queued: [queuedPage(1)],
      kept: { number: 1, content: { ...contentOf(0), title: 'again' }, document: documentOf(0) },
    });
    assert.equal(await site.numberOfContent(contentOf(0).fingerprint), 0);
    assert.equal((await site.page(1))?.status, 'kept');
  });

  it('failing and trying again are remembered, and a failed page can be queued anew', async () => {
    const site = await newSite();
    await site.commit({ queued: [queuedPage(0)] });
    await site.commit({ attempts: { number: 0, attempts: 2 } });
    assert.equal((await site.page(0))?.attempts, 2);
    await site.commit({ failed: { number: 0, code: 'TIMEOUT', message: 'no answer' } });
    const failed = queuedPage(0, {
      status: 'failed',
      attempts: 2,
      error: { code: 'TIMEOUT', message: 'no answer' },
    });
    assert.deepEqual(await site.page(0), failed);
    await site.commit({ queued: [queuedPage(0)] });
    assert.deepEqual(await site.page(0), queuedPage(0));
  });

  it('a number whose action changed nothing waits no longer and names no page', async () => {
    const site = await newSite();
    const state = queuedPage(1, { entry: { kind: 'action', source: 0, ord: 0 }, document: 0 });
    await site.commit({ ...keptPage(0), transitions: [transitionOf(0, 0, 1)] });
    await site.commit({ queued: [state] });
    await site.commit({
      unchanged: [1],
      updated: [{ source: 0, ord: 0, target: null, reason: 'unchanged' }],
    });
    assert.deepEqual(await site.page(1), { ...state, status: 'unchanged' });
    assert.deepEqual(await site.documentsWaiting(), []);
    assert.deepEqual(await site.counts(), {
      queued: 0,
      kept: 1,
      merged: 0,
      failed: 0,
      unchanged: 1,
      gone: 0,
    });
  });

  it('pages are listed in number order by status and document, from a number on', async () => {
    const site = await newSite();
    const within = (number: number): Page =>
      queuedPage(number, { entry: { kind: 'action', source: 1, ord: number }, document: 1 });
    await site.commit({ queued: [within(9), within(5), queuedPage(3), queuedPage(1), queuedPage(0)] });
    await site.commit({ kept: { number: 1, content: contentOf(1), document: documentOf(1) } });
    const numbers = async (filter: Parameters<SiteStore['pages']>[0]): Promise<number[]> =>
      (await site.pages(filter)).map((page) => page.number);
    assert.deepEqual(await numbers({}), [0, 1, 3, 5, 9]);
    assert.deepEqual(await numbers({ status: 'queued' }), [0, 3, 5, 9]);
    assert.deepEqual(await numbers({ status: 'queued', after: 0, limit: 2 }), [3, 5]);
    assert.deepEqual(await numbers({ document: 1 }), [1, 5, 9]);
    assert.deepEqual(await numbers({ document: 1, status: 'queued', after: 5 }), [9]);
    assert.deepEqual(await numbers({ status: 'merged' }), []);
    assert.deepEqual(await site.counts(), {
      queued: 4,
      kept: 1,
      merged: 0,
      failed: 0,
      unchanged: 0,
      gone: 0,
    });
  });

  it('documents that wait are those with queued state pages, each once', async () => {
    const site = await newSite();
    const state = (number: number, document: number): Page =>
      queuedPage(number, { entry: { kind: 'action', source: document, ord: number }, document });
    await site.commit({ queued: [queuedPage(0), queuedPage(1), queuedPage(2)] });
    assert.deepEqual(await site.documentsWaiting(), []);
    await site.commit({ queued: [state(3, 2), state(4, 2), state(5, 0), state(6, 1)] });
    await site.commit({ kept: { number: 6, content: contentOf(6), document: documentOf(6) } });
    assert.deepEqual(await site.documentsWaiting(), [0, 2]);
  });

  it('a number that names a page cannot be queued again, and nothing of that change is written', async () => {
    const site = await newSite();
    await site.commit(keptPage(0));
    await assert.rejects(site.commit({ queued: [queuedPage(1), queuedPage(0)], nextNumber: 50 }), {
      name: 'ArgiopeError',
      code: 'INTERNAL',
    });
    assert.equal(await site.page(1), null);
    assert.equal((await site.info()).nextNumber, 1);
    assert.equal((await site.page(0))?.status, 'kept');
  });

  it('a change that speaks of an unknown page or transition is refused whole', async () => {
    const site = await newSite();
    await site.commit({ queued: [queuedPage(0)] });
    const impossible: Change[] = [
      { kept: { number: 5, content: contentOf(5), document: documentOf(5) } },
      { merged: [{ number: 5, into: 0 }] },
      { merged: [{ number: 0, into: 5 }] },
      { failed: { number: 5, code: 'LOST', message: '' } },
      { attempts: { number: 5, attempts: 1 } },
      { unchanged: [5] },
      { updated: [{ source: 0, ord: 0, target: null, reason: 'fired' }] },
    ];
    for (const change of impossible) {
      await assert.rejects(site.commit({ ...change, queued: [queuedPage(1)] }), { code: 'INTERNAL' });
    }
    assert.deepEqual(await site.counts(), {
      queued: 1,
      kept: 0,
      merged: 0,
      failed: 0,
      unchanged: 0,
      gone: 0,
    });
    assert.equal(await site.blob(contentOf(5).blob), null);
  });
}

function aboutMerging(newSite: () => Promise<SiteStore>): void {
  it('transitions and instructions follow a merged page', async () => {
    const site = await newSite();
    await site.commit(keptPage(0));
    await site.commit({
      queued: [queuedPage(1), queuedPage(2)],
      transitions: [transitionOf(0, 0, 1), transitionOf(0, 1, 2), transitionOf(0, 2, 1)],
      instructions: [
        { fingerprint: 'a1', number: 1 },
        { fingerprint: 'a2', number: 2 },
      ],
    });
    await site.commit({ merged: [{ number: 1, into: 0 }] });
    assert.deepEqual(await site.page(1), queuedPage(1, { status: 'merged', mergedInto: 0 }));
    assert.deepEqual(
      (await site.transitions(0)).map((transition) => transition.target),
      [0, 2, 0],
    );
    assert.deepEqual(
      await site.numbersOf(['a1', 'a2', 'a3', 'a1']),
      new Map([
        ['a1', 0],
        ['a2', 2],
      ]),
    );
  });

  it('what names a merged page later is stored with the final number', async () => {
    const site = await newSite();
    await site.commit(keptPage(0));
    await site.commit({ queued: [queuedPage(1), queuedPage(2)], transitions: [transitionOf(0, 9, 2)] });
    await site.commit({ merged: [{ number: 1, into: 0 }] });
    await site.commit({
      transitions: [transitionOf(0, 0, 1)],
      updated: [{ source: 0, ord: 9, target: 1, reason: 'fired' }],
      instructions: [{ fingerprint: 'b1', number: 1 }],
    });
    const [first, ninth] = await site.transitions(0);
    assert.equal(first?.target, 0);
    assert.deepEqual(ninth, transitionOf(0, 9, 2, { target: 0, reason: 'fired' }));
    assert.deepEqual(await site.numbersOf(['b1']), new Map([['b1', 0]]));
  });

  it('merging a page into a merged one, or one that others were merged into, ends at the last', async () => {
    const site = await newSite();
    for (const number of [0, 1, 2, 3]) await site.commit(keptPage(number));
    await site.commit({ merged: [{ number: 2, into: 1 }] });
    await site.commit({ merged: [{ number: 1, into: 0 }] });
    await site.commit({ merged: [{ number: 3, into: 2 }] });
    for (const number of [1, 2, 3]) {
      assert.equal((await site.page(number))?.mergedInto, 0);
      assert.equal(await site.numberOfContent(contentOf(number).fingerprint), 0);
    }
    const mergedInto = async (number: number, limit: number) =>
      (await site.mergedInto(number, limit)).map((page) => page.number);
    assert.deepEqual(await mergedInto(0, 10), [1, 2, 3]);
    assert.deepEqual(await mergedInto(0, 2), [1, 2]);
    assert.deepEqual(await mergedInto(1, 10), []);
    assert.deepEqual(await site.counts(), {
      queued: 0,
      kept: 1,
      merged: 3,
      failed: 0,
      unchanged: 0,
      gone: 0,
    });
  });

  it('a page found equal to one that was merged into it stays as it is', async () => {
    const site = await newSite();
    for (const number of [0, 1]) await site.commit(keptPage(number));
    await site.commit({ merged: [{ number: 1, into: 0 }] });
    await site.commit({ merged: [{ number: 0, into: 1 }] });
    assert.equal((await site.page(0))?.status, 'kept');
    assert.equal((await site.page(1))?.mergedInto, 0);
  });

  it('a page merged twice stays where it was merged first', async () => {
    const site = await newSite();
    for (const number of [0, 1, 2]) await site.commit(keptPage(number));
    await site.commit({ transitions: [transitionOf(0, 0, 2)], merged: [{ number: 2, into: 1 }] });
    await site.commit({ merged: [{ number: 2, into: 0 }] });
    await site.commit({ merged: [{ number: 2, into: 1 }] });
    assert.equal((await site.page(2))?.mergedInto, 1);
    assert.equal((await site.page(1))?.status, 'kept');
    assert.equal((await site.transitions(0))[0]?.target, 1);
  });

  it('merges of one change build on each other', async () => {
    const site = await newSite();
    await site.commit(keptPage(0));
    await site.commit({
      queued: [queuedPage(1), queuedPage(2)],
      merged: [
        { number: 2, into: 1 },
        { number: 1, into: 0 },
      ],
      transitions: [transitionOf(0, 0, 2)],
    });
    assert.equal((await site.page(2))?.mergedInto, 0);
    assert.equal((await site.transitions(0))[0]?.target, 0);
  });

  it('after any merges in any order nothing names a merged page', async () => {
    const pages = 8;
    const number = fc.nat(pages - 1);
    const merges = fc.array(fc.record({ number, into: number }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(merges, async (steps) => {
        const site = await newSite();
        for (let each = 0; each < pages; each++) {
          await site.commit({ ...keptPage(each), instructions: [{ fingerprint: `i${each}`, number: each }] });
        }
        const all = Array.from({ length: pages }, (_, target) => transitionOf(0, target, target));
        await site.commit({ transitions: all });
        for (const step of steps) await site.commit({ merged: [step] });
        await assertResolved(site, pages);
      }),
      { numRuns: 15 },
    );
  });
}

/** Every index agrees with the pages on where a number leads, and that is a kept page. */
async function assertResolved(site: SiteStore, pages: number): Promise<void> {
  const transitions = await site.transitions(0);
  for (let number = 0; number < pages; number++) {
    const page = await site.page(number);
    const final = page?.mergedInto ?? number;
    assert.equal((await site.page(final))?.status, 'kept');
    assert.equal(transitions[number]?.target, final);
    assert.equal((await site.numbersOf([`i${number}`])).get(`i${number}`), final);
    assert.equal(await site.numberOfContent(contentOf(number).fingerprint), final);
  }
}

function aboutTransitions(newSite: () => Promise<SiteStore>): void {
  it('transitions come back as written, in order, with any text in them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), async (label, text) => {
        const site = await newSite();
        const plain = transitionOf(0, 1, null, { reason: 'unsafe' });
        const instruction = { ...plain.action.instruction, kind: 'element', scope: 'page', text } as const;
        const odd = { ...plain, ord: 4, action: { ...plain.action, id: text, label, instruction } };
        await site.commit({ transitions: [odd, plain] });
        assert.deepEqual(await site.transitions(0), [plain, odd]);
      }),
      { numRuns: 25 },
    );
  });

  it('every reason, kind and scope is kept', async () => {
    const site = await newSite();
    const reasons = [
      'queued',
      'fired',
      'known',
      'unchanged',
      'offsite',
      'unsafe',
      'robots',
      'excluded',
      'depth',
      'failed',
    ] as const;
    const kinds = ['url', 'call', 'element'] as const;
    const scopes = ['site', 'document', 'page'] as const;
    const written = reasons.map((reason, ord): Transition => {
      const base = transitionOf(0, ord, 1);
      const kind = kinds[ord % 3] ?? 'url';
      const scope = scopes[(ord + 1) % 3] ?? 'site';
      return {
        ...base,
        reason,
        action: { ...base.action, instruction: { ...base.action.instruction, kind, scope } },
      };
    });
    await site.commit({ transitions: written });
    assert.deepEqual(await site.transitions(0), written);
  });

  it('what an action chooses is kept', async () => {
    const site = await newSite();
    const plain = transitionOf(0, 0, 1);
    const chosen = { ...plain, ord: 1, action: { ...plain.action, event: 'change', value: 'winter “☃”' } };
    await site.commit({ ...keptPage(0), transitions: [plain, chosen] });
    assert.deepEqual(
      (await site.transitions(0)).map(({ action }) => action.value),
      [undefined, 'winter “☃”'],
    );
  });

  it('a transition written again replaces the first', async () => {
    const site = await newSite();
    const again = transitionOf(0, 0, 2, { reason: 'fired' });
    await site.commit({ transitions: [transitionOf(0, 0, 1)] });
    await site.commit({ transitions: [again] });
    assert.deepEqual(await site.transitions(0), [again]);
  });

  it('an update changes target and reason alone', async () => {
    const site = await newSite();
    await site.commit({ transitions: [transitionOf(0, 0, 1), transitionOf(0, 1, 1)] });
    await site.commit({ updated: [{ source: 0, ord: 1, target: null, reason: 'unchanged' }] });
    assert.deepEqual(await site.transitions(0), [
      transitionOf(0, 0, 1),
      { ...transitionOf(0, 1, 1), target: null, reason: 'unchanged' },
    ]);
  });

  it('transitions within a document are those of its kept pages', async () => {
    const site = await newSite();
    const state = { entry: { kind: 'action', source: 1, ord: 0 }, document: 1 } as const;
    await site.commit({ ...keptPage(0), transitions: [transitionOf(0, 0, 1)] });
    await site.commit({ ...keptPage(1), transitions: [transitionOf(1, 0, 2), transitionOf(1, 1, 3)] });
    await site.commit({ ...keptPage(2, state), transitions: [transitionOf(2, 0, 1)] });
    await site.commit({ ...keptPage(3, state), transitions: [transitionOf(3, 0, 1)] });
    await site.commit({ merged: [{ number: 3, into: 2 }] });
    assert.deepEqual(
      (await site.transitionsWithin(1)).map(({ source, ord, target }) => [source, ord, target]),
      [
        [1, 0, 2],
        [1, 1, 2],
        [2, 0, 1],
      ],
    );
  });

  it('leads are those of a range of pages, with the targets that were written', async () => {
    const site = await newSite();
    const chosen = transitionOf(1, 1, null);
    const { meta: _meta, ...action } = { ...chosen.action, value: 'b' };
    for (const number of [0, 1, 2, 3]) await site.commit(keptPage(number));
    await site.commit({ transitions: [transitionOf(0, 0, 1), transitionOf(2, 0, 3), transitionOf(3, 0, 1)] });
    await site.commit({ transitions: [{ ...chosen, action }, transitionOf(1, 0, 3)] });
    await site.commit({ merged: [{ number: 3, into: 2 }] });
    const leads = await site.leads({ from: 1, to: 3 });
    assert.deepEqual(
      leads.map(({ source, ord, target }) => [source, ord, target]),
      [
        [1, 0, 3],
        [1, 1, null],
        [2, 0, 3],
      ],
    );
    assert.deepEqual(leads[1]?.action, action);
    assert.deepEqual([...(await site.leadNumbers({ from: 0, to: 3 }))], [0, 1, 1, 3, 2, 3]);
    assert.deepEqual(await site.leads({ from: 4, to: 9 }), []);
  });

  it('pieces of transitions are all of them, none empty', async () => {
    const site = await newSite();
    const all = Array.from({ length: 1100 }, (_, ord) => transitionOf(0, ord, 1));
    await site.commit({ transitions: all });
    const pieces = await collect(site.transitionPieces());
    assert.ok(pieces.length > 1 && pieces.every((some) => some.length > 0));
    assert.deepEqual(pieces.flat(), all);
  });

  it('all transitions are read in order over many pieces, also while more are written', async () => {
    const site = await newSite();
    const perPage = 90;
    for (let source = 0; source < 20; source++) {
      const transitions = Array.from({ length: perPage }, (_, ord) => transitionOf(source, ord, source + 1));
      await site.commit({ transitions });
    }
    const seen: string[] = [];
    for await (const { source, ord } of site.allTransitions()) {
      if (seen.length === 0) await site.commit({ transitions: [transitionOf(19, perPage, 0)] });
      seen.push(`${source}/${ord}`);
    }
    const expected = Array.from(
      { length: 20 * perPage },
      (_, at) => `${Math.floor(at / perPage)}/${at % perPage}`,
    );
    assert.deepEqual(seen, [...expected, `19/${perPage}`]);
  });
}

function aboutFiles(newSite: () => Promise<SiteStore>): void {
  it('a resource comes back with its body and the name of its blob', async () => {
    const site = await newSite();
    const noise = new Uint8Array(200_000).map((_, at) => (at * 2654435761) >>> 13);
    for (const body of [new Uint8Array(0), new Uint8Array([0]), documentOf(3), noise]) {
      const url = `http://site.test/${body.length}`;
      await site.putResource({ url, status: 200, contentType: 'font/woff2', body });
      const blob = createHash('sha256').update(body).digest('hex');
      assert.deepEqual(await site.resource(url), { url, status: 200, contentType: 'font/woff2', body, blob });
      assert.deepEqual(await site.blob(blob), body);
      assert.equal(await site.hasResource(url), true);
    }
    assert.equal(await site.resource('http://site.test/none'), null);
    assert.equal(await site.hasResource('http://site.test/none'), false);
  });

  it('resources are listed by address, a piece at a time', async () => {
    const site = await newSite();
    for (const name of ['c', 'a', 'b'])
      await site.putResource({ url: `http://s/${name}`, status: 200, contentType: 't', body: documentOf(1) });
    const first = await site.resources({ limit: 2 });
    assert.deepEqual(first, [
      { url: 'http://s/a', status: 200, contentType: 't' },
      { url: 'http://s/b', status: 200, contentType: 't' },
    ]);
    const rest = await site.resources({ after: 'http://s/b', limit: 2 });
    assert.deepEqual(
      rest.map(({ url }) => url),
      ['http://s/c'],
    );
  });

  it('a resource put again is replaced', async () => {
    const site = await newSite();
    const url = 'http://site.test/a.css';
    await site.putResource({ url, status: 200, contentType: 'text/css', body: documentOf(1) });
    await site.putResource({ url, status: 404, contentType: 'text/html', body: documentOf(2) });
    const resource = await site.resource(url);
    assert.equal(resource?.status, 404);
    assert.deepEqual(resource?.body, documentOf(2));
  });

  it('a note is what was last put there', async () => {
    const site = await newSite();
    assert.equal(await site.note('robots'), null);
    await site.putNote('robots', 'none');
    await site.putNote('robots', '');
    assert.equal(await site.note('robots'), '');
  });

  it('a note that goes with a step is there with it, and not without it', async () => {
    const site = await newSite();
    await site.commit({ ...keptPage(0), note: { key: 'engines', value: 'one' } });
    assert.equal(await site.note('engines'), 'one');
    await site.commitAll([keptPage(1), { note: { key: 'engines', value: 'two' } }]);
    assert.equal(await site.note('engines'), 'two');
    const impossible = { merged: [{ number: 0, into: 99 }], note: { key: 'engines', value: 'three' } };
    await assert.rejects(site.commit(impossible));
    assert.equal(await site.note('engines'), 'two');
  });

  it('rules are kept with every version, and the newest of each template are given', async () => {
    const site = await newSite();
    assert.deepEqual(await site.rules(), []);
    const saved = { domain: 'site.test', template: 'book', savedAt: '2026-05-01T12:00:00.000Z' };
    assert.equal(await site.putRules({ ...saved, text: 'first' }), 1);
    assert.equal(await site.putRules({ ...saved, text: 'second' }), 2);
    assert.equal(await site.putRules({ ...saved, template: 'author', text: 'other' }), 1);
    assert.deepEqual(await site.rules(), [
      { ...saved, template: 'author', version: 1, text: 'other' },
      { ...saved, version: 2, text: 'second' },
    ]);
    assert.deepEqual(await site.rules({ domain: 'site.test', template: 'book' }), [
      { ...saved, version: 1, text: 'first' },
      { ...saved, version: 2, text: 'second' },
    ]);
  });

  it('thousands of fingerprints are looked up at once', async () => {
    const site = await newSite();
    const all = Array.from({ length: 3000 }, (_, number) => ({
      fingerprint: fingerprintOf(`${number}`),
      number,
    }));
    await site.commit({ instructions: all.slice(0, 2000) });
    const found = await site.numbersOf(all.map(({ fingerprint }) => fingerprint));
    assert.equal(found.size, 2000);
    assert.equal(found.get(fingerprintOf('1999')), 1999);
    assert.equal((await site.numbersOf([])).size, 0);
  });
}

function aboutReopening(makePlace: () => Promise<StorePlace>): void {
  it('everything is there after closing and opening, and one writer keeps the others out', async () => {
    const place = await makePlace();
    try {
      const first = await place.open();
      const site = await first.site('again.test', creation);
      await site?.commit({ ...keptPage(0), transitions: [transitionOf(0, 0, 0)], totals: someTotals });
      await assert.rejects(place.open(), { name: 'ArgiopeError', code: 'STORE_LOCKED' });
      await first.close();
      await first.close();

      const second = await place.open();
      const again = await second.site('again.test');
      assert.deepEqual(await again?.page(0), queuedPage(0, { status: 'kept', content: contentOf(0) }));
      assert.deepEqual(await again?.blob(contentOf(0).blob), documentOf(0));
      assert.deepEqual(await again?.transitions(0), [transitionOf(0, 0, 0)]);
      assert.deepEqual((await again?.info())?.totals, someTotals);
      await second.close();
    } finally {
      await place.remove();
    }
  });

  it('readers read while a writer writes, see what was committed, and cannot write', async () => {
    const place = await makePlace();
    try {
      const writer = await place.open();
      const written = await writer.site('read.test', creation);
      await written?.commit(keptPage(0));
      const reader = await place.open({ readOnly: true });
      const read = await reader.site('read.test');
      assert.ok(read);
      assert.deepEqual(await read.counts(), {
        queued: 0,
        kept: 1,
        merged: 0,
        failed: 0,
        unchanged: 0,
        gone: 0,
      });
      await written?.commit(keptPage(1));
      assert.deepEqual(await read.blob(contentOf(1).blob), documentOf(1));
      await assert.rejects(read.commit(keptPage(2)), { code: 'STORE_UNREACHABLE' });
      await assert.rejects(reader.site('other.test', creation), { code: 'STORE_UNREACHABLE' });
      await writer.close();
      assert.equal((await read.counts()).kept, 2);
      await reader.close();
    } finally {
      await place.remove();
    }
  });
}
