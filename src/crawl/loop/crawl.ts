import type { CrawlSettings } from '../../config/settings.ts';
import { visibleText } from '../../dom/text.ts';
import {
  forbiddenAddress,
  type Manners,
  normalizeUrl,
  RobotsGate,
  SeedHosts,
  Sessions,
  type SitemapFetch,
  seedPriority,
} from '../../frontier/index.ts';
import { freshest } from '../../frontier/revisit/index.ts';
import { HookChain, hookPage } from '../../hooks/index.ts';
import { Agreements, ClassAudits } from '../../identity/index.ts';
import {
  ArgiopeError,
  type CrawlListener,
  type Driver,
  type Guide,
  noTotals,
  protocolOf,
  type Resource,
  type ResourceSink,
  type SiteStore,
  type Tab,
  type Totals,
} from '../../model/index.ts';
import { Ledger } from '../commit/ledger.ts';
import { Recorder } from '../commit/record.ts';
import { Gate } from '../discover/gate.ts';
import { Numbers } from '../discover/numbers.ts';
import { PageRules } from '../discover/page-rules.ts';
import { mergedNotes } from '../gather/share/notes.ts';
import { Atlas } from '../map/atlas.ts';
import { States } from '../map/states.ts';
import { reach } from '../navigate/reach.ts';
import { Chains } from '../order/chains.ts';
import { Costs } from '../order/costs.ts';
import { leastChance } from '../order/order.ts';
import { DiskQueue, PageQueue } from '../order/queue.ts';
import { Yields } from '../order/yields.ts';
import { Presumptions } from '../presume/presumptions.ts';
import { Returns } from '../presume/returns.ts';
import { queueSkipped } from '../presume/skipped.ts';
import type { Revisited } from '../revisit/findings.ts';
import { type RevisitOrder, revisit } from '../revisit/revisit.ts';
import { Sameness } from '../sameness/sameness.ts';
import { Volatility } from '../sameness/volatility.ts';
import { DocumentShare, type ExploringShare } from '../share/documents.ts';
import { LearnedTogether } from '../share/learned.ts';
import { LeasedQueue } from '../share/leased-queue.ts';
import { AssetKeeper } from './assets.ts';
import { Ending, untilCut } from './ending.ts';
import { Explorer } from './explorer.ts';
import { FileHosts } from './file-hosts.ts';
import { Guidance } from './guidance.ts';
import { type CrawlPace, Limits, type Stopped } from './limits.ts';
import { Reopening } from './reopening.ts';
import { reportChains, reportSpared } from './report.ts';
import { countKept, nowherePages, resumeQueue } from './resume.ts';
import type { Shared } from './shared.ts';
import { seedFromSitemaps } from './sitemap-seeds.ts';
import type { Counting } from './totals.ts';

/** Reads single files: robots.txt, sitemaps, and what pages use. */
export interface Files {
  fetch(url: string): Promise<Resource | null>;
  robots(url: string): Promise<{ readonly status: number; readonly body: string }>;
  /** Reads a large file piece by piece, unpacked. */
  readonly stream?: SitemapFetch;
  counts(): { readonly requests: number; readonly bytes: number };
}

/** What a driver asks and tells the crawl. */
export interface DriverSeams {
  readonly permit: (url: string) => Promise<void>;
  readonly sink: ResourceSink;
  /** Told the header `X-Robots-Tag` of a document, one line for each, empty where there is none. */
  readonly robotsTag: (url: string, header: string) => void;
  /** Has pages visited once more of which not everything was seen; says how many of them were known. */
  readonly reopen: (urls: readonly string[]) => Promise<number>;
  /** Waits until a site may be asked once more. */
  readonly turn: (url: string) => Promise<void>;
}

