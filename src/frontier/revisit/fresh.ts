import { day } from './visits.ts';

/** Steps of the scale: each is half as fresh as the one before. */
const steps = 24;
/** Priority of a page whose date is not known: that of one which is a week old. */
const undated = 7;

/**
 * How early a page is asked by its date, as an integer, higher first: by the logarithm of its age, so that
 * today's pages come before this week's and these before the year's, each in the order found. Pages without a
 * date stand where those of last week do. Dates that lie in the future are errors and count as none.
 */
export function priorityOf(date: string | null, now: number): number {
  const moment = date === null ? Number.NaN : Date.parse(date);
  const age = Number.isNaN(moment) || moment > now + day ? undated : Math.max(0, now - moment) / day;
  // An hour is the shortest age that is told apart.
  return Math.max(0, steps - Math.round(2 * Math.log2(1 + age * 24)) / 2) * 2;
}

/** Every so manieth place is for what waits longest: a stream of news must not starve the rest. */
const oldestEvery = 4;

/**
 * Says of each place in a queue whether it goes to the freshest page that waits or to the one that has waited
 * longest, by fixed shares.
 */
export function turnOf(place: number): 'freshest' | 'oldest' {
  return place % oldestEvery === oldestEvery - 1 ? 'oldest' : 'freshest';
}
