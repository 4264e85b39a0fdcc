import { type ArgiopeError, type Change, type CrawlEvent, outcomeOf } from '../../model/index.ts';
import type { Counting } from '../loop/totals.ts';

/**
 * What is made of addresses that were given up, by whichever way they were asked: the same counts, rows and
 * words for all engines.
 */

/** Counts an address that was given up; a file is no error, and neither is what a hook has dropped. */
export function countFailure(totals: Counting, { code }: ArgiopeError): ReturnType<typeof outcomeOf> {
  const outcome = outcomeOf(code);
  if (outcome === 'failed') totals.errors++;
  if (outcome === 'file') totals.files++;
  return outcome;
}

/** The row of an address that was given up. */
export function failureOf(
  number: number,
  { code, message, file }: ArgiopeError,
): NonNullable<Change['failed']> {
  return { number, code, message, ...(file && { contentType: file.contentType }) };
}

/** What is told of it; `url` is its address, where the error does not say one. */
export function failureEvent(
  number: number,
  { code, message, file, url: told }: ArgiopeError,
  url: string,
): CrawlEvent {
  if (file) return { kind: 'file', number, contentType: file.contentType, url: url || (told ?? '') };
  return { kind: 'failed', number, code, message, url: told ?? url };
}