/** What a crawl of one site needs. */
export interface CrawlParts {
  readonly settings: CrawlSettings;
  readonly site: SiteStore;
  readonly files: Files;
  readonly manners: Manners;
  /** Makes the driver once its seams are known. */
  readonly driver: (seams: DriverSeams) => Promise<Driver>;
  readonly listen: CrawlListener;
  readonly signal: AbortSignal | null;
  /** Who holds the crawl back; nobody where nothing is said. */
  readonly pace?: CrawlPace | null;
  /** Who says what is worth firing; everything is where nobody does. */
  readonly guide?: Guide | null;
  /** Pages of an earlier run to be visited again, before what waits. */
  readonly revisit?: RevisitOrder;
  /** What waits is left to somebody else, and on the disk. */
  readonly onlyRevisits?: boolean;
  /** Code of the user's own; none where nothing is said. */
  readonly hooks?: HookChain;
  /** Where several workers share the crawl: documents are leased, and recorded in turns. */
  readonly share?: ExploringShare;
}

/** How a crawl ended. */
export interface Explored {
  readonly stopped: Stopped;
  readonly totals: Totals;
  /** Kept pages, those of earlier runs included. */
  readonly pages: { readonly urlPages: number; readonly statePages: number };
  readonly firstError: ArgiopeError | null;
  /** What revisits came to, where some were asked for. */
  readonly revisited?: Revisited;
}

/** Explores a site until nothing is left or a limit is reached; what an earlier run left is taken up. */
export async function explore(given: CrawlParts): Promise<Explored> {
  const ending = new Ending(given.signal, given.settings.maxTime);
  try {
    return await explored({ ...given, files: untilCutFiles(given.files, ending.cut) }, ending);
  } finally {
    ending.disarm();
  }
}

/** Files that nobody waits for beyond the moment at which the crawl is cut off. */
function untilCutFiles(files: Files, cut: AbortSignal): Files {
  const { stream } = files;
  return {
    fetch: (url) => files.fetch(url),
    robots: (url) => untilCut(cut, files.robots(url)),
    ...(stream && { stream: (...asked) => untilCut(cut, stream(...asked)) }),
    counts: () => files.counts(),
  };
}

async function explored(parts: CrawlParts, ending: Ending): Promise<Explored> {
  const state = await takeUp(parts, ending);
  const { queue, limits, recorder, totals, ledger } = state;
  const isDone = !queue.hasWork && state.untested.size === 0;
  // A crawl that is to stop before it has begun starts no browser.
  const isIdle = !parts.share && ((isDone && !parts.revisit) || limits.stopped());
  const { firstError, revisited } = isIdle ? { firstError: null } : await work(parts, state, ending);
  const isLeft = queue.hasWork || (revisited?.left ?? 0) > 0;
  const isSpent = (revisited?.left ?? 0) > 0 && parts.revisit?.budget !== null;
  const isShared = parts.share !== undefined && !state.share?.isOver;
  const stopped = isLeft || isShared ? (limits.reason ?? (isSpent ? 'limit' : 'done')) : 'done';
  const isFinished = stopped === 'done' && !(parts.onlyRevisits && queue.hasWork);
  // A shared crawl is finished when no worker has anything of it.
  if (!parts.share) await recorder.finish(isFinished ? new Date().toISOString() : null);
  await ledger.settled();
  reportSpared(state.yields, leastChance(parts.settings), parts.listen);
  reportChains(state.chains, parts.listen);
  state.rules?.report(parts.listen);
  for (const remark of parts.guide?.remarks() ?? []) parts.listen({ kind: 'note', ...remark });
  const { urlPages, statePages } = limits.figures(queue.size);
  return { stopped, totals, pages: { urlPages, statePages }, firstError, ...(revisited && { revisited }) };
}

type State = Awaited<ReturnType<typeof takeUp>>;

