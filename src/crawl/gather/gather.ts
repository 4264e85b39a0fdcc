import type { CrawlSettings } from '../../config/settings.ts';
import type { CookieJar } from '../../drivers/http/index.ts';
import {
  lastmodNotes,
  type Manners,
  normalizeUrl,
  PageNotes,
  Sessions,
  seedPriority,
  TopicRanking,
  unlistedNotes,
} from '../../frontier/index.ts';
import { FreshOrder, freshest } from '../../frontier/revisit/index.ts';
import { HookChain } from '../../hooks/index.ts';
import { type CrawlListener, noTotals, type SiteStore } from '../../model/index.ts';
import { Chains, type Counting, type Explored, Limits, reportChains, seedFromSitemaps } from '../index.ts';
import { type Access, openAccess } from './access.ts';
import { Batch } from './batch.ts';
import { Distributor } from './distributor.ts';
import { Gatherer } from './gatherer.ts';
import { LinkJudge } from './judge.ts';
import { KnownNumbers } from './known.ts';
import { type Ranking, Recorder } from './record.ts';
import { Schedule } from './schedule/schedule.ts';
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
  /** Requests that may be made; `null` or absent: as many as it takes. */
  readonly budget?: number | null;
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
  const { site, listen } = parts;
  const state = await takeUp(parts, bounds);
  const { batch, limits, totals, gatherer, schedule, chains } = state;
  try {
    await seed(parts, state);
    if (!schedule.isEmpty) await gatherer.run();
  } finally {
    await batch.settled().finally(state.close);
  }
  const stopped = schedule.isEmpty ? 'done' : (limits.reason ?? 'done');
  const finishedAt = stopped === 'done' ? new Date().toISOString() : null;
  await site.commit({ finishedAt, totals: { ...totals } });
  reportChains(chains, listen);
  tellUnlisted(gatherer.unlisted, listen);
  const { urlPages, statePages } = limits.figures(0);
  return { stopped, totals, pages: { urlPages, statePages }, firstError: gatherer.firstError };
}

type State = Awaited<ReturnType<typeof takeUp>>;

/** Everything that a crawl knows, read from the store; of what waits, the names of the hosts. */
async function takeUp(parts: GatherParts, bounds: GatherBounds) {
  const { settings, site, manners, listen, signal, cookies, hooks = new HookChain() } = parts;
  const info = await site.info();
  const totals: Counting = { ...noTotals, ...info.totals };
  const [stop, leave] = stopWith(signal);
  const access = await openAccess({ settings, site, manners, cookies, hooks, stop: stop.signal });
  const { asker, robots, scope, slotsOf } = access;
  const kept = await site.count('kept');
  const limits = new Limits({ settings, signal, totals, urlPages: kept, statePages: 0 });
  let done = kept;
  for (const status of ['merged', 'failed', 'unchanged'] as const) done += await site.count(status);
  const schedule = new Schedule<Waiting>({
    ...{ bound: bounds.queue, most: bounds.queues, slots: slotsOf },
    readyAt: (host) => manners.nextMoment(host),
  });
  const count = wireCount(totals, access.counts);
  const { budget = null } = parts;
  if (budget !== null) limits.spends((inHand) => access.counts().requests + inHand >= budget);
  const batch: Batch = new Batch({
    ...{ site, listen, limits: { bytes: settings.batch, age: settings.batchAge * 1000 } },
    closing: () => {
      count();
      limits.stopped();
      return { nextNumber: recorder.next, totals: { ...totals } };
    },
    onFailure: (error) => gatherer.fail(error),
  });
  const sessions = new Sessions(await site.note('sessions'));
  const chains = new Chains(settings.chain, settings.thorough === 1);
  const topic = TopicRanking.of(settings);
  const known = { isNew: info.nextNumber === 0, most: bounds.known };
  const recorder = new Recorder({
    ...{ site, settings, batch, sessions, chains, totals, topic, nextNumber: info.nextNumber },
    judge: new LinkJudge(settings, { scope, robots, sessions }),
    addresses: new KnownNumbers((prints) => site.numbersOf(prints), known),
    contents: new KnownNumbers((prints) => site.numbersOf(prints), known),
    rank: parts.rank ?? rankBy(settings, topic),
    file: (item) => schedule.file(item.host, item, Date.now()),
    settled: ({ host, number }) => {
      schedule.settle(host, number, Date.now());
      gatherer.wake();
    },
    counted: () => limits.countPage(true),
    oneDone: () => limits.figures(Math.max(0, recorder.next - ++done)),
  });
  const distributor = new Distributor({ site, schedule, batch });
  const gatherer: Gatherer = new Gatherer({
    ...{ settings, schedule, distributor, asker, recorder, batch, limits, manners, stop, hooks },
    keeper: access.keeper,
    unlisted: new PageNotes(site, unlistedNotes),
    lastmods: settings.sitemap.length > 0 ? new PageNotes(site, lastmodNotes) : null,
  });
  const close = async () => {
    leave();
    await access.close();
    count();
    totals.dropped += Object.values(hooks.dropped).reduce((sum, each) => sum + each, 0);
    limits.stopped();
    await site.putNote('sessions', sessions.save());
  };
  return {
    ...{ access, batch, limits, totals, gatherer, schedule, chains, distributor, recorder },
    ...{ sessions, topic, close },
  };
}

/** Files what waits from an earlier run, the seeds, and what sitemaps name. */
async function seed({ settings, site, listen, signal }: GatherParts, state: State): Promise<void> {
  const { distributor, recorder, sessions, topic, access } = state;
  await distributor.takeUp();
  const first = topic !== null ? seedPriority : settings.order === 'fresh' ? freshest : 0;
  await recorder.seed(
    settings.seeds.map((url) => normalizeUrl(url) ?? url),
    () => first,
  );
  const { asker, robots, refuses } = access;
  const files = { robots: asker.robots, stream: asker.stream };
  await seedFromSitemaps({
    ...{ settings, site, files, robots, recorder, sessions, listen, signal, gate: { refuses } },
  });
}

/** Ends when the signal does, or before; with what lets go of the signal. */
function stopWith(signal: AbortSignal | null): readonly [AbortController, () => void] {
  const stop = new AbortController();
  const onAbort = () => stop.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  return [stop, () => signal?.removeEventListener('abort', onAbort)];
}

/**
 * What has most to do with the topic comes first; else `--order fresh` asks new ones first, `--strategy depth`
 * goes down first, and addresses are asked in the order in which they were found.
 */
function rankBy({ strategy, order }: CrawlSettings, topic: TopicRanking | null): Ranking {
  if (topic !== null)
    return (link, { page, relevance }) => topic.link(link, { relevance, priority: page.priority });
  const fresh = new FreshOrder(Date.now());
  if (order === 'fresh') return (link) => fresh.rank(link.url);
  return strategy === 'depth' ? (_link, { page }) => page.depth + 1 : () => 0;
}

/** Adds what went over the wire in this run to the totals of earlier ones. */
function wireCount(totals: Counting, counts: Access['counts']): () => void {
  const before = { requests: totals.requests, bytes: totals.bytes };
  return () => {
    const { requests, bytes } = counts();
    totals.requests = before.requests + requests;
    totals.bytes = before.bytes + bytes;
  };
}

function tellUnlisted({ count, first }: Gatherer['unlisted'], listen: CrawlListener): void {
  if (count === 0) return;
  const text = `${count} ${count === 1 ? 'page asks' : 'pages ask'} not to be listed (noindex), such as ${first}: visited, but neither mirrored nor listed (--robots ignore leaves that aside)`;
  listen({ kind: 'note', level: 'info', text });
}
