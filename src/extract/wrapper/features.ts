import { looksGenerated } from '../../dom/pattern/stable.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import type { PageNode, PreparedPage } from '../types.ts';
import { hashTag, hashText, joinHashes } from './hash.ts';
import { bits, type PeerVocabulary, placeKind } from './vocabulary.ts';
import { labelIn } from './wording.ts';

/** Words of a set of features: enough that the parts of a page seldom meet. */
export const featureWords = 8;

/** Labels that are kept of a subtree, the first ones. */
export const maxLabels = 8;

/** A label speaks for so many siblings after it. */
export const labelReach = 3;

/** What the nodes of one page are known by when they are compared. */
export interface Features {
  readonly page: PreparedPage;
  /** Index of the first node that they were computed for. */
  readonly base: number;
  /** Sets of structural features below each node, `words` words each. */
  readonly bits: Int32Array;
  /** How many features each set has. */
  readonly counts: Uint16Array;
  /** Ids and classes of each node. */
  readonly names: readonly (readonly string[])[];
  /** Labels below each node. */
  readonly labels: readonly (readonly number[])[];
  /** Label among the siblings before each node that it belongs to, 0 for none. */
  readonly context: Int32Array;
}

const none: readonly number[] = [];

/** Computes the features of the nodes from `base` to `end`. */
export function featuresOf(
  page: PreparedPage,
  base: number,
  end: number,
  vocabulary: PeerVocabulary,
): Features {
  const count = end - base;
  const sets = new Int32Array(count * featureWords);
  const labels: (readonly number[])[] = new Array(count).fill(none);
  const context = new Int32Array(count);
  const names: (readonly string[])[] = new Array(count).fill(noNames);
  // Texts of a subtree, and how many of them are labels.
  const texts = new Int32Array(count);
  const spoken = new Int32Array(count);
  for (let at = count - 1; at >= 0; at--) {
    const node = page.nodes[base + at] as PageNode;
    if (page.noise.get(node.index) === 'script') continue;
    if (node.text !== '') {
      texts[at] = 1;
      set(sets, at, hashTag('#text'));
      const place = placeKind(page, node);
      const label = labelIn(node.text);
      const named = label === null ? undefined : vocabulary.anchor(place, label);
      const anchor = vocabulary.anchor(place, node.text);
      if (named?.label) labels[at] = [named.id];
      else if (anchor?.label) {
        labels[at] = [anchor.id];
        spoken[at] = 1;
      }
      if (anchor && labels[at] === none) set(sets, at, hashText(node.text));
      continue;
    }
    names[at] = chosenNames(node);
    describe(page, node, sets, at, names[at] as readonly string[]);
    labels[at] = gather(node, base, { bits: sets, labels, texts, spoken, at });
    speak(page, node, base, { labels, context, texts, spoken });
  }
  return { page, base, bits: sets, counts: countsOf(sets), names, labels, context };
}

interface Below {
  readonly bits: Int32Array;
  readonly labels: readonly (readonly number[])[];
  readonly texts: Int32Array;
  readonly spoken: Int32Array;
  readonly at: number;
}

function gather(node: PageNode, base: number, below: Below): readonly number[] {
  const { bits: sets, labels, texts, spoken, at } = below;
  let found: readonly number[] = none;
  for (const kid of node.kids) {
    const from = kid - base;
    for (let word = 0; word < featureWords; word++) {
      sets[at * featureWords + word] =
        (sets[at * featureWords + word] as number) | (sets[from * featureWords + word] as number);
    }
    texts[at] = (texts[at] as number) + (texts[from] as number);
    spoken[at] = (spoken[at] as number) + (spoken[from] as number);
    const more = labels[from] as readonly number[];
    if (more.length === 0 || found.length >= maxLabels) continue;
    found = found.length === 0 ? more : [...new Set([...found, ...more])].slice(0, maxLabels);
  }
  return found;
}

interface Speech {
  readonly labels: readonly (readonly number[])[];
  readonly context: Int32Array;
  readonly texts: Int32Array;
  readonly spoken: Int32Array;
}

/** Tells the kids of a node which label before them is theirs. */
function speak(page: PreparedPage, node: PageNode, base: number, speech: Speech): void {
  const { labels, context, texts, spoken } = speech;
  let label = 0;
  let left = 0;
  for (const kid of node.kids) {
    const at = kid - base;
    if (page.noise.get(kid) === 'script') continue;
    const count = texts[at] as number;
    if (count > 0 && count <= 2 && spoken[at] === count) {
      label = labels[at]?.[0] ?? 0;
      left = labelReach;
    } else if (left > 0) {
      context[at] = label;
      left--;
    }
  }
}

/** Tag, parent and names are what an element is known by. */
function describe(
  page: PreparedPage,
  node: PageNode,
  sets: Int32Array,
  at: number,
  names: readonly string[],
): void {
  const tag = hashTag(node.tag);
  set(sets, at, tag);
  const parent = page.nodes[node.parent];
  if (parent) set(sets, at, joinHashes(hashTag(parent.tag), tag));
  for (const name of names) set(sets, at, joinHashes(tag, hashText(name)));
}

function countsOf(all: Int32Array): Uint16Array {
  const counts = new Uint16Array(all.length / featureWords);
  for (let at = 0; at < all.length; at++) {
    const word = all[at] as number;
    if (word !== 0)
      counts[(at / featureWords) | 0] = (counts[(at / featureWords) | 0] as number) + bits(word);
  }
  return counts;
}

const kept = new BoundedMap<string, readonly string[]>(20_000);

/** Ids and classes of an element that a person has chosen, with their signs. */
export function chosenNames({
  attrs,
}: {
  readonly attrs: Readonly<Record<string, string>>;
}): readonly string[] {
  const { id, class: classes } = attrs;
  if (id === undefined && classes === undefined) return noNames;
  const key = `${id ?? ''} ${classes ?? ''}`;
  let names = kept.get(key);
  if (!names) {
    const tokens = (classes ?? '').split(/\s+/).filter((token) => token !== '' && !looksGenerated(token));
    names = [...(id && !looksGenerated(id) ? [`#${id}`] : []), ...tokens.map((token) => `.${token}`)];
    kept.set(key, names);
  }
  return names;
}

const noNames: readonly string[] = [];

/** Adds a feature to the set at a place. */
export function set(sets: Int32Array, at: number, feature: number): void {
  const bit = (feature >>> 3) & (featureWords * 32 - 1);
  const word = at * featureWords + (bit >>> 5);
  sets[word] = (sets[word] as number) | (1 << (bit & 31));
}
