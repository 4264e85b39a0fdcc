/** How the values of a Sitemap entry follow from a crawl. */

import { estimateRate, unknownPrior } from '../../frontier/revisit/index.ts';
import type { PageVisits } from '../../model/visits.ts';

export type ChangeFrequency = 'always' | 'hourly' | 'daily' | 'weekly' | 'monthly' | 'yearly';

const hour = 3_600_000;
const day = 24 * hour;

/* Age of the last change when the page was captured → how often it probably changes. */
const byAge: readonly (readonly [number, ChangeFrequency])[] = [
  [hour, 'always'],
  [day, 'hourly'],
  [7 * day, 'daily'],
  [30 * day, 'weekly'],
  [365 * day, 'monthly'],
];

/**
 * How often a page probably changes.
 *
 * By the age of its `Last-Modified` at capture time: under an hour `always`, under a day `hourly`, under
 * a week `daily`, under 30 days `weekly`, under a year `monthly`, older `yearly`. Where the server did not
 * say, by depth: the start page `daily`, one or two steps from it `weekly`, deeper `monthly`.
 */
export function changeFrequency(
  lastModified: string | null,
  capturedAt: string,
  depth: number,
): ChangeFrequency {
  const age = lastModified === null ? Number.NaN : Date.parse(capturedAt) - Date.parse(lastModified);
  if (Number.isNaN(age)) return depth === 0 ? 'daily' : depth <= 2 ? 'weekly' : 'monthly';
  return byAge.find(([limit]) => age < limit)?.[1] ?? 'yearly';
}

/** How often a page changes by what its visits have shown: by the mean time between two changes. */
export function measuredFrequency(visits: PageVisits): ChangeFrequency {
  const rate = estimateRate(visits, unknownPrior);
  return byAge.find(([limit]) => day / rate < limit)?.[1] ?? 'yearly';
}

/**
 * Priority of a page within its site, one decimal: `0.7 · 0.8^depth + 0.3 · ln(1 + in) / ln(1 + most)`,
 * where `in` counts the transitions that lead to it and `most` is the highest such count of the site.
 * The start page has 1.0, no page less than 0.1.
 */
export function priority(depth: number, inDegree: number, mostInDegree: number): string {
  if (depth === 0) return '1.0';
  const popularity = mostInDegree === 0 ? 0 : Math.log1p(inDegree) / Math.log1p(mostInDegree);
  const value = 0.7 * 0.8 ** depth + 0.3 * popularity;
  return Math.min(1, Math.max(0.1, value)).toFixed(1);
}

/** A W3C date and time in UTC, to the second; `null` where the text is no date. */
export function w3cTime(text: string): string | null {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? null : time.toISOString().replace(/\.\d+Z$/, 'Z');
}
