import { stableClasses } from '../../dom/pattern/stable.ts';
import { groupsWith } from '../../model/counts.ts';
import type { PageNode, PreparedPage } from '../types.ts';

/** Siblings; some of them begin items of a list. */
export interface HeadSample {
  readonly page: PreparedPage;
  readonly siblings: readonly number[];
  readonly starts: ReadonlySet<number>;
}

/** Share of the items that may begin otherwise: one odd page must not veto. */
const oddShare = 0.03;

/** Words that say how items begin, at most. */
const mostWords = 4;

/** Nodes below a sibling that are looked at. */
const mostNodes = 400;

/** Words as people write them in a file: `tag tr`, `class hit`, `kids td 2`, `has a`, `no img`. */
const wordForm = /^(?:tag|class|has|no) \S+$|^kids \S+ \d+$/;

/** Whether a word says something about how items begin. */
export function isHeadWord(word: string): boolean {
  return wordForm.test(word);
}

/** Whether a node is as all of the words say. */
export function isHead(page: PreparedPage, node: number, words: readonly string[]): boolean {
  const own = wordsOf(page, node);
  return words.every((word) => holds(own, word));
}

/**
 * Says by what the first node of an item is told from its siblings: what nearly all of them have and the others
 * have not. Rows that take turns need it, since no name and no place leads to each second one.
 */
export function learnHeads(samples: readonly HeadSample[]): readonly string[] {
  const all = samples.flatMap(({ page, siblings, starts }) =>
    siblings.map((node) => ({ own: wordsOf(page, node), isStart: starts.has(node) })),
  );
  const starts = all.filter(({ isStart }) => isStart);
  let others = all.filter(({ isStart }) => !isStart);
  const counts = groupsWith(starts.map(({ own }) => own));
  const most = starts.length * (1 - oddShare);
  const usual = [...counts].filter(([, count]) => count >= most).map(([word]) => word);
  const strange = [...new Set(others.flatMap(({ own }) => [...own]))]
    .filter((word) => (counts.get(word) ?? 0) <= starts.length * oddShare && word.startsWith('has '))
    .map((word) => `no ${word.slice(4)}`);
  const words = usual.filter((word) => word.startsWith('tag '));
  others = others.filter(({ own }) => words.every((word) => holds(own, word)));
  while (others.length > 0 && words.length < mostWords) {
    const left = (word: string) => others.filter(({ own }) => holds(own, word)).length;
    const [best] = [...usual, ...strange]
      .map((word) => ({ word, left: left(word), rank: rankOf(word) }))
      .sort((one, other) => one.left - other.left || one.rank - other.rank);
    if (best === undefined || best.left === others.length) break;
    words.push(best.word);
    others = others.filter(({ own }) => holds(own, best.word));
  }
  return words;
}

function holds(own: ReadonlySet<string>, word: string): boolean {
  return word.startsWith('no ') ? !own.has(`has ${word.slice(3)}`) : own.has(word);
}

/** Names are more lasting than what happens to be inside, and what is there says more than what is not. */
function rankOf(word: string): number {
  return ['class', 'has', 'kids', 'no'].indexOf(word.split(' ')[0] as string);
}

/** All that can be said about a node. */
function wordsOf(page: PreparedPage, at: number): ReadonlySet<string> {
  const { tag, attrs, kids, index, end } = page.nodes[at] as PageNode;
  const words = new Set([`tag ${tag}`]);
  for (const name of stableClasses(attrs.class)) words.add(`class ${name}`);
  const tags = new Map<string, number>();
  for (const kid of kids) {
    const name = page.nodes[kid]?.tag ?? '';
    if (name !== '#text') tags.set(name, (tags.get(name) ?? 0) + 1);
  }
  for (const [name, count] of tags) words.add(`kids ${name} ${count}`);
  const last = Math.min(end, index + mostNodes);
  for (let below = index + 1; below < last; below++) words.add(`has ${page.nodes[below]?.tag}`);
  return words;
}
