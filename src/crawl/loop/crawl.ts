import type { CrawlSettings } from '../../config/settings.ts';
import { visibleText } from '../../dom/text.ts';
import { forbiddenAddress, normalizeUrl, SeedHosts } from '../../frontier/index.ts';
import { HookChain, hookPage } from '../../hooks/index.ts';
import { ArgiopeError, type Driver, protocolOf, type Tab, type Totals } from '../../model/index.ts';
import type { Gate } from '../discover/gate.ts';
import { Pasts } from '../navigate/past.ts';
import { reach } from '../navigate/reach.ts';
import { AddressYields } from '../order/address-yields.ts';
import { Costs } from '../order/costs.ts';
import { leastChance } from '../order/order.ts';
import { Fragments } from '../presume/fragments.ts';
import { Routes } from '../presume/routes.ts';
import type { Revisited } from '../revisit/findings.ts';
import { revisit } from '../revisit/revisit.ts';
import { AssetKeeper } from './assets.ts';
import { Ending, untilCut } from './ending.ts';
import { Explorer } from './explorer.ts';
import { FileHosts } from './file-hosts.ts';
import { type Knowledge, keepLearned, takeUp } from './knowledge.ts';
import type { CrawlParts, Explored, Files } from './parts.ts';
import { Reopening } from './reopening.ts';
import { reportChains, reportSpared } from './report.ts';
import type { Shared } from './shared.ts';
import type { Counting } from './totals.ts';

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
  state.gate.leftAlone.report(parts.listen);
  state.rules?.report(parts.listen);
  for (const remark of parts.guide?.remarks() ?? []) parts.listen({ kind: 'note', ...remark });
  const { urlPages, statePages } = limits.figures(queue.size);
  return { stopped, totals, pages: { urlPages, statePages }, firstError, ...(revisited && { revisited }) };
}

/** Opens the driver and works until the explorer is through; says what went wrong first. */
async function work(
  parts: CrawlParts,
  state: Knowledge,
  ending: Ending,
): Promise<{ firstError: ArgiopeError | null; revisited?: Revisited }> {
  const { settings, site, files, manners, guide = null, hooks = new HookChain() } = parts;
  const { totals, audits, yields, robots, gate, queue, atlas, recorder, limits, sameness, volatility } =
    state;
  const { states, ledger, returns, guidance, agreements, positions, share } = state;
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
    pasts: new Pasts(),
    returns,
    routes:
      settings.engine === 'auto' && settings.states === 'new' && !share
        ? new Routes({ audits, sameness, turn, fetch: driver.fetch })
        : null,
    guidance,
    agreements,
    positions,
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
    addresses: new AddressYields(),
    fragments: new Fragments(),
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