/** Everything that a crawl knows, read from the store: a fresh one knows its seeds. */
async function takeUp(parts: CrawlParts, { signal: ends, began }: Ending) {
  const { settings, site, files, manners, listen, signal, guide = null, hooks } = parts;
  const info = await site.info();
  // Workers count for themselves; what they count is added when it is read.
  const totals: Counting = parts.share ? { ...noTotals } : { ...noTotals, ...info.totals };
  // Where nothing is presumed, nothing is tested.
  const audit = settings.dedupe === 'double' ? settings.audit : 'none';
  const audits = new ClassAudits(await site.note('classes'), audit, settings.want.length > 0);
  audits.trust(guide?.classes ?? []);
  const yields = new Yields(await site.note('yields'));
  const sessions = new Sessions(await site.note('sessions'));
  const ledger = new Ledger(site, listen, info.nextNumber === 0, parts.share !== undefined);
  const volatility = new Volatility(site, listen, () => ledger.indices.forget());
  const robots = settings.robots === 'obey' ? new RobotsGate((url) => files.robots(url)) : null;
  robots?.restore(JSON.parse((await site.note('robots')) ?? '{}'));
  manners.restore(JSON.parse((await site.note('manners')) ?? '{}'));
  const guidance = new Guidance(guide, site);
  const agreements = new Agreements();
  agreements.trust(guide?.classes ?? []);
  const rules = robots === null ? null : new PageRules(parts.share ? mergedNotes(parts.share.site) : site);
  const mask = () => volatility.mask;
  const gate = new Gate(settings, robots, audits, sessions, mask, guidance, agreements, rules, hooks);
  const leased = parts.share ? new LeasedQueue() : null;
  const queue = leased ?? (await queueFor(parts));
  const atlas = new Atlas(site);
  // Of a shared crawl all this comes with the documents.
  if (!leased && !parts.onlyRevisits) await resumeQueue(site, queue);
  const nowhere = leased ? new Map<number, number>() : await nowherePages(site);
  const learned = leased && new LearnedTogether({ site, audits, yields, sessions });
  const numbers = new Numbers(info.nextNumber);
  const states = new States(site);
  const returns = new Returns({ site, atlas, audits, numbers, guidance });
  const presumptions = new Presumptions({
    site,
    queue,
    atlas,
    audits,
    numbers,
    nowhere,
    states,
    ...(learned && { keepClasses: () => learned.exchange() }),
  });
  const chains = new Chains(settings.chain, settings.thorough === 1);
  const recorder = new Recorder({
    site,
    settings,
    queue,
    atlas,
    audits,
    yields,
    totals,
    numbers,
    presumptions,
    returns,
    chains,
    sessions,
    ledger,
    guidance,
    agreements,
    handsOver: leased !== null,
  });
  const share =
    parts.share && leased && learned
      ? new DocumentShare({
          ...{ share: parts.share, queue: leased, learned },
          ...{ numbers, presumptions, recorder, chains, volatility },
        })
      : null;
  if (settings.audit === 'all') await queueSkipped(site, { numbers, queue, totals });
  recorder.onRequeue = (updated) => atlas.requeue(updated);
  if (!share) {
    if (info.finishedAt === null) await recorder.takeUp();
    const first = settings.order === 'fresh' ? freshest : settings.focus === null ? 0 : seedPriority;
    await recorder.seed(
      settings.seeds.map((seed) => normalizeUrl(seed) ?? seed),
      () => first,
    );
    const named = { settings, site, files, robots, gate, recorder, sessions, listen };
    await seedFromSitemaps({ ...named, signal: ends });
  }
  const untested = new Set<number>();
  const kept = share ? { urlPages: 0, statePages: 0 } : await countKept(site, untested);
  // What was finished was tested.
  if (info.finishedAt !== null) untested.clear();
  const { pace = null } = parts;
  const limits = new Limits({ settings, signal, totals, pace, began, ...kept });
  const keepsAll = settings.dedupe !== 'double' || settings.states === 'all';
  const sameness = new Sameness(site, () => volatility.mask, keepsAll);
  return {
    totals,
    audits,
    yields,
    robots,
    gate,
    queue,
    atlas,
    recorder,
    limits,
    sameness,
    volatility,
    chains,
    sessions,
    states,
    ledger,
    returns,
    guidance,
    agreements,
    rules,
    share,
    untested,
  };
}

