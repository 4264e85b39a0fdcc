import { setTimeout as sleepFor } from 'node:timers/promises';
import type { CrawlSettings } from '../../config/settings.ts';
import { gather, type Share, SharedManners } from '../../crawl/gather/index.ts';
import type { Explored, ExploringShare } from '../../crawl/index.ts';
import { CookieJar } from '../../drivers/http/index.ts';
import {
  ArgiopeError,
  type CrawlListener,
  type CrawlSummary,
  type SharedDocuments,
  type SharedSite,
} from '../../model/index.ts';
import type { Mutable } from '../../model/mutable.ts';
import { joinStoreAt, mayPass, storeName } from '../../store/index.ts';
import type { CrawlControls } from '../controls.ts';
import { readCookies } from '../session.ts';
import { withPrints } from '../site.ts';
import { type OwnSettings, workerCrawl } from './filed.ts';

/** What a worker is told. */
export interface WorkerSettings extends OwnSettings {
  readonly store: string;
  /** Seconds after which a worker that is silent loses its hosts or documents. */
  readonly lease: number;
  /** Whether it waits for work where there is none. */
  readonly wait: boolean;
}

/** What a worker has done. */
export interface WorkerSummary
  extends Pick<
    CrawlSummary,
    'pages' | 'duplicates' | 'requests' | 'bytes' | 'errors' | 'seconds' | 'stopped'
  > {
  readonly command: 'worker';
  /** Times that it began anew because the store or a lease was lost. */
  readonly rejoined: number;
  /** Whether nothing of the crawl is left. */
  readonly finished: boolean;
}

/** Milliseconds for which a store that was lost is tried again. */
const patience = 5 * 60_000;
/** Milliseconds between tries: the first, and the most. */
const [firstPause, longestPause] = [200, 5000];
/** Milliseconds between looks for work. */
const waitMs = 2000;

type Sum = Mutable<WorkerSummary>;

/** Works on the crawl of a store with others, until nothing is left of it or it is stopped. */
export async function runWorker(
  settings: WorkerSettings,
  controls: CrawlControls = {},
): Promise<WorkerSummary> {
  const { listen = () => {}, signal = null } = controls;
  const begun = performance.now();
  const sum: Sum = {
    ...{ command: 'worker', pages: 0, duplicates: 0, requests: 0, bytes: 0, errors: 0, seconds: 0 },
    ...{ rejoined: 0, finished: false, stopped: 'interrupted' },
  };
  const isOver = () => signal?.aborted || isLate(settings, begun);
  let lostAt: number | null = null;
  let hasJoined = false;
  for (let pause = firstPause; !isOver(); ) {
    try {
      const joined = await joinStoreAt(settings.store, settings.lease, settings.wait);
      if (joined === null) {
        if (!settings.wait) throw nothingFiled(settings.store);
        await sleep(waitMs, signal);
        continue;
      }
      [hasJoined, lostAt, pause] = [true, null, firstPause];
      const own = { ...settings, maxTime: timeLeft(settings, begun) };
      sum.stopped = await work(joined, own, controls, sum);
      sum.finished = sum.stopped === 'done';
      if (!sum.finished || !settings.wait) break;
    } catch (error) {
      lostAt ??= performance.now();
      if (!mayGoOn(error, hasJoined) || performance.now() - lostAt > patience) throw error;
      tell(listen, error as ArgiopeError);
      sum.rejoined++;
      await sleep(pause, signal);
      pause = Math.min(longestPause, pause * 2);
    }
  }
  if (!sum.finished && !signal?.aborted && isLate(settings, begun)) sum.stopped = 'limit';
  return { ...sum, seconds: Math.round(performance.now() - begun) / 1000 };
}

type Joined = NonNullable<Awaited<ReturnType<typeof joinStoreAt>>>;

async function work(
  { hosts, documents, settings: filed, close }: Joined,
  settings: WorkerSettings,
  controls: CrawlControls,
  sum: Sum,
): Promise<WorkerSummary['stopped']> {
  try {
    const crawl = workerCrawl(filed, ownOf(settings));
    const done = await (crawl.engine === 'http'
      ? gatherShared(hosts, crawl, controls)
      : exploreDocuments(documents, crawl, controls));
    sum.pages += done.pages.urlPages + done.pages.statePages;
    for (const key of ['duplicates', 'requests', 'bytes', 'errors'] as const) sum[key] += done.totals[key];
    return done.stopped;
  } finally {
    await close();
  }
}

async function gatherShared(
  site: SharedSite,
  settings: CrawlSettings,
  { listen = () => {}, signal }: CrawlControls,
): Promise<Explored> {
  const cookies = new CookieJar(await site.note('cookies'));
  if (settings.cookies !== null) cookies.add(readCookies(settings.cookies));
  const share: Share = { site, cookies, isSure: () => true };
  const manners = new SharedManners(settings.delay, site, () => share.isSure());
  const parts = { settings, site, manners, listen, signal: signal ?? null, cookies, share };
  const done = await withPrints(site, () => gather(parts));
  await site.leave();
  return done;
}

/** What drives browsers is loaded by who needs it. */
async function exploreDocuments(
  site: SharedDocuments,
  settings: CrawlSettings,
  controls: CrawlControls,
): Promise<Explored> {
  const { exploreShared } = await import('../explore-site.ts');
  const share: ExploringShare = { site, isSure: () => true };
  const done = await withPrints(site, () => exploreShared(share, settings, controls));
  await site.leave();
  return done;
}

function ownOf(settings: WorkerSettings): OwnSettings {
  const { auth, headers, cookies, proxy, proxyBypass, ca, workers, threads, maxTime, batch } = settings;
  const { batchAge, browser, recycle, sandbox } = settings;
  const own = { auth, headers, cookies, proxy, proxyBypass, ca, workers, threads, maxTime, batch, batchAge };
  return { ...own, browser, recycle, sandbox };
}

/** Whether going on is worth a try: after a lease that was lost, and as the store says. */
function mayGoOn(error: unknown, hasJoined: boolean): boolean {
  return (error instanceof ArgiopeError && error.code === 'LEASE_LOST') || mayPass(error, hasJoined);
}

function tell(listen: CrawlListener, { message }: ArgiopeError): void {
  listen({ kind: 'note', level: 'warning', text: `${message}; beginning anew` });
}

function isLate({ maxTime }: WorkerSettings, begun: number): boolean {
  return maxTime !== null && performance.now() - begun >= maxTime * 1000;
}

function timeLeft({ maxTime }: WorkerSettings, begun: number): number | null {
  return maxTime === null ? null : Math.max(0.001, maxTime - (performance.now() - begun) / 1000);
}

async function sleep(ms: number, signal: AbortSignal | null): Promise<void> {
  await sleepFor(ms, undefined, signal ? { signal } : {}).catch(() => {});
}

function nothingFiled(store: string): ArgiopeError {
  return new ArgiopeError('STORE_UNREACHABLE', `no crawl was filed for workers in ${storeName(store)}`, {
    advice: 'file one with `argiope crawl <url…> --detach --store …`, or wait for one with --wait',
  });
}
