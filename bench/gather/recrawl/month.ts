import { allocate } from '../../../src/frontier/revisit/allocate.ts';
import { freshness } from '../../../src/frontier/revisit/gain.ts';
import { RevisitSchedule } from '../../../src/frontier/revisit/schedule.ts';
import { day, firstVisit, seenAgain } from '../../../src/frontier/revisit/visits.ts';
import type { PageVisits } from '../../../src/model/visits.ts';
import { chance as seeded } from '../../../test/sites/prose.ts';

/** A page that changes by chance, at a rate that only the benchmark knows. */
interface SimulatedPage {
  readonly kind: string;
  /** Changes per day. */
  readonly rate: number;
  /** Whether its server tells when it changed last. */
  readonly dates: boolean;
  /** Moments of its changes, ascending, in days. */
  readonly changes: readonly number[];
}

/** How fresh a simulated month was. */
export interface MonthReport {
  readonly pages: number;
  readonly visits: number;
  /** Mean share of the time that a page's copy was fresh. */
  readonly scheduled: number;
  /** The same where every page is visited in turn. */
  readonly uniform: number;
  /** The best frequencies, computed with the true rates. */
  readonly optimum: number;
}

const days = 30;
const start = Date.UTC(2026, 0, 1);

interface Kind {
  readonly kind: string;
  readonly share: number;
  /** Changes per day. */
  readonly median: number;
  /** How far the rates of its pages scatter, in factors of e. */
  readonly spread: number;
}

/** What a site may consist of. */
export const mixes: Readonly<Record<'news' | 'forum', readonly Kind[]>> = {
  /** Sections and tickers that change faster than anybody can follow, stories that are edited, an archive. */
  news: [
    { kind: 'section', share: 0.15, median: 12, spread: 0.7 },
    { kind: 'ticker', share: 0.35, median: 48, spread: 0.7 },
    { kind: 'story', share: 0.46, median: 0.8, spread: 0.7 },
    { kind: 'archive', share: 0.04, median: 0.01, spread: 1 },
  ],
  /** Few lists that always change, threads that are alive, and many that sleep. */
  forum: [
    { kind: 'list', share: 0.1, median: 20, spread: 1 },
    { kind: 'alive', share: 0.3, median: 0.5, spread: 1 },
    { kind: 'thread', share: 0.3, median: 0.08, spread: 1.2 },
    { kind: 'about', share: 0.3, median: 0.01, spread: 1 },
  ],
};

/** Simulates a month of revisits by the schedule and in turn, at one budget of visits per page and day. */
export function simulateMonth(options: {
  readonly mix: keyof typeof mixes;
  readonly pages: number;
  readonly perPage: number;
  readonly seed: number;
}): MonthReport {
  const chance = seeded(options.seed);
  const kinds = mixes[options.mix];
  const pages = Array.from({ length: options.pages }, (_, at) => makePage(kinds, at / options.pages, chance));
  const perDay = options.perPage * options.pages;
  const scheduled = schedule(pages, perDay);
  const rates = pages.map(({ rate }) => ({ rate }));
  const { frequencies } = allocate(rates, perDay);
  const steady = frequencies.map((frequency, at) => freshness(rates[at]?.rate ?? 0, frequency));
  const played = pages.map((page, at) => freshShare(page, inTurn(phaseOf(at), frequencies[at] ?? 0)));
  return {
    pages: pages.length,
    visits: scheduled.visits,
    scheduled: scheduled.freshness,
    uniform: mean(pages.map((page, at) => freshShare(page, inTurn(phaseOf(at), options.perPage)))),
    // A month that begins with everything fresh is a little better than the steady state: that counts too.
    optimum: Math.max(mean(steady), mean(played)),
  };
}

function schedule(pages: readonly SimulatedPage[], perDay: number): { freshness: number; visits: number } {
  const first = new Date(start).toISOString();
  const plan = new RevisitSchedule(
    pages.map(({ kind }, at) => ({ kind, visits: firstVisit(at, first) })),
    perDay,
    start,
  );
  const state: PageVisits[] = pages.map((_, at) => firstVisit(at, first));
  const visited: number[][] = pages.map(() => [0]);
  let visits = 0;
  for (let next = plan.next(); next !== null; next = plan.next()) {
    const now = (next.at - start) / day;
    if (now >= days) break;
    const page = pages[next.page] as SimulatedPage;
    const before = (visited[next.page] as number[]).at(-1) as number;
    const last = page.changes.findLast((moment) => moment <= now) ?? -1;
    const modified = page.dates && last >= 0 ? new Date(start + last * day).toISOString() : null;
    const sighting = { at: new Date(next.at).toISOString(), changed: last > before, modified };
    const seen = seenAgain(state[next.page] as PageVisits, sighting);
    state[next.page] = seen;
    visited[next.page]?.push(now);
    plan.seen(seen);
    visits++;
  }
  return { visits, freshness: mean(pages.map((page, at) => freshShare(page, visited[at] as number[]))) };
}

/** Share of the month in which the copy, renewed at some moments, was what the page was. */
function freshShare({ changes }: SimulatedPage, visits: readonly number[]): number {
  let fresh = 0;
  let at = 0;
  for (const [index, from] of visits.entries()) {
    const to = visits[index + 1] ?? days;
    while (at < changes.length && (changes[at] as number) <= from) at++;
    fresh += Math.min(to, changes[at] ?? days) - from;
  }
  return fresh / days;
}

/** Pages begin at different moments: the golden section spreads them. */
function phaseOf(at: number): number {
  return (at * 0.6180339887498949) % 1;
}

/** Visits at equal distances; the first is the crawl itself. */
function inTurn(phase: number, perDay: number): readonly number[] {
  const moments = [0];
  if (perDay === 0) return moments;
  for (let at = phase / perDay; at < days; at += 1 / perDay) if (at > 0) moments.push(at);
  return moments;
}

function makePage(kinds: readonly Kind[], place: number, chance: () => number): SimulatedPage {
  let left = place;
  const found = kinds.find(({ share }) => {
    left -= share;
    return left < 0;
  });
  const { kind, median, spread } = found ?? (kinds.at(-1) as Kind);
  const rate = median * Math.exp(spread * normal(chance));
  const changes: number[] = [];
  for (let at = wait(rate, chance); at < days; at += wait(rate, chance)) changes.push(at);
  return { kind, rate, dates: chance() < 0.5, changes };
}

function wait(rate: number, chance: () => number): number {
  return -Math.log(1 - chance()) / rate;
}

function normal(chance: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
