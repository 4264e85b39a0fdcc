import { type ItemScope, learnLocators } from '../locate/index.ts';
import { pathOf, textOfNode } from '../page/index.ts';
import type { Locator, PreparedPage, Spot } from '../types.ts';
import { itself, startsOf } from './apply.ts';
import { learnHeads } from './item-heads.ts';

/** A page, or an item of the list around, with where items of a list begin in it. */
export interface ListSample {
  readonly page: PreparedPage;
  readonly scope?: ItemScope | undefined;
  readonly starts: readonly number[];
}

/** How the first nodes of items are found. */
export interface ItemWays {
  readonly locators: readonly Locator[];
  readonly heads?: readonly string[];
}

/** Ways to items, at most. */
const most = 4;

/**
 * Ways to where items begin: straight to them where that finds them all; else through the element around them and by what tells
 * them from their siblings, where that finds more. `null` where nothing leads to any.
 */
export function waysToItems(samples: readonly ListSample[]): ItemWays | null {
  const plain = plainWays(samples);
  const wanted = samples.reduce((sum, { starts }) => sum + starts.length, 0);
  const found = plain === null ? 0 : rightOnes(plain, samples);
  if (found === wanted) return plain;
  const headed = headedWays(samples);
  return headed !== null && rightOnes(headed, samples) > found ? headed : plain;
}

/** Ways straight to where items begin. */
export function plainWays(samples: readonly ListSample[]): ItemWays | null {
  const locators = learned(samples, ({ page, starts }) => starts.map((node) => spotOf(page, node)));
  return locators.length === 0 ? null : { locators };
}

function headedWays(samples: readonly ListSample[]): ItemWays | null {
  const around = samples.map(({ page, scope, starts }) => {
    const parents = new Set(starts.map((node) => page.nodes[node]?.parent ?? -1));
    const isLoose = starts.some((node) => scope?.includes(node));
    return { page, scope, starts, isLoose, parents: [...parents].filter((parent) => parent >= 0) };
  });
  const loose = around.filter(({ isLoose }) => isLoose).length * 2 > around.length;
  const locators = loose
    ? [itself]
    : learned(around, ({ page, parents }) => parents.map((node) => spotOf(page, node)));
  if (locators.length === 0) return null;
  const heads = learnHeads(
    around.map(({ page, scope, starts, parents }) => ({
      page,
      siblings: loose ? (scope ?? []) : parents.flatMap((parent) => page.nodes[parent]?.kids ?? []),
      starts: new Set(starts),
    })),
  );
  return heads.length === 0 ? null : { locators, heads };
}

function learned<S extends ListSample>(
  samples: readonly S[],
  spots: (sample: S) => readonly Spot[],
): readonly Locator[] {
  return learnLocators(
    samples.map((sample) => ({
      page: sample.page,
      spots: spots(sample),
      ...(sample.scope && { scope: sample.scope }),
    })),
    { most },
  ).map(({ locator }) => locator);
}

/** Whether ways lead to all items and to nothing else. */
export function leadToAll(ways: ItemWays, samples: readonly ListSample[]): boolean {
  return rightOnes(ways, samples) === samples.reduce((sum, { starts }) => sum + starts.length, 0);
}

/** Items that are found where they begin, less what else is found. */
function rightOnes(ways: ItemWays, samples: readonly ListSample[]): number {
  let right = 0;
  for (const { page, scope, starts } of samples) {
    const known = new Set(starts);
    for (const node of startsOf(ways, page, scope)) right += known.has(node) ? 1 : -1;
  }
  return right;
}

function spotOf(page: PreparedPage, node: number): Spot {
  return { path: pathOf(page, node), node, text: textOfNode(page, node) };
}
