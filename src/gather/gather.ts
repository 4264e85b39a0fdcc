import type { CrawlSettings } from '../config/settings.ts';
import { type CookieJar, httpDriver } from '../drivers/http/index.ts';
import {
  AssetKeeper,
  type Counting,
  type Explored,
  Limits,
  Lineages,
  reportSpared,
  seedFromSitemaps,
} from '../explore/index.ts';
import {
  type Manners,
  makeScope,
  normalizeUrl,
  PageNotes,
  RobotsGate,
  Sessions,
  unlistedNotes,
} from '../frontier/index.ts';
import { FreshOrder, freshest } from '../frontier/revisit/index.ts';
import { HookChain } from '../hooks/index.ts';
import { ClassAudits } from '../identity/index.ts';
import { type CrawlListener, noTotals, type SiteStore } from '../model/index.ts';
import { Asker } from './asker.ts';
import { Batch } from './batch.ts';
import { Distributor } from './distributor.ts';
import { Gatherer } from './gatherer.ts';
import { LinkJudge } from './judge.ts';
import { KnownNumbers } from './known.ts';
import { type Ranking, Recorder } from './record.ts';
import { Schedule } from './schedule/schedule.ts';
import { HostSlots } from './slots.ts';
import type { Waiting } from './waiting.ts';

/** What gathering needs. */
export interface GatherParts {
  readonly settings: CrawlSettings;
  readonly site: SiteStore;
  readonly manners: Manners;
  readonly listen: CrawlListener;
  /** Aborted: no further page is begun, what is in hand is finished and saved. */
  readonly signal: AbortSignal | null;
  /** How soon links are followed; in the order in which they are found where nobody says. */
  readonly rank?: Ranking;
  readonly cookies?: CookieJar;
  readonly hooks?: HookChain;
}

/** Sizes of what is held in memory; everything else is on the disk. */
export interface GatherBounds {
  /** Waiting addresses of one host. */
  readonly queue: number;
  /** Waiting addresses of all hosts. */
  readonly queues: number;
  /** Fingerprints of addresses, and of contents. */
  readonly known: number;
}

/** The usual sizes: about 60 MB in all. */
export const gatherBounds: GatherBounds = { queue: 256, queues: 50_000, known: 250_000 };

/** Gathers pages by plain requests until nothing is left or a limit is reached; resumes what was begun. */
export async function gather(parts: GatherParts, bounds: GatherBounds = gatherBounds): Promise<Explored> {
  const state = await takeUp(parts, bounds);
  const { batch, limits, totals, gatherer, schedule, finish } = state;
  try {
    if (!schedule.isEmpty) await gatherer.run();
  } finally {
    await batch.settled().finally(finish);
  }
  const stopped = schedule.isEmpty ? 'done' : (limits.reason ?? 'done');
  await parts.site.commit({
    finishedAt: stopped === 'done' ? new Date().toISOString() : null,
    totals: { ...totals },
  });
  reportSpared(new ClassAudits(null, 'none'), state.lineages, parts.listen);
  tellUnlisted(gatherer.unlisted, parts.listen);
  const { urlPages, statePages } = limits.figures(0);
  return { stopped, totals, pages: { urlPages, statePages }, firstError: gatherer.firstError };
}

