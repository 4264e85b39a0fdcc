import { headOf, labelKey, type NearText, nearTexts } from '../locate/index.ts';
import type { PageNode, PreparedPage } from '../types.ts';
import type { PlacedSpot } from './evidence.ts';
import { isAcrossRows, isLinked, isTaken, isTheirOwn } from './label-blocks.ts';
import type { LabelEvidence } from './types.ts';
import { labelWords } from './words.ts';

/** Labels of a field that are kept, the heaviest first. */
const mostLabels = 6;
/** Weight below which a label says nothing. */
const leastWeight = 0.1;
/** Values of lists repeat their labels: some are enough. */
const mostSpots = 40;

/** Texts that stand where labels stand, for most of the values. */
export function labelsOf(
  placed: readonly PlacedSpot[],
  isCommon: (text: string) => boolean,
): readonly LabelEvidence[] {
  const weights = new Map<string, { text: string; weight: number; source: string }>();
  const some = placed.slice(0, mostSpots);
  for (const one of some) {
    for (const [key, label] of ownLabels(one, isCommon)) {
      const known = weights.get(key);
      weights.set(key, { ...label, weight: (known?.weight ?? 0) + label.weight });
    }
  }
  return [...weights.values()]
    .map(({ text, weight, source }) => ({
      text,
      words: labelWords(withoutRemark(text)),
      weight: Math.min(1, weight / some.length),
      source,
    }))
    .filter(({ weight }) => weight >= leastWeight)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, mostLabels);
}

/** A label without what it adds in brackets, as units are: "MPG (City/Hwy)". */
function withoutRemark(label: string): string {
  const own = label.replace(/\s*[([（][^()[\]（）]*[)\]）]\s*[:：]?$/, '');
  return /\p{L}/u.test(own) ? own : label;
}

/** Labels of one value, each with its greatest weight. */
function ownLabels(
  { page, spot }: PlacedSpot,
  isCommon: (text: string) => boolean,
): ReadonlyMap<string, { text: string; weight: number; source: string }> {
  const found = new Map<string, { text: string; weight: number; source: string }>();
  const add = (text: string, weight: number, source: string) => {
    const key = labelKey(text);
    if ((found.get(key)?.weight ?? 0) < weight) found.set(key, { text, weight, source });
  };
  const { text } = page.nodes[spot.node] as PageNode;
  const head = headOf(text);
  if (head !== null) add(head, isCommon(head) || text !== spot.text ? 1 : 0.8, 'label');
  const before = spot.text !== text && text.endsWith(spot.text) ? text.slice(0, -spot.text.length) : '';
  if (/\p{L}/u.test(before) && before.length <= 40) add(before, 1, 'label');
  let passed = false;
  for (const near of nearTexts(page, spot.node)) {
    const common = isCommon(near.text);
    if (common) {
      const weight = nearness(near, passed || head !== null) * emphasis(page.nodes, near);
      add(near.text, belonging(page, spot.node, near, isCommon, weight), sources[near.side]);
    }
    // A value in between has the label for itself.
    else if (near.side === 'before') passed = true;
  }
  return found;
}

/** A label that makes a block with a value is that value's, whatever else it stands beside. */
function belonging(
  page: PreparedPage,
  value: number,
  { node, side, distance }: NearText,
  isCommon: (text: string) => boolean,
  weight: number,
): number {
  if (distance > 0) return weight;
  if (side === 'after' && !isLinked(page, node) && isTheirOwn(page, value, node))
    return Math.max(weight, 0.9);
  if (side === 'before' && isAcrossRows(page, node, value)) return weight * 0.1;
  return side === 'before' && isTaken(page, value, node, isCommon) ? weight * 0.35 : weight;
}

const sources = {
  before: 'label',
  inside: 'label',
  after: 'text after',
  column: 'column',
  heading: 'heading',
} as const;

function nearness({ side, distance }: NearText, passed: boolean): number {
  switch (side) {
    case 'inside':
      return 1;
    case 'before':
      return ([0.95, 0.45, 0.25, 0.15, 0.1][distance] ?? 0.05) * (passed ? 0.4 : 1);
    case 'column':
      return 0.9;
    case 'after':
      return distance === 0 ? 0.35 : 0.1;
    case 'heading':
      return 0.3;
  }
}

/** Labels end with a colon, or are made to look like labels. */
function emphasis(nodes: readonly PageNode[], { node, text }: NearText): number {
  if (/[:：]$/.test(text)) return 1.05;
  const parent = nodes[(nodes[node] as PageNode).parent];
  return parent !== undefined && /^(?:th|dt|b|strong|label|h[3-6])$/.test(parent.tag) ? 1 : 0.85;
}
