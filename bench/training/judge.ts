import type { DocumentTree } from '../../src/model/index.ts';
import { Curve, type CurvePoint } from './curve.ts';
import type { CrawledPage } from './engine.ts';

/** What a crawl found of what there is. */
export interface Judged {
  /** Keys of the valid pages that were found. */
  readonly found: ReadonlySet<string>;
  /** Share of the valid pages that were found, 0 to 1. */
  readonly recall: number;
  /** Kept pages that are not valid ones, and valid ones kept once more. */
  readonly others: number;
  readonly again: number;
  readonly curve: readonly CurvePoint[];
}

/** Holds the pages that a crawl kept against the keys of what there is. */
export function judgePages(
  pages: readonly CrawledPage[],
  keys: readonly string[],
  keyOf: (document: DocumentTree) => string | null,
): Judged {
  const valid = new Set(keys);
  const found = new Set<string>();
  const curve = new Curve();
  let [others, again] = [0, 0];
  for (const { document, events } of pages) {
    const key = keyOf(document);
    if (key === null || !valid.has(key)) others += 1;
    else if (found.has(key)) again += 1;
    else curve.add(events, found.add(key).size);
  }
  return { found, recall: found.size / valid.size, others, again, curve: curve.points };
}