/** Everything that a crawl knows, read from the store: a fresh one knows its seeds. */
async function takeUp(parts: GatherParts, bounds: GatherBounds) {
  const { settings, site, manners, listen, signal, cookies, hooks = new HookChain() } = parts;
  const info = await site.info();
  const totals: Counting = { ...noTotals, ...info.totals };
  const stop = new AbortController();
  const onAbort = () => stop.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  manners.restore(JSON.parse((await site.note('manners')) ?? '{}'));
  const slotsOf = (host: string) => settings.perHost ?? (manners.delayOf(host) > 0 ? 1 : settings.workers);
  const driver = httpDriver(settings, {
    manners: { waitTurn: async () => {}, answered: (...told) => manners.answered(...told) },
    ...(cookies && { cookies }),
    hooks,
  });
  const asker = new Asker({ driver, slots: new HostSlots(slotsOf), manners, signal: stop.signal });
  const robots = settings.robots === 'obey' ? new RobotsGate((url) => asker.robots(url)) : null;
  robots?.restore(JSON.parse((await site.note('robots')) ?? '{}'));
  const scope = makeScope(settings);
  asker.judgeBy(scope, robots);

  const kept = await site.count('kept');
  const limits = new Limits({ settings, signal, totals, urlPages: kept, statePages: 0 });
  let settledPages =
    kept + (await site.count('merged')) + (await site.count('failed')) + (await site.count('unchanged'));
  const schedule = new Schedule<Waiting>({
    ...{ bound: bounds.queue, most: bounds.queues, slots: slotsOf },
    readyAt: (host) => manners.nextMoment(host),
  });
  const wire = wireCount(totals, driver);
  const batch: Batch = new Batch({
    ...{ site, listen, limits: { bytes: settings.batch, age: settings.batchAge * 1000 } },
    closing: () => {
      wire();
      limits.stopped();
      return { nextNumber: recorder.next, totals: { ...totals } };
    },
    onFailure: (error) => gatherer.fail(error),
  });
  const sessions = new Sessions(await site.note('sessions'));
  const lineages = new Lineages(settings.chain, settings.exhaustive);
  const isNew = info.nextNumber === 0;
  const recorder = new Recorder({
    ...{ site, settings, batch, sessions, lineages, totals, nextNumber: info.nextNumber },
    judge: new LinkJudge(settings, { scope, robots, sessions }),
    addresses: new KnownNumbers((prints) => site.numbersOf(prints), { isNew, most: bounds.known }),
    contents: new KnownNumbers((prints) => contentNumbers(site, prints), { isNew, most: bounds.known }),
    rank: parts.rank ?? rankBy(settings),
    file: (item) => schedule.file(item.host, item, Date.now()),
    settled: ({ host, number }) => {
      schedule.settle(host, number, Date.now());
      gatherer.wake();
    },
    counted: () => limits.countPage(true),
    figures: () => limits.figures(Math.max(0, recorder.next - ++settledPages)),
  });
  const distributor = new Distributor({ site, schedule, batch });
  const gatherer: Gatherer = new Gatherer({
    ...{ settings, schedule, distributor, asker, recorder, batch, limits, manners, stop, hooks },
    keeper: new AssetKeeper(site, asker.file),
    unlisted: new PageNotes(site, unlistedNotes),
  });
  await distributor.takeUp();
  await recorder.seed(
    settings.seeds.map((seed) => normalizeUrl(seed) ?? seed),
    settings.order === 'fresh' ? () => freshest : undefined,
  );
  const refuses = async (url: string) => {
    const verdict = scope(url);
    if (verdict !== 'in') return verdict;
    return robots === null || (await robots.allows(url)) ? null : 'robots';
  };
  const files = { robots: asker.robots, stream: asker.stream };
  await seedFromSitemaps({
    ...{ settings, site, files, robots, recorder, sessions, listen, signal, gate: { refuses } },
  });
  const finish = async () => {
    signal?.removeEventListener('abort', onAbort);
    await driver.close();
    wire();
    totals.dropped += Object.values(hooks.dropped).reduce((sum, count) => sum + count, 0);
    limits.stopped();
    await site.putNote('sessions', sessions.save());
    if (robots) await site.putNote('robots', JSON.stringify(robots.snapshot()));
    await site.putNote('manners', JSON.stringify(manners.snapshot()));
  };
  return { batch, limits, totals, gatherer, schedule, lineages, finish };
}

/** `--order fresh` asks new ones first, `--strategy depth` goes down first; else it is the order of finding. */
function rankBy({ strategy, order }: CrawlSettings): Ranking {
  const fresh = new FreshOrder(Date.now());
  if (order === 'fresh') return (link) => fresh.rank(link.url);
  return strategy === 'depth' ? (_link, { page }) => page.depth + 1 : () => 0;
}

async function contentNumbers(site: SiteStore, prints: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const print of prints) {
    const number = await site.numberOfContent(print);
    if (number !== null) found.set(print, number);
  }
  return found;
}

/** Adds what went over the wire in this run to the totals of earlier ones. */
function wireCount(totals: Counting, driver: ReturnType<typeof httpDriver>): () => void {
  const before = { requests: totals.requests, bytes: totals.bytes };
  return () => {
    const { requests, bytes } = driver.counts();
    totals.requests = before.requests + requests;
    totals.bytes = before.bytes + bytes;
  };
}

function tellUnlisted({ count, first }: Gatherer['unlisted'], listen: CrawlListener): void {
  if (count === 0) return;
  const text = `${count} ${count === 1 ? 'page asks' : 'pages ask'} not to be listed (noindex), such as ${first}: visited, but neither mirrored nor listed (--robots ignore leaves that aside)`;
  listen({ kind: 'note', level: 'info', text });
}
