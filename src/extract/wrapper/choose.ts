import { groupsWith } from '../../model/counts.ts';
import type { PageNode, PreparedPage } from '../types.ts';
import { chosenNames } from './features.ts';
import { hashText, joinHashes } from './hash.ts';
import { placeKind } from './vocabulary.ts';

/** What has been shown by one page is worth so much less on the next. */
const fading = 0.5;

/** A page that shares less than this with the typical page, where others share twice as much, is of another kind. */
const leastShared = 0.3;

/**
 * Pages to learn a template from: those that together show most of what the pages have in common with some
 * others, each thing more than once where possible. Pages of another kind come last.
 */
export function choosePages(pages: readonly PreparedPage[], most = 10): PreparedPage[] {
  if (pages.length <= most) return [...pages];
  const traits = pages.map(traitsOf);
  const counts = groupsWith(traits);
  const gains = new Map<number, number>();
  for (const [trait, count] of counts) if (count > 1) gains.set(trait, count / pages.length);
  const odd = oddOnes(traits, counts);
  const waiting = new Set(pages.keys());
  const chosen: number[] = [];
  while (chosen.length < most && waiting.size > 0) {
    const next = bestOf(waiting, traits, gains, odd);
    waiting.delete(next);
    chosen.push(next);
    for (const trait of traits[next] as Set<number>) {
      const gain = gains.get(trait);
      if (gain !== undefined) gains.set(trait, gain * fading);
    }
  }
  return chosen.map((at) => pages[at] as PreparedPage);
}

function bestOf(
  waiting: ReadonlySet<number>,
  traits: readonly ReadonlySet<number>[],
  gains: ReadonlyMap<number, number>,
  odd: ReadonlySet<number>,
): number {
  let [best, most] = [-1, Number.NEGATIVE_INFINITY];
  for (const at of waiting) {
    let gain = odd.has(at) ? -1e9 : 0;
    for (const trait of traits[at] as ReadonlySet<number>) gain += gains.get(trait) ?? 0;
    if (gain > most) [best, most] = [at, gain];
  }
  return best;
}

/** Pages that lack most of what all other pages share. */
export function oddOnes(
  traits: readonly ReadonlySet<number>[],
  counts: ReadonlyMap<number, number>,
): ReadonlySet<number> {
  const usual = new Set([...counts].filter(([, count]) => count * 2 > traits.length).map(([trait]) => trait));
  if (usual.size === 0) return new Set();
  const odd = new Set<number>();
  for (const [at, set] of traits.entries()) {
    let shared = 0;
    for (const trait of set) if (usual.has(trait)) shared++;
    if (shared < usual.size * leastShared) odd.add(at);
  }
  return odd;
}

/** What a page shows: kinds of places with how many there are about, and texts in their kinds of places. */
export function traitsOf(page: PreparedPage): Set<number> {
  const traits = new Set<number>();
  const paths = new Int32Array(page.nodes.length);
  const counts = new Map<number, number>();
  for (const node of page.nodes) {
    if (page.noise.get(node.index) === 'script') continue;
    const above = node.parent < 0 ? 0 : (paths[node.parent] as number);
    const path = joinHashes(above, hashText(stepOf(node)));
    paths[node.index] = path;
    counts.set(path, (counts.get(path) ?? 0) + 1);
    if (node.text !== '') traits.add(joinHashes(placeKind(page, node), hashText(node.text)));
  }
  for (const [path, count] of counts) {
    traits.add(path);
    if (count > 1) traits.add(joinHashes(path, 2));
  }
  return traits;
}

function stepOf(node: PageNode): string {
  return node.tag + (chosenNames(node)[0] ?? '');
}