/** What waits: in memory, or left on the disk where somebody else takes it up. */
async function queueFor({ site, onlyRevisits = false }: CrawlParts): Promise<PageQueue> {
  return onlyRevisits ? new DiskQueue((await site.hostsWaiting()).length > 0) : new PageQueue();
}

/** Opens the driver and works until the explorer is through; says what went wrong first. */
async function work(
  parts: CrawlParts,
  state: State,
  ending: Ending,
): Promise<{ firstError: ArgiopeError | null; revisited?: Revisited }> {
  const { settings, site, files, manners, guide = null, hooks = new HookChain() } = parts;
  const { totals, audits, yields, robots, gate, queue, atlas, recorder, limits, sameness, volatility } =
    state;
  const { states, ledger, returns, guidance, agreements, share } = state;
  const listen = ledger.tell;
  const keeper = new AssetKeeper(site, new FileHosts(files.fetch, listen, ending.cut).fetch, (text) =>
    listen({ kind: 'note', level: 'warning', text }),
  );
  const seed = normalizeUrl(settings.seeds[0] as string) as string;
  const hostOf = (url: string) => new URL(url).host;
  const again = new Reopening({ ...state, site });
  const turn = async (url: string | null) => {
    const target = url ?? seed;
    const host = hostOf(target);
    const pause = (robots?.known(target) ?? (await robots?.rules(target)))?.crawlDelay ?? null;
    if (pause !== null) manners.crawlDelay(host, pause);
    await manners.waitTurn(host, ending.signal);
  };
  const driver = await parts.driver({
    permit: permitOf(gate, settings),
    sink: (file) => keeper.take(file),
    robotsTag: (url, header) => state.rules?.heard(url, header),
    reopen: (urls) => shared.exclusive(() => again.reopen(urls)),
    turn,
  });
  const wire = new WireCount(totals, [driver, files]);
  const requestsBefore = totals.requests;
  const shared: Shared = {
    site,
    atlas,
    gate,
    recorder,
    totals,
    audits,
    yields,
    sameness,
    volatility,
    listen,
    states,
    returns,
    guidance,
    agreements,
    chains: state.chains,
    untested: state.untested,
    claim: (number, document) => {
      const waiting = queue.get(number, document);
      return waiting && queue.take(waiting);
    },
    isOpen: (number, document) => queue.isOpen(number, document),
    done: (number) => queue.done(number),
    reopenLate: (number) => again.late(number),
    testsAll: settings.audit === 'all',
    costs: new Costs(),
    least: leastChance(settings),
    compares: settings.dedupe !== 'none',
    exclusive: makeLock(() => wire.update(), share ? (run) => share.turn(run) : (run) => run()),
    turn,
    answered: (url, ms, status) => manners.answered(hostOf(url), ms, status),
    rest: (url, retryAfter) => manners.answered(hostOf(url), 0, 503, retryAfter),
    fetchAssets: async (capture) => {
      await keeper.ensure(capture);
      // Some may be missing where the crawl was cut off: the page waits for the next run then.
      ending.cut.throwIfAborted();
    },
    keepFile: (url, file) => keeper.ensureFile(url, file, settings.keepFiles),
    admit: (capture) => hookPage(hooks, capture, visibleText),
  };
  const explorer = new Explorer({ shared, settings, queue, limits, ending, listen, share });
  const requests = () => {
    wire.update();
    return totals.requests - requestsBefore;
  };
  const budget = parts.revisit?.budget ?? null;
  if (budget !== null) limits.spends((inHand) => requests() + inHand >= budget);
  let revisited: Revisited | undefined;
  ending.arm(() => driver.close());
  try {
    const settle = (starts: readonly string[]) =>
      volatility.settle(driver, starts, async (start) => {
        if ((await gate.refuses(start)) !== null) return false;
        await turn(start);
        return true;
      });
    const starts = firstSeeds(settings.seeds);
    if (share)
      await share.begin(explorer, {
        tabs: settings.workers,
        settle: (isFirst) => settle(isFirst ? starts : []),
        pages: () => limits.figures(0).pages,
      });
    else await settle(starts);
    const allowed = async (url: string | null) => {
      if (url !== null) await requireRules(gate, url);
      await turn(url);
    };
    await guide?.prepare((steps) => visitOnce(driver, (tab) => reach(tab, steps, allowed)));
    if (parts.revisit)
      revisited = await revisit(shared, parts.revisit, {
        driver,
        requests,
        workers: settings.workers,
        stopped: () => limits.stopped(),
        newWaiting: () => queue.hasWork,
      });
    const isWork = queue.size > 0 || state.untested.size > 0 || share;
    if (isWork && !parts.onlyRevisits) await explorer.run(driver);
    await share?.end(true);
  } catch (error) {
    // Pages that are cut off fail in every way; they wait for the next run.
    if (!ending.isCut) throw error;
  } finally {
    ending.disarm();
    await share?.end(false);
    await driver.close();
    wire.update();
    totals.dropped += Object.values(hooks.dropped).reduce((sum, count) => sum + count, 0);
    limits.stopped();
    await ledger.settled();
    if (!share) await keepLearned(parts, state);
  }
  return { firstError: explorer.firstError, ...(revisited && { revisited }) };
}

