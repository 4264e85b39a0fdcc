import type { PageMatch } from '../model/search.ts';

/** Pages that are one hit: those of a document that show one address. */
export interface RankedHit {
  /** The page that matches best. */
  readonly number: number;
  readonly score: number;
  /** All of them with their scores, the best first. */
  readonly pages: readonly { readonly number: number; readonly score: number }[];
}

/** How much more a page counts that stands at the start, and one that ten times as many pages lead to. */
const [atStart, byLinks] = [0.15, 0.04];

/** A page's score: how well its text matches, and a little by its place in the graph. */
function scoreOf({ score, depth, inlinks }: PageMatch): number {
  return score * (1 + atStart / (1 + depth)) * (1 + byLinks * Math.log10(1 + inlinks));
}

/** Hits in their order; where two are as good, the older page comes first. */
export function ranked(matches: readonly PageMatch[]): readonly RankedHit[] {
  const groups = new Map<number, { readonly number: number; readonly score: number }[]>();
  for (const match of matches) {
    const page = { number: match.number, score: scoreOf(match) };
    const group = groups.get(match.group);
    if (group) group.push(page);
    else groups.set(match.group, [page]);
  }
  const hits = [...groups.values()].map((pages) => {
    pages.sort(byScore);
    return { ...(pages[0] as { number: number; score: number }), pages };
  });
  return hits.sort(byScore);
}

function byScore(
  one: { readonly number: number; readonly score: number },
  other: { readonly number: number; readonly score: number },
): number {
  return other.score - one.score || one.number - other.number;
}
