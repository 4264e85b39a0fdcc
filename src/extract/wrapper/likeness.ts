import type { PageNode } from '../types.ts';
import { type Features, featureWords } from './features.ts';
import { bits, type PeerVocabulary } from './vocabulary.ts';

/** What the nodes in one place of a template are like. */
export interface Likeness {
  readonly tag: string;
  /** Ids and classes of most of them. */
  readonly names: readonly string[];
  /** Features that any of them has, and those that most have. */
  readonly any: Int32Array;
  readonly most: Int32Array;
  /** How many features most have. */
  readonly mostCount: number;
  readonly labels: readonly number[];
  readonly contexts: readonly number[];
  /** Nodes below one of them. */
  readonly size: number;
}

/** Elements that hold others apart and say nothing themselves. */
const separators: ReadonlySet<string> = new Set(['br', 'hr', 'wbr']);

/** Below this a node does not belong to a place at all. */
const leastShare = 0.25;

/** How well a node fits a place: 0 where it does not, more for larger parts, for labels most. */
export function affinity(
  place: Likeness,
  features: Features,
  node: PageNode,
  vocabulary: PeerVocabulary,
): number {
  if (place.tag !== node.tag) return 0;
  const at = node.index - features.base;
  const labels = labelling(place.labels, features.labels[at] as readonly number[], vocabulary);
  if (labels.share === 0) return 0;
  const context = speaking(place.contexts, features.context[at] as number, vocabulary);
  if (context.share === 0) return 0;
  const share = structure(place, features, at, node) * labels.share * context.share;
  if (share < leastShare) return 0;
  return weightOf(place, node) * share + labels.bonus + context.bonus;
}

/** Whether a node has about the same in it as those in a place, whatever it says and whatever it is called. */
export function sameInside(place: Likeness, features: Features, node: PageNode, least: number): boolean {
  return place.tag === node.tag && inside(place, features, node.index - features.base, node) >= least;
}

function weightOf({ size }: Likeness, node: PageNode): number {
  if (separators.has(node.tag)) return 0.15;
  return 0.4 + 0.15 * Math.log2(1 + Math.min(size, node.end - node.index));
}

function structure(place: Likeness, features: Features, at: number, node: PageNode): number {
  if (node.tag === '#text') return 1;
  return inside(place, features, at, node) * naming(place.names, features.names[at] as readonly string[]);
}

function inside(place: Likeness, features: Features, at: number, node: PageNode): number {
  if (node.tag === '#text') return 1;
  let inAny = 0;
  let inMost = 0;
  for (let word = 0; word < featureWords; word++) {
    const set = features.bits[at * featureWords + word] as number;
    if (set === 0) continue;
    inAny += bits(set & (place.any[word] as number));
    inMost += bits(set & (place.most[word] as number));
  }
  return (inAny / Math.max(1, features.counts[at] as number) + inMost / Math.max(1, place.mostCount)) / 2;
}

function naming(names: readonly string[], others: readonly string[]): number {
  if (names.length === 0 && others.length === 0) return 1;
  if (names.some((name) => others.includes(name))) return 1;
  return names.length === 0 || others.length === 0 ? 0.8 : 0.5;
}

interface Judgement {
  /** What the rest is multiplied with; 0 forbids. */
  readonly share: number;
  readonly bonus: number;
}

const plain: Judgement = { share: 1, bonus: 0 };

/** Parts with so many labels are not rows but containers, in which labels may come and go. */
const fewLabels = 2;

function labelling(
  ours: readonly number[],
  theirs: readonly number[],
  vocabulary: PeerVocabulary,
): Judgement {
  if (ours.length === 0 && theirs.length === 0) return plain;
  if (ours.length === 0) return { share: 0.8, bonus: 0 };
  if (theirs.length === 0) return { share: 0.6, bonus: 0 };
  let shared = 0;
  for (const id of theirs) if (ours.includes(id)) shared++;
  if (shared > 0) return { share: 1, bonus: (1.5 * shared) / Math.min(ours.length, theirs.length) };
  const foes = theirs.some((id) => ours.some((other) => vocabulary.conflict(id, other)));
  if (!foes) return { share: 0.7, bonus: 0 };
  return { share: Math.min(ours.length, theirs.length) <= fewLabels ? 0 : 0.4, bonus: 0 };
}

function speaking(ours: readonly number[], theirs: number, vocabulary: PeerVocabulary): Judgement {
  if (ours.length === 0 && theirs === 0) return plain;
  if (ours.length === 0 || theirs === 0) return { share: 0.7, bonus: 0 };
  if (ours.includes(theirs)) return { share: 1, bonus: 0.5 };
  return { share: ours.some((id) => vocabulary.conflict(id, theirs)) ? 0 : 0.6, bonus: 0 };
}

/** Gathers what nodes are like, one after the other. */
export class LikenessDraft {
  readonly tag: string;
  #count = 0;
  #size = 0;
  readonly #bits = new Uint16Array(featureWords * 32);
  readonly #names = new Map<string, number>();
  readonly #labels = new Map<number, number>();
  readonly #contexts = new Map<number, number>();
  #likeness: Likeness | null = null;

  constructor(tag: string) {
    this.tag = tag;
  }

  add(features: Features, node: PageNode): void {
    const at = node.index - features.base;
    this.#count++;
    this.#size += node.end - node.index;
    this.#likeness = null;
    for (let word = 0; word < featureWords; word++) {
      let set = features.bits[at * featureWords + word] as number;
      while (set !== 0) {
        const bit = 31 - Math.clz32(set);
        this.#bits[word * 32 + bit] = (this.#bits[word * 32 + bit] as number) + 1;
        set &= ~(1 << bit);
      }
    }
    for (const name of features.names[at] as readonly string[]) bump(this.#names, name);
    for (const label of features.labels[at] as readonly number[]) bump(this.#labels, label);
    const context = features.context[at] as number;
    if (context !== 0) bump(this.#contexts, context);
  }

  get likeness(): Likeness {
    this.#likeness ??= this.#summed();
    return this.#likeness;
  }

  #summed(): Likeness {
    const any = new Int32Array(featureWords);
    const most = new Int32Array(featureWords);
    for (let bit = 0; bit < featureWords * 32; bit++) {
      const seen = this.#bits[bit] as number;
      if (seen > 0) any[bit >>> 5] = (any[bit >>> 5] as number) | (1 << (bit & 31));
      if (seen * 2 >= this.#count && seen > 0) {
        most[bit >>> 5] = (most[bit >>> 5] as number) | (1 << (bit & 31));
      }
    }
    return {
      tag: this.tag,
      names: frequent(this.#names, this.#count * 0.5),
      any,
      most,
      mostCount: most.reduce((sum, word) => sum + bits(word), 0),
      labels: frequent(this.#labels, this.#count * 0.3),
      contexts: frequent(this.#contexts, this.#count * 0.3),
      size: this.#size / Math.max(1, this.#count),
    };
  }
}

function bump<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function frequent<K>(counts: Map<K, number>, least: number): K[] {
  return [...counts].filter(([, count]) => count >= least).map(([key]) => key);
}