/** Keeps what was learned on the way, for the next run. */
async function keepLearned({ site, guide = null, manners }: CrawlParts, state: State): Promise<void> {
  const { audits, yields, sessions, robots } = state;
  await site.putNote('classes', audits.save());
  await site.putNote('yields', yields.save());
  await site.putNote('sessions', sessions.save());
  if (guide) await site.putNote('guide', guide.save());
  if (robots) await site.putNote('robots', JSON.stringify(robots.snapshot()));
  await site.putNote('manners', JSON.stringify(manners.snapshot()));
}

/** The first seed of each protocol: one start page of each is looked at more than once. */
function firstSeeds(seeds: readonly string[]): readonly string[] {
  return [...Map.groupBy(seeds, protocolOf).values()].flatMap(([first = '']) => normalizeUrl(first) ?? []);
}

/** A host that could not be asked for its rules cannot be asked for pages: that is said, not that it forbids. */
async function requireRules(gate: Gate, url: string): Promise<void> {
  const problem = (await gate.refuses(url)) === 'robots' ? gate.problem(url) : null;
  if (problem) throw problem;
}

/** Does something in a tab of its own. */
async function visitOnce<T>(driver: Driver, visit: (tab: Tab) => Promise<T>): Promise<T> {
  const tab = await driver.tab();
  try {
    return await visit(tab);
  } finally {
    await tab.close();
  }
}

/**
 * One recording after the other: two tabs must not give the same instruction two numbers. `inTurn` is where each is
 * done: here, or in a turn of those of all workers.
 */
function makeLock(
  after: () => void,
  inTurn: <T>(run: () => Promise<T>) => Promise<T>,
): <T>(run: () => Promise<T>) => Promise<T> {
  let tail: Promise<unknown> = Promise.resolve();
  return (run) => {
    const turn = tail.then(() => {
      after();
      return inTurn(run);
    });
    tail = turn.catch(() => {});
    return turn;
  };
}

/** Redirects are judged like links. */
function permitOf(gate: Gate, settings: CrawlSettings): (url: string) => Promise<void> {
  const hosts = new SeedHosts(settings.seeds, settings.allowPrivate);
  return async (address) => {
    const url = normalizeUrl(address) ?? address;
    if (!hosts.allows(new URL(url))) throw forbiddenAddress(url);
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
