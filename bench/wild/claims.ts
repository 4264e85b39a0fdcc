import type { Cell } from '../table.ts';
import type { Measured } from './measure.ts';

/** Most pages for one true page. */
const pageLimit = 1.1;
/** Most events for one that is needed, for few and for many. */
const eventLimit = { few: 2, many: 1.3, manyFrom: 50 };

/** Heads of the table. */
export const heads: readonly string[] = [
  'suite',
  'truth',
  'found',
  'listed',
  'pages',
  '÷ truth',
  'events',
  '÷ needed',
  'errors',
  '404',
  'exit',
  'ended',
  's',
  'verdict',
];

/** What a suite was expected to come to and did not; empty if all holds. */
export function shortcomings(measured: Measured): readonly string[] {
  const { facts, found, pages, events, errors, ended, truth } = measured;
  const needed = truth.events ?? 0;
  const most = needed > eventLimit.manyFrom ? eventLimit.many : eventLimit.few;
  return [
    ...(found < facts ? [`${facts - found} of ${facts} not found`] : []),
    ...(truth.pages && pages > truth.pages * pageLimit ? ['pages'] : []),
    // Where nothing is needed, what is tried at all is a matter of the site, not of a ratio.
    ...(needed > 0 && events > needed * most ? ['events'] : []),
    ...(errors.INTERNAL ? ['INTERNAL'] : []),
    ...(ended ? [] : ['does not end by itself']),
  ];
}

/** One row of the table. */
export function row(measured: Measured): readonly Cell[] {
  const { suite, facts, found, listed, pages, events, truth, errors, notFound, exit, ended, seconds } =
    measured;
  const short = shortcomings(measured);
  return [
    suite.name,
    facts,
    found,
    listed,
    pages,
    truth.pages ? pages / truth.pages : null,
    events,
    truth.events ? events / truth.events : null,
    Object.entries(errors)
      .map(([code, count]) => `${code} ${count}`)
      .join(', '),
    notFound.length,
    exit ?? null,
    ended ? 'yes' : 'no',
    seconds,
    short.length === 0 ? 'ok' : `missed: ${short.join(', ')}`,
  ];
}

/** Share of the units of a whole crawl that a shorter one has shown as well. */
export function shareSeen(whole: ReadonlySet<string>, part: ReadonlySet<string>): number {
  if (whole.size === 0) return 1;
  return [...whole].filter((unit) => part.has(unit)).length / whole.size;
}
