import type { CrawlSettings } from '../../config/settings.ts';
import type { CookieJar, HttpSeams } from '../../drivers/http/index.ts';
import type { LoginWatch } from '../../drivers/signed-in.ts';
import {
  type AddressViews,
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
import {
  Chains,
  type Counting,
  type CrawlPace,
  Ending,
  type Explored,
  Limits,
  reportChains,
  seedFromSitemaps,
} from '../index.ts';
import { type Access, openAccess } from './access.ts';
import { Batch } from './batch.ts';
import { Distributor } from './distributor.ts';
import { Gatherer } from './gatherer.ts';
import { Helpers } from './helpers.ts';
import { LinkJudge } from './judge.ts';
import { KnownNumbers, together } from './known.ts';
import { BlockNumbers, CountedNumbers } from './numbers.ts';
import { askForms, type FormQuestion, type MakeBrowser, questionBrowser } from './questions.ts';
import { GatherRecorder, type Ranking } from './record.ts';
import { Schedule } from './schedule/schedule.ts';
import type { HostKeeper } from './share/keeper.ts';
import { mergedNotes } from './share/notes.ts';
import { keepHosts, type Share } from './share/share.ts';
import type { WaitingAddress } from './waiting.ts';

/** What gathering needs. */
export interface GatherParts {
  readonly settings: CrawlSettings;
  readonly site: SiteStore;
  readonly manners: Manners;
  readonly listen: CrawlListener;
  /** Aborted: no further page is begun, what is in hand is finished and saved. */
  readonly signal: AbortSignal | null;
  /** Who holds the crawl back; nobody where nothing is said. */
  readonly pace?: CrawlPace | null;
  /** How soon links are followed; in the order in which they are found where nobody says. */
  readonly rank?: Ranking;
  readonly cookies?: CookieJar;
  /** Knows whether one is still signed in, where one was. */
  readonly watch?: LoginWatch;
  /** Where requests go, where they are archived. */
  readonly proxy?: HttpSeams['proxy'];
  readonly hooks?: HookChain;
  /** What forms are to be asked that is no address, before anything else, one after the other. */
  readonly questions?: readonly FormQuestion[];
  /** Makes the browser in which forms are driven that only a script sends. */
  readonly browser?: MakeBrowser;
  /** Nothing but that: what waits is for others. */
  readonly onlyQuestions?: boolean;
  /** Knows which addresses show answers once more; nobody where nothing is said. */
  readonly views?: AddressViews | null;
  /** Requests that may be made; `null` or absent: as many as it takes. */
  readonly budget?: number | null;
  /** The site as one of several workers sees it: hosts are leased, and it was seeded by whoever filed the crawl. */
  readonly share?: Share | null;
}

/** Sizes of what is held in memory; everything else is on the disk. */
export interface GatherBounds {
  /** Waiting addresses of one host. */
  readonly queue: number;
  /** Waiting addresses of all hosts. */
  readonly queues: number;
  /** Fingerprints of addresses, and of contents. */
  readonly known: number;
  /** Pages that are read before threads are begun. */
  readonly alone: number;
}

/** The usual sizes: about 60 MB in all. */
export const gatherBounds: GatherBounds = { queue: 256, queues: 50_000, known: 250_000, alone: 200 };

/** Gathers pages by plain requests until nothing is left or a limit is reached; resumes what was begun. */
export async function gather(parts: GatherParts, bounds: GatherBounds = gatherBounds): Promise<Explored> {
  const ending = new Ending(parts.signal, parts.settings.maxTime);
  try {
    return await gathered(parts, bounds, ending);
  } finally {
    ending.disarm();
  }
}

async function gathered(parts: GatherParts, bounds: GatherBounds, ending: Ending): Promise<Explored> {
  const { site, listen } = parts;
  const state = await takeUp(parts, bounds, ending);
  const { batch, limits, totals, gatherer, schedule, chains, keeper } = state;
  try {
    if (keeper) await keeper.start();
    else if (!parts.onlyQuestions) await seed(parts, state, ending.signal);
    await askForms(parts.questions ?? [], { ...parts, ...state });
    if (keeper || (!parts.onlyQuestions && !schedule.isEmpty)) await gatherer.run();
  } finally {
    await keeper?.end();
    await batch.settled().finally(state.close);
  }
  const isDone = keeper ? keeper.isOver : schedule.isEmpty || parts.onlyQuestions;
  const stopped = isDone ? 'done' : (limits.reason ?? 'done');
  const finishedAt = stopped === 'done' ? new Date().toISOString() : null;
  await site.commit({ ...(!parts.onlyQuestions && { finishedAt }), totals: { ...totals } });
  reportChains(chains, listen);
  state.judge.leftAlone.report(listen);
  for (const text of gatherer.wishes.sentences()) listen({ kind: 'note', level: 'info', text });
  const { urlPages, statePages } = limits.figures(0);
  return { stopped, totals, pages: { urlPages, statePages }, firstError: gatherer.firstError };
}

type State = Awaited<ReturnType<typeof takeUp>>;

/** Everything that a crawl knows, read from the store; of what waits, the names of the hosts. */
async function takeUp(parts: GatherParts, bounds: GatherBounds, { cut, began }: Ending) {
  const { settings, site, manners, listen, signal, cookies, watch, proxy, hooks = new HookChain() } = parts;
  const { share = null, pace = null, views = null } = parts;
  const info = await site.info();
  const totals: Counting = { ...noTotals, ...(share === null && info.totals) };
  const [stop, leave] = stopWith(signal);
  const access = await openAccess({
    settings,
    site,
    manners,
    cookies,
    watch,
    hooks,
    proxy,
    listen,
    stop: stop.signal,
    cut,
    isShared: share !== null,
  });
  const { asker, robots, scope, slotsOf } = access;
  const browser = questionBrowser(access, parts.browser);
  // Of a crawl that others work on as well, what was kept here is counted.
  const kept = share ? 0 : await site.count('kept');
  const limits = new Limits({ settings, signal, totals, pace, began, urlPages: kept, statePages: 0 });
  let done = kept;
  for (const status of ['merged', 'failed', 'unchanged'] as const) done += await site.count(status);
  const schedule = new Schedule<WaitingAddress>({
    bound: bounds.queue,
    most: bounds.queues,
    slots: (host) => (keeper?.isLeaving(host) ? 0 : slotsOf(host)),
    readyAt: (host) => manners.nextMoment(host),
    ...(share && { done: (host: string) => keeper?.isDone(host) }),
  });
  const counts = () => {
    const [plain, seen] = [access.counts(), browser.counts()];
    return { requests: plain.requests + seen.requests, bytes: plain.bytes + seen.bytes };
  };
  const count = wireCount(totals, counts);
  const { budget = null } = parts;
  if (budget !== null) limits.spends((inHand) => counts().requests + inHand >= budget);
  const batch: Batch = new Batch({
    site,
    listen,
    limits: { bytes: settings.batch, age: settings.batchAge * 1000 },
    closing: () => {
      count();
      limits.stopped();
      return { nextNumber: recorder.next, totals: { ...totals } };
    },
    onFailure: (error) => gatherer.fail(error),
  });
  const sessions = new Sessions(await site.note('sessions'));
  const judge = new LinkJudge(settings, { scope, robots, sessions });
  const chains = new Chains(settings.chain, settings.thorough === 1);
  const topic = TopicRanking.of(settings);
  const known = { isNew: share === null && info.nextNumber === 0, most: bounds.known };
  const lookup = together((prints) => site.numbersOf(prints));
  const addresses = new KnownNumbers(lookup, known);
  const recorder = new GatherRecorder({
    site,
    settings,
    batch,
    sessions,
    chains,
    totals,
    topic,
    numbers: share
      ? new BlockNumbers((count) => share.site.numbers(count))
      : new CountedNumbers(info.nextNumber),
    judge,
    addresses,
    contents: new KnownNumbers(lookup, known),
    rank: parts.rank ?? rankBy(settings, topic),
    views,
    // Where others number addresses too, only the store knows which of the numbers counts.
    file: (item) => share ?? schedule.file(item.host, item, Date.now()),
    ...(share && {
      learned: () => {
        const merged = (old: string | null) => {
          sessions.merge(old);
          return sessions.save();
        };
        share.site.mergeNote('sessions', merged).catch((error: unknown) => gatherer.fail(error));
      },
      stored: (born: readonly WaitingAddress[]) => {
        for (const host of new Set(born.map((item) => item.host))) schedule.grown(host, Date.now());
      },
    }),
    settled: ({ host, number }) => {
      schedule.settle(host, number, Date.now());
      gatherer.wake();
    },
    counted: () => limits.countPage(true),
    oneDone: () => limits.figures(share ? 0 : Math.max(0, recorder.next - ++done)),
  });
  const helpers = new Helpers({ site, threads: settings.threads, enough: bounds.alone, listen });
  const distributor = new Distributor({ site, schedule, batch });
  const gatherer: Gatherer = new Gatherer({
    settings,
    schedule,
    distributor,
    asker,
    recorder,
    batch,
    limits,
    manners,
    stop,
    hooks,
    helpers,
    views,
    keeper: access.keeper,
    unlisted: new PageNotes(share ? mergedNotes(share.site) : site, unlistedNotes),
    lastmods: settings.sitemap.length > 0 ? new PageNotes(site, lastmodNotes) : null,
    isOver: share ? () => keeper?.isOver === true : undefined,
    // As many again as in hand: stored one by one, a page took 2.1 ms of the server's time instead of 0.9.
    atStake: share ? 2 * settings.workers : null,
  });
  const keeper: HostKeeper | null =
    share &&
    keepHosts({
      share,
      schedule,
      gatherer,
      access,
      manners,
      workers: settings.workers,
      known: { addresses, totals, judge, sessions },
      limits,
    });
  const close = async () => {
    leave();
    await browser.close();
    await access.close();
    count();
    totals.dropped += Object.values(hooks.dropped).reduce((sum, each) => sum + each, 0);
    limits.stopped();
    if (share === null) await site.putNote('sessions', sessions.save());
    await helpers.close();
  };
  return {
    access,
    browser,
    batch,
    limits,
    totals,
    gatherer,
    schedule,
    chains,
    distributor,
    recorder,
    judge,
    sessions,
    topic,
    keeper,
    close,
  };
}

/** Files what waits from an earlier run, the seeds, and what sitemaps name. */
async function seed(
  { settings, site, listen }: GatherParts,
  state: State,
  signal: AbortSignal,
): Promise<void> {
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
    settings,
    site,
    files,
    robots,
    recorder,
    sessions,
    listen,
    signal,
    gate: { refuses },
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
