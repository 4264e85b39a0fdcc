import type { CrawlSettings } from '../config/settings.ts';
import {
  allowedAddress,
  forbiddenAddress,
  type Manners,
  normalizeUrl,
  RobotsGate,
} from '../frontier/index.ts';
import { ClassAudits } from '../identity/index.ts';
import {
  ArgiopeError,
  type CrawlListener,
  type Driver,
  type Resource,
  type ResourceSink,
  type SiteStore,
  type Totals,
} from '../model/index.ts';
import { AssetKeeper } from './assets.ts';
import { Atlas } from './atlas.ts';
import { Costs } from './costs.ts';
import { Explorer, resumeQueue } from './explorer.ts';
import { Gate } from './gate.ts';
import { Limits, type Stopped } from './limits.ts';
import { PageQueue, waitingOf } from './queue.ts';
import { Recorder } from './record.ts';
import type { Counting } from './totals.ts';

/** Reads single files: robots.txt, and what pages use. */
export interface Files {
  fetch(url: string): Promise<Resource | null>;
  robots(url: string): Promise<{ readonly status: number; readonly body: string }>;
  counts(): { readonly requests: number; readonly bytes: number };
}

/** What a crawl of one site needs. */
export interface CrawlParts {
  readonly settings: CrawlSettings;
  readonly site: SiteStore;
  readonly files: Files;
  readonly manners: Manners;
  /** Makes the driver once its seams are known. */
  readonly driver: (seams: { permit: (url: string) => Promise<void>; sink: ResourceSink }) => Promise<Driver>;
  readonly listen: CrawlListener;
  readonly signal: AbortSignal | null;
}

/** How a crawl ended. */
export interface Explored {
  readonly stopped: Stopped;
  readonly totals: Totals;
  /** Kept pages, those of earlier runs included. */
  readonly pages: { readonly urlPages: number; readonly statePages: number };
  readonly firstError: ArgiopeError | null;
}

/** Explores a site until nothing is left or a limit is reached; what an earlier run left is taken up. */
export async function explore(parts: CrawlParts): Promise<Explored> {
  const { settings, site, files, manners, listen, signal } = parts;
  const info = await site.info();
  const totals: Counting = { ...info.totals };
  const audits = new ClassAudits(await site.note('classes'));
  const robots = settings.robots === 'obey' ? new RobotsGate((url) => files.robots(url)) : null;
  robots?.restore(JSON.parse((await site.note('robots')) ?? '{}'));
  manners.restore(JSON.parse((await site.note('manners')) ?? '{}'));
  const gate = new Gate(settings, robots, audits);
  const keeper = new AssetKeeper(site, files.fetch);
  const queue = new PageQueue();
  const atlas = new Atlas(site);
  await resumeQueue(site, queue, waitingOf);
  const kept = await keptKinds(site);
  const nowhere = new Set((await site.pages({ status: 'unchanged' })).map((page) => page.number));
  const recorder = new Recorder({
    ...{ site, settings, queue, atlas, audits, totals, nowhere },
    nextNumber: info.nextNumber,
  });
  recorder.onRequeue = (updated) => atlas.requeue(updated);
  await recorder.seed(settings.seeds.map((seed) => normalizeUrl(seed) ?? seed));

  const limits = new Limits({ settings, signal, totals, ...kept });
  const host = new URL(settings.seeds[0] as string).host;
  const driver = await parts.driver({ permit: permitOf(gate, settings), sink: (file) => keeper.take(file) });
  const wire = new WireCount(totals, [driver, files]);
  const shared = {
    ...{ site, atlas, gate, recorder, totals },
    costs: new Costs(),
    compares: settings.dedupe !== 'none',
    exclusive: makeLock(() => wire.update()),
    turn: (url: string) => manners.waitTurn(url === '' ? host : new URL(url).host, signal ?? undefined),
    answered: (url: string, ms: number, status: number) => manners.answered(new URL(url).host, ms, status),
    rest: (url: string, retryAfter: string | null) => manners.answered(new URL(url).host, 0, 503, retryAfter),
    fetchAssets: (capture: Parameters<AssetKeeper['ensure']>[0]) => keeper.ensure(capture),
  };
  const explorer = new Explorer({ shared, settings, queue, limits, listen });
  try {
    await explorer.run(driver);
  } finally {
    await driver.close();
    wire.update();
    limits.stopped();
    await site.putNote('classes', audits.save());
    if (robots) await site.putNote('robots', JSON.stringify(robots.snapshot()));
    await site.putNote('manners', JSON.stringify(manners.snapshot()));
  }
  const stopped = queue.size === 0 ? 'done' : (limits.reason ?? 'done');
  await recorder.finish(stopped === 'done' ? new Date().toISOString() : null);
  const { urlPages, statePages } = limits.figures(queue.size);
  return { stopped, totals, pages: { urlPages, statePages }, firstError: explorer.firstError };
}

/** One recording after the other: two tabs must not give the same instruction two numbers. */
function makeLock(after: () => void): <T>(run: () => Promise<T>) => Promise<T> {
  let tail: Promise<unknown> = Promise.resolve();
  return (run) => {
    const turn = tail.then(() => {
      after();
      return run();
    });
    tail = turn.catch(() => {});
    return turn;
  };
}

/** Redirects are judged like links. */
function permitOf(gate: Gate, settings: CrawlSettings): (url: string) => Promise<void> {
  return async (address) => {
    const url = normalizeUrl(address) ?? address;
    if (!allowedAddress(url, settings.seeds)) throw forbiddenAddress(url);
    const refused = await gate.refuses(url);
    if (refused === null) return;
    if (refused === 'robots') throw new ArgiopeError('ROBOTS', `robots.txt forbids ${url}`, { url });
    throw new ArgiopeError('REDIRECT', `the address redirects to ${url}, which is outside of the crawl`, {
      url,
      advice: 'Start from that address, or widen --scope.',
    });
  };
}

interface Counted {
  counts(): { readonly requests: number; readonly requestsFromCache?: number; readonly bytes: number };
}

/** Adds what went over the wire in this run to the totals of earlier ones. */
class WireCount {
  readonly #totals: Counting;
  readonly #before: Pick<Totals, 'requests' | 'requestsFromCache' | 'bytes'>;
  readonly #sources: readonly Counted[];

  constructor(totals: Counting, sources: readonly Counted[]) {
    this.#totals = totals;
    this.#before = { ...totals };
    this.#sources = sources;
  }

  update(): void {
    const now = { ...this.#before };
    for (const source of this.#sources) {
      const { requests, requestsFromCache = 0, bytes } = source.counts();
      Object.assign(now, {
        requests: now.requests + requests,
        requestsFromCache: now.requestsFromCache + requestsFromCache,
        bytes: now.bytes + bytes,
      });
    }
    const { requests, requestsFromCache, bytes } = now;
    Object.assign(this.#totals, { requests, requestsFromCache, bytes });
  }
}

async function keptKinds(site: SiteStore): Promise<{ urlPages: number; statePages: number }> {
  const counted = { urlPages: 0, statePages: 0 };
  const piece = 5000;
  for (let after = -1; ; ) {
    const pages = await site.pages({ status: 'kept', after, limit: piece });
    for (const page of pages) counted[page.entry.kind === 'url' ? 'urlPages' : 'statePages']++;
    const last = pages.at(-1);
    if (pages.length < piece || !last) return counted;
    after = last.number;
  }
}
