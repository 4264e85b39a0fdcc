import { errorCodes } from '../model/errors.ts';
import type { CrawlSummary } from '../model/summary.ts';

/** Stopped by a limit with work left. */
export const limitExit = 4;
/** Interrupted; the same command resumes. */
export const interruptedExit = 5;

/** Links lead to pages that could not be had. */
export const brokenLinksExit = 9;

/** Exit code of a crawl that ended in order. */
export function exitOf(stopped: CrawlSummary['stopped']): number {
  switch (stopped) {
    case 'done':
      return 0;
    case 'limit':
      return limitExit;
    case 'interrupted':
      return interruptedExit;
  }
}

/** Every exit code with its meaning, as documented. */
export const exitCodes: readonly (readonly [number, string])[] = [
  [0, 'done'],
  [errorCodes.INTERNAL.exit, 'unexpected error'],
  [errorCodes.USAGE.exit, 'bad usage or configuration'],
  [errorCodes.NOTHING_CRAWLED.exit, 'nothing could be crawled'],
  [limitExit, 'stopped by a limit with work left'],
  [interruptedExit, 'interrupted; the same command resumes'],
  [errorCodes.BROWSER_MISSING.exit, 'browser missing or dead'],
  [errorCodes.STORE_UNREACHABLE.exit, 'store unreachable, locked or corrupt'],
  [errorCodes.DISK_FULL.exit, 'disk full'],
  [brokenLinksExit, 'broken links were found'],
  [errorCodes.SIGNED_OUT.exit, 'signed out; sign in again, and the same command goes on'],
];
