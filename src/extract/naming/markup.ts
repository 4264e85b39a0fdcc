import { looksGenerated } from '../../dom/pattern.ts';
import type { PageNode } from '../types.ts';
import type { PlacedSpot } from './evidence.ts';
import type { LabelEvidence } from './types.ts';
import { labelWords } from './words.ts';

/** Elements around a value whose names are read. */
const levels = 4;
/** Names of a field that are kept, the heaviest first. */
const mostNames = 12;
/** Places of a field that are looked at. */
const mostSpots = 20;

/** Attributes that name what an element holds, with how surely. */
const naming: readonly (readonly [name: string, weight: number, source: string])[] = [
  ['itemprop', 1, 'microdata'],
  ['property', 1, 'RDFa'],
  ['id', 0.7, 'id'],
  ['class', 0.7, 'class'],
  ['name', 0.6, 'name'],
  ['data-label', 0.9, 'label'],
  ['data-field', 0.8, 'attribute'],
  ['data-title', 0.7, 'attribute'],
];

/** Names in the markup around the values. */
export function markupNames(
  placed: readonly PlacedSpot[],
  attribute: string | null,
): readonly LabelEvidence[] {
  const weights = new Map<string, { text: string; weight: number; source: string }>();
  const some = placed.slice(0, mostSpots);
  for (const one of some) {
    for (const [key, name] of ownNames(one)) {
      const known = weights.get(key);
      weights.set(key, { ...name, weight: (known?.weight ?? 0) + name.weight });
    }
  }
  const own = attribute === 'alt' || attribute === 'title' ? [] : attribute === 'src' ? ['image'] : [];
  const found = [...weights.values()].map(({ text, weight, source }) => ({
    text,
    words: labelWords(text),
    weight: weight / some.length,
    source,
  }));
  return [
    ...found,
    ...own.map((text) => ({ text, words: labelWords(text), weight: 0.5, source: 'attribute' })),
  ]
    .filter(({ weight, words }) => weight >= 0.1 && words.length > 0)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, mostNames);
}

function ownNames({
  page,
  spot,
}: PlacedSpot): ReadonlyMap<string, { text: string; weight: number; source: string }> {
  const found = new Map<string, { text: string; weight: number; source: string }>();
  let node: PageNode | undefined = page.nodes[spot.node];
  for (let level = 0; node !== undefined && level < levels; node = page.nodes[node.parent]) {
    if (node.tag === '#text') continue;
    if (node.tag === 'body') break;
    const closeness = [1, 0.7, 0.5, 0.3][level++] ?? 0;
    const share = 1 / Math.sqrt(textsIn(page.nodes, node));
    for (const [name, weight, source] of naming) {
      for (const token of tokensOf(node, name)) {
        const strength = weight * closeness * Math.max(0.3, share);
        if ((found.get(token)?.weight ?? 0) < strength)
          found.set(token, { text: token, weight: strength, source });
      }
    }
  }
  return found;
}

function tokensOf({ attrs }: PageNode, name: string): readonly string[] {
  const value = attrs[name];
  if (value === undefined || value.length > 120) return [];
  return value.split(/\s+/).filter((token) => token !== '' && !looksGenerated(token.replace(/^\w+:/, '')));
}

/** Texts in an element, as far as it matters. */
function textsIn(nodes: readonly PageNode[], { index, end }: PageNode): number {
  let count = 0;
  for (let at = index; at < end && count < 12; at++) if (nodes[at]?.tag === '#text') count++;
  return Math.max(1, count);
}
