import type { App } from '../app.ts';
import { judge, type Verdict } from '../truth.ts';
import type { StoredPage } from './crawl-app.ts';
import type { Journal } from './journal.ts';

/** Pages in the order in which the crawl kept them; those that the journal does not tell of come last. */
export function inOrder<T extends { readonly number: number }>(
  pages: readonly T[],
  { steps }: Pick<Journal, 'steps'>,
): readonly T[] {
  const told = steps.flatMap((step) => (step.kind === 'page' ? [step.number] : []));
  const places = new Map(told.map((number, place) => [number, place]));
  const placeOf = ({ number }: T) => places.get(number) ?? told.length + number;
  return [...pages].sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Compares the pages of a crawl with the truth in the order in which they were kept.
 *
 * Numbers are given when an action is found, so a page may be kept before one with a smaller number; and
 * what it shows may still be shown beside the content of that one. It is no duplicate for that.
 */
export function judgeInOrder(
  app: Pick<App, 'parts' | 'beyond'>,
  pages: readonly Pick<StoredPage, 'number' | 'document'>[],
): Verdict {
  const verdict = judge(
    app,
    pages.map(({ document }, number) => ({ number, document })),
  );
  const numbers = (places: readonly number[]) => places.map((place) => pages[place]?.number ?? place);
  return { ...verdict, duplicates: numbers(verdict.duplicates), unknown: numbers(verdict.unknown) };
}
