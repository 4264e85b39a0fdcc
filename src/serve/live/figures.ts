/** Figures of a crawl at one moment, from what its store keeps and from what it tells while it runs. */
import type { Figures, SiteInfo } from '../../model/index.ts';
import type { Pace } from '../../run/estimate.ts';
import { aNumber, anObject, orNull, type TypeOf } from '../schema.ts';

const figure = (description: string) => aNumber(description);

/** What is told of a crawl at one moment. */
export const figuresSchema = anObject({
  at: figure('Moment, in milliseconds since 1970'),
  seconds: figure('Seconds of crawling, all runs together'),
  pages: figure('Distinct pages kept'),
  waiting: figure('Pages that wait to be visited'),
  fired: figure('Events fired for the first time'),
  replayed: figure('Events fired again on the way to a page'),
  skipped: figure('Spared by the instruction gate: what they would do was known before firing'),
  suspended: figure('Spared because their kind has given nothing new'),
  requestsFromCache: figure('Spared by the effect gate: requests answered from memory'),
  duplicates: figure('Spared by the content gate: addresses and events that show what a page shows'),
  redirects: figure('Addresses that redirect to pages which have another'),
  requests: figure('Requests sent'),
  bytes: figure('Bytes received'),
  errors: figure('Pages that could not be had'),
  files: figure('Addresses at which a file was found and no page'),
  unseen: figure('Pages that are expected behind what was left unfired'),
  memory: orNull(figure('Bytes of memory of the crawling process, where it is this one')),
  pagesPerSecond: orNull(figure('Pages per second, lately')),
  secondsLeft: orNull(figure('Seconds left by estimate')),
});

/** Figures of a crawl at one moment. */
export type LiveFigures = TypeOf<typeof figuresSchema>;

/** What is known beside the totals of the store. */
export interface FigureSources {
  readonly info: Pick<SiteInfo, 'totals'>;
  readonly pages: number;
  readonly waiting: number;
  readonly pace: Pace;
  readonly memory: number | null;
  readonly at: number;
}

/** Puts figures together; what a running crawl has told is newer than what its store keeps. */
export function liveFigures(sources: FigureSources, told: Figures | null = null): LiveFigures {
  const { info, pages, waiting, pace, memory, at } = sources;
  const { totals } = info;
  return {
    at,
    seconds: told?.seconds ?? totals.seconds,
    pages: told?.pages ?? pages,
    waiting: told?.frontier ?? waiting,
    fired: told?.fired ?? totals.eventsFired,
    replayed: told?.replayed ?? totals.eventsReplayed,
    skipped: told?.skipped ?? totals.eventsSkipped,
    suspended: totals.eventsSuspended,
    requestsFromCache: totals.requestsFromCache,
    duplicates: told?.duplicates ?? totals.duplicates,
    redirects: told?.redirects ?? totals.redirects,
    requests: totals.requests,
    bytes: totals.bytes,
    errors: told?.errors ?? totals.errors,
    files: told?.files ?? totals.files,
    unseen: totals.unseen,
    memory,
    pagesPerSecond: pace.pagesPerSecond,
    secondsLeft: pace.secondsLeft,
  };
}

/** The figures of a store as a crawl would tell them, for the estimate. */
export function toldBy({ totals }: Pick<SiteInfo, 'totals'>, pages: number, waiting: number): Figures {
  return {
    pages,
    urlPages: 0,
    statePages: 0,
    frontier: waiting,
    fired: totals.eventsFired,
    replayed: totals.eventsReplayed,
    skipped: totals.eventsSkipped,
    duplicates: totals.duplicates,
    redirects: totals.redirects,
    errors: totals.errors,
    files: totals.files,
    seconds: totals.seconds,
  };
}
