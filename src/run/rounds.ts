import { setTimeout as sleep } from 'node:timers/promises';
import { day, RevisitSchedule } from '../frontier/revisit/index.ts';
import type { RecrawlSummary, SiteStore } from '../model/index.ts';
import { followedPages } from './followed-pages.ts';
import type { RecrawlHooks, RecrawlRun } from './recrawl.ts';

/** What time it is, and how to wait. */
export interface RoundClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves at a moment, or when the signal is aborted. */
  wait(until: number, signal: AbortSignal | undefined): Promise<void>;
}

/** Longest time that a timer can be set for. */
const longestTimer = 2 ** 31 - 1;

/** The clock on the wall. */
export const wallClock: RoundClock = {
  now: () => Date.now(),
  async wait(until, signal) {
    for (let left = until - Date.now(); left > 0 && !signal?.aborted; left = until - Date.now())
      await sleep(Math.min(left, longestTimer), undefined, signal && { signal }).catch(() => {});
  },
};

/** Visits of a round are made in so many goes, at the most: each may have to start a browser. */
const goes = 100;

/**
 * Goes on until it is told to end: sleeps until the next page is due, sees it with those that are due soon, and
 * tells what each round came to. Outputs are written at the end of a round in which something changed.
 */
export async function keepFresh(parts: {
  readonly site: SiteStore;
  readonly run: RecrawlRun;
  readonly clock: RoundClock;
  /** Seconds of a round. */
  readonly every: number;
  /** Requests of a round; `null`: one for each page. */
  readonly budget: number | null;
  readonly hooks: RecrawlHooks;
}): Promise<RecrawlSummary> {
  const { site, run, clock, every, hooks } = parts;
  const { signal } = hooks;
  const round = every * 1000;
  const { kept } = await followedPages(site);
  const perRound = parts.budget ?? Math.max(1, kept.length);
  const schedule = new RevisitSchedule(kept, (perRound * day) / round, clock.now());
  let ends = clock.now() + round;
  let summary: RecrawlSummary | null = null;
  const close = async () => {
    if (summary === null) return;
    if (summary.new + summary.changed + summary.gone > 0) summary = await run.write(summary);
    hooks.round?.(summary);
  };
  let last: RecrawlSummary | null = null;
  while (!signal?.aborted) {
    const due = schedule.next()?.at ?? ends;
    await clock.wait(Math.min(due, ends), signal);
    if (signal?.aborted) break;
    if (clock.now() >= ends) {
      await close();
      last = summary ?? last;
      summary = null;
      ends += round * Math.max(1, Math.ceil((clock.now() - ends) / round));
      continue;
    }
    const pages = schedule.take(clock.now() + round / goes);
    if (pages.length === 0) continue;
    const visited = await run.visit(pages, parts.budget);
    await refile(site, schedule, pages, clock.now());
    summary = added(summary, visited);
  }
  await close();
  return summary ?? last ?? (await run.visit([], 0));
}

/** Tells the schedule what became of pages, and of new ones. */
async function refile(
  site: SiteStore,
  schedule: RevisitSchedule,
  pages: readonly number[],
  now: number,
): Promise<void> {
  for (const page of pages) {
    const visits = await site.visitsOf(page);
    if (visits && visits.goneAt === null) schedule.seen(visits);
    schedule.missed(page, now);
  }
  const { kept } = await followedPages(site);
  for (const { visits, kind } of kept) if (schedule.rateOf(visits.page) === null) schedule.seen(visits, kind);
}

/** Two summaries as one. */
function added(one: RecrawlSummary | null, other: RecrawlSummary): RecrawlSummary {
  if (one === null) return other;
  return {
    ...other,
    new: one.new + other.new,
    changed: one.changed + other.changed,
    gone: one.gone + other.gone,
    unchanged: one.unchanged + other.unchanged,
    notVisited: one.notVisited + other.notVisited,
    requests: one.requests + other.requests,
    probes: one.probes + other.probes,
    notModified: one.notModified + other.notModified,
    opened: one.opened + other.opened,
    events: one.events + other.events,
    errors: one.errors + other.errors,
    ...(one.files === undefined ? {} : { files: one.files + (other.files ?? 0) }),
    seconds: Math.round(1000 * (one.seconds + other.seconds)) / 1000,
    lists: {
      new: [...one.lists.new, ...other.lists.new],
      changed: [...one.lists.changed, ...other.lists.changed],
      gone: [...one.lists.gone, ...other.lists.gone],
    },
  };
}
