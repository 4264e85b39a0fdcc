import { chance } from './prose.ts';

/** One of the paper's data sets: articles (URL pages) and pages in total. */
export interface BlogSet {
  readonly name: string;
  readonly articles: number;
  readonly pages: number;
}

/** Table 1 of the dAjaxCrawling paper: each set is the beginning of the next. */
export const blogSets: readonly BlogSet[] = [
  { name: 'S1', articles: 50, pages: 381 },
  { name: 'S2', articles: 150, pages: 1063 },
  { name: 'S3', articles: 300, pages: 1416 },
  { name: 'S4', articles: 500, pages: 2037 },
  { name: 'S5', articles: 725, pages: 2764 },
];

/** Most pages that one article has. */
export const longestArticle = 30;

/** Pages of each of the 725 articles; the first 50, 150, … add up to the paper's totals. */
export const paperCounts: readonly number[] = blogSets.flatMap((set, index) => {
  const before = blogSets[index - 1] ?? { articles: 0, pages: 0 };
  return spread(set.articles - before.articles, set.pages - before.pages, index + 1);
});

/**
 * Shares `pages` pages among `articles` articles, always in the same way: about one in seven keeps its
 * single page, most get several, one in twenty becomes long, none exceeds 30.
 */
export function spread(articles: number, pages: number, seed: number): readonly number[] {
  if (pages < articles || pages > articles * longestArticle) {
    throw new RangeError(`${articles} articles cannot have ${pages} pages of at most ${longestArticle} each`);
  }
  const random = chance(seed);
  const weights = Array.from({ length: articles }, () => weight(random));
  const scale =
    (pages - articles) /
    Math.max(
      1,
      weights.reduce((sum, next) => sum + next, 0),
    );
  const counts = weights.map((next) => Math.min(longestArticle, 1 + Math.floor(next * scale)));
  settleRest(counts, weights, pages);
  return counts;
}

function weight(random: () => number): number {
  const kind = random();
  const size = random();
  if (kind < 0.14) return 0;
  return kind < 0.95 ? 1 + 5 * size : 15 + 15 * size;
}

/** Rounding leaves pages over: they go round by round to articles that have room, short ones last. */
function settleRest(counts: number[], weights: readonly number[], pages: number): void {
  let rest = pages - counts.reduce((sum, next) => sum + next, 0);
  while (rest > 0) {
    const roomy = [...counts.keys()].filter((index) => (counts[index] ?? 0) < longestArticle);
    const preferred = roomy.filter((index) => (weights[index] ?? 0) > 0);
    for (const index of (preferred.length > 0 ? preferred : roomy).slice(0, rest)) {
      counts[index] = (counts[index] ?? 0) + 1;
      rest -= 1;
    }
  }
}
