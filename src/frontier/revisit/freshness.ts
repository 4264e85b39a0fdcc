import { day } from './visits.ts';

/** Priority of the freshest, and of what was asked for by name: two steps for each doubling of the age, which is counted from an hour on. */
export const freshest = 40;
/** Days that a page without a date is taken to be old. */
const undated = 7;
/** Every so manieth address found comes as early as the freshest: a stream of news must not starve the rest. */
const anyEvery = 4;

/**
 * How early a page is asked by its date, as an integer from 0 on, higher first: by the logarithm of its age, so
 * that today's pages come before this week's and these before the year's. Pages without a date stand where those
 * of last week do. Dates that lie in the future are errors and count as none.
 */
export function priorityOf(date: string | null, now: number): number {
  const moment = date === null ? Number.NaN : Date.parse(date);
  const age = Number.isNaN(moment) || moment > now + day ? undated : Math.max(0, now - moment) / day;
  return Math.max(0, freshest - Math.round(2 * Math.log2(1 + age * 24)));
}

/** The date that an address tells, as those of news and diaries do: `/2026/05/01/`, `2026-05-01`, `/20260501/`. */
export function addressDate(url: string): string | null {
  const path = URL.parse(url)?.pathname ?? '';
  const found =
    /(?<!\d)((?:19|20)\d\d)[-/_.]?(0[1-9]|1[0-2])[-/_.]?(0[1-9]|[12]\d|3[01])(?!\d)/.exec(path) ??
    /(?<!\d)((?:19|20)\d\d)[-/_.](0[1-9]|1[0-2])(?!\d)/.exec(path);
  if (!found) return null;
  const [, year, month, date = '01'] = found;
  const moment = Date.parse(`${year}-${month}-${date}T00:00:00Z`);
  return Number.isNaN(moment) ? null : new Date(moment).toISOString();
}

/**
 * The order of `--order fresh`: newest first by what is known of an address before it is asked, and a fixed
 * share of all others mixed in, so that nothing starves.
 */
export class FreshOrder {
  readonly #now: number;
  #found = 0;

  constructor(now: number) {
    this.#now = now;
  }

  /** Priority of an address that was just found; `date` is what a sitemap or feed says of it. */
  rank(url: string, date: string | null = null): number {
    if (++this.#found % anyEvery === 0) return freshest;
    return priorityOf(date ?? addressDate(url), this.#now);
  }
}
