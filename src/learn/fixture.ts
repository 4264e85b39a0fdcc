import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentPrints } from '../dom/canonical.ts';
import { elementsOf } from '../dom/xpath.ts';
import { parseDocument } from '../html/tree.ts';
import type {
  Candidate,
  Capture,
  DocumentTree,
  Entry,
  Instruction,
  SiteStore,
  Transition,
} from '../model/index.ts';
import { skeletonOf } from '../page-types/skeleton.ts';
import { openStoreAt } from '../store/index.ts';
import type { TrainedModel, TrainedPattern, TrainedType } from './model.ts';

/** Pages, captures, models and real stores for the tests of this room. */

/** A document from the inside of its body. */
export function documentAt(body: string, url = 'http://site.test/'): DocumentTree {
  return parseDocument(`<!doctype html><title>x</title><body>${body}`, url, 500);
}

/** A capture in which every anchor is a candidate. */
export function shown(body: string, url = 'http://site.test/'): Capture {
  const document = documentAt(body, url);
  return {
    fingerprint: documentPrints(document).exact,
    form: '',
    document,
    documentUrl: url,
    status: 200,
    contentType: 'text/html',
    lastModified: null,
    etag: null,
    freshUntil: null,
    bodyPrint: null,
    wanted: [],
    requests: [],
    settled: 'quiet',
    candidates: [...elementsOf(document)].flatMap(({ node, xpath }): Candidate[] => {
      if (node.tag !== 'a') return [];
      const { href, id, onclick } = node.attrs ?? {};
      const text = (node.kids ?? []).filter((kid) => typeof kid === 'string').join('');
      return [
        {
          xpath,
          id: id ?? null,
          tag: 'a',
          event: 'click',
          text,
          traits: '',
          hints: '',
          ...(href !== undefined && { href: new URL(href, url).href }),
          ...(onclick !== undefined && { call: onclick, script: 'inline' }),
        },
      ];
    }),
  };
}

/** A board: threads, and a pager below. */
export function boardHtml(page: number): string {
  const rows = [1, 2, 3].map(
    (n) =>
      `<li class="row"><a class="title" href="/t/${page * 10 + n}">Thread ${page * 10 + n}</a> about ${words(page * 10 + n)}</li>`,
  );
  return `<div id="top"><a href="/help">Help</a></div><div id="board"><ul class="threads">${rows.join('')}</ul>
<div class="pager"><a class="turn" onclick="turn(1)">1</a><a class="turn" onclick="turn(2)">2</a></div></div>`;
}

/** A thread: posts, each with an anchor that leads nowhere. */
export function threadHtml(thread: number, box = ''): string {
  const posts = Array.from({ length: 10 }, (_, n) => {
    const texts = [1, 2, 3].map((part) => `<p class="text">${words(thread * 100 + n * 3 + part)}</p>`);
    return `<div class="post">${texts.join('')}<a class="vote" onclick="vote(${n})">+</a></div>`;
  });
  return `<div id="top"><a href="/help">Help</a></div><div id="posts"><h1 class="subject">Thread ${thread}</h1>
${posts.join('')}<div class="turns"><a class="next" onclick="turn(2)">Next</a></div></div>${box}`;
}

const some =
  'amber birch cedar dune ember fjord grove heath islet juniper kelp lagoon moor nook oak pine'.split(' ');

/** Twenty words that another number has in another order. */
function words(number: number): string {
  return Array.from({ length: 20 }, (_, at) => some[(number * 7 + at * (1 + (number % 5))) % 16]).join(' ');
}

/** A pattern of clicks. */
export function patternOf(
  leadsTo: string,
  paths: readonly string[],
  more: Partial<TrainedPattern> = {},
): TrainedPattern {
  return { event: 'click', leadsTo, paths, support: 3, precision: 1, example: '"x" at /HTML', ...more };
}

/** A type of pages like some documents. */
export function typeOf(
  name: string,
  bodies: readonly string[],
  patterns: readonly TrainedPattern[] = [],
): TrainedType {
  const samples = bodies.map((body) => ({
    at: `http://site.test/${name}`,
    skeleton: skeletonOf(documentAt(body)),
  }));
  return { name, threshold: 0.3, change: 6, samples, patterns };
}

/** A model of boards and threads, in which threads are wanted, changed as said. */
export function modelOf(more: Partial<TrainedModel> = {}): TrainedModel {
  return {
    format: 'argiope-model',
    version: 1,
    site: 'site.test',
    trainedAt: '2026-01-02T03:04:05.000Z',
    events: ['click'],
    want: ['thread'],
    classes: [],
    types: [
      typeOf(
        'board',
        [boardHtml(1)],
        [
          patternOf('board', ['//a.turn', '//div.pager/a'], { onEvery: true }),
          patternOf('thread', ['//a.title'], { onEvery: true, precision: 0.8 }),
        ],
      ),
      typeOf('thread', [threadHtml(1)], [patternOf('thread', ['//a.next'])]),
    ],
    ...more,
  };
}

/** A real store with one site, into which a test puts pages. */
export class Shelf {
  readonly site: SiteStore;

  constructor(site: SiteStore) {
    this.site = site;
  }

  /** Opens one while a test runs. */
  static async during(work: (shelf: Shelf) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'argiope-learn-'));
    const store = await openStoreAt(`sqlite:${join(folder, 'argiope.db')}`);
    const site = (await store.site('site.test', { seeds: [], settings: {} })) as SiteStore;
    try {
      await work(new Shelf(site));
    } finally {
      await store.close();
    }
    await rm(folder, { recursive: true, force: true });
  }

  /** Keeps what a capture shows as a page. */
  async keep(number: number, capture: Capture, how: Entry, more: readonly Transition[] = []): Promise<void> {
    await this.wait(number, how);
    const { document, fingerprint } = capture;
    const bytes = new TextEncoder().encode(JSON.stringify(document));
    const blob = createHash('sha256').update(bytes).digest('hex');
    await this.site.commit({
      kept: {
        number,
        document: bytes,
        content: {
          fingerprint,
          address: document.url,
          title: document.title,
          lang: '',
          status: 200,
          blob,
          contentType: 'text/html',
          lastModified: null,
          etag: null,
          freshUntil: null,
          bodyPrint: null,
          type: null,
          capturedAt: '2026-01-02T03:04:05.000Z',
        },
      },
      transitions: more,
    });
  }

  /** Numbers a page that was not seen yet. */
  async wait(number: number, how: Entry): Promise<void> {
    const source = how.kind === 'action' ? await this.site.page(how.source) : null;
    await this.site.commit({
      queued: [
        {
          number,
          status: 'queued',
          entry: how,
          document: source?.document ?? number,
          depth: 1,
          content: null,
          mergedInto: null,
          error: null,
          attempts: 0,
        },
      ],
    });
  }
}

/** Entry of a page that has an address. */
export function opened(url: string): Entry {
  return { kind: 'url', url };
}

/** Entry of a page that an event on another made. */
export function firedOn(source: number, ord = 0): Entry {
  return { kind: 'action', source, ord };
}

/** What was found on a page: candidate `ord` of it. */
export function transitionOf(
  source: number,
  ord: number,
  { xpath, id, event, call, text }: Candidate,
  target: number | null,
): Transition {
  const instruction: Instruction = {
    kind: 'call',
    scope: 'document',
    text: `inline:${call}`,
    fingerprint: createHash('sha256').update(`${call}`).digest('hex').slice(0, 16),
  };
  return {
    source,
    ord,
    target,
    reason: 'fired',
    action: { id, xpath, event, instruction, label: text },
  };
}
