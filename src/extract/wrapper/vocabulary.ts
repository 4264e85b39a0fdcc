import type { PageNode, PreparedPage } from '../types.ts';
import { hashTag, joinHashes } from './hash.ts';
import { labelIn, readsAsLabel } from './wording.ts';

/** A text by which parts of pages know each other. */
export interface Anchor {
  readonly id: number;
  /** Seldom in any peer, and not the value of something: it says what a part is. */
  readonly label: boolean;
}

/** The texts that several peers have in common, each at its kind of place. */
export interface PeerVocabulary {
  /** `place` is a hash of the innermost tags around the text. */
  anchor(place: number, text: string): Anchor | undefined;
  /** Whether two labels cannot stand for each other. */
  conflict(one: number, other: number): boolean;
}

/** One of several parts that are compared: siblings of one page. */
export interface Peer {
  readonly page: PreparedPage;
  readonly nodes: readonly number[];
}

/** What a page says more often than this is no label of one thing. */
const fewTimes = 3;

/** Peers that can be told apart in the bits of one number. */
export const maxPeers = 30;

/** Tags around a text that say at what kind of place it is. */
export const placeDepth = 4;

/** Kind of place inside an element, given the kind of place of the element itself. */
export function placeKind(page: PreparedPage, node: PageNode): number {
  let place = 0;
  let at = node.parent;
  for (let level = 0; level < placeDepth && at >= 0; level++) {
    const parent = page.nodes[at] as PageNode;
    place = joinHashes(place, hashTag(parent.tag));
    at = parent.parent;
  }
  return place;
}

interface Entry {
  readonly id: number;
  readonly text: string;
  /** Peers that have it, one bit each. */
  mask: number;
  count: number;
  /** What was read right before it, the first time. */
  before: Entry | null;
  /** Something that stands on one peer alone came right after it. */
  leads: boolean;
}

/** Learns the vocabulary of some peers. */
export function vocabularyOf(peers: readonly Peer[]): PeerVocabulary {
  const entries = new Map<string, Entry>();
  const reading = peers.map((peer, at) => read(peer, at, entries));
  for (const texts of reading) {
    for (let at = 1; at < texts.length; at++) {
      if (bits((texts[at] as Entry).mask) === 1) (texts[at - 1] as Entry).leads = true;
    }
  }
  return new Learned(entries, peers.length);
}

function read({ page, nodes }: Peer, bit: number, entries: Map<string, Entry>): Entry[] {
  const texts: Entry[] = [];
  let before: Entry | null = null;
  const note = (place: number, text: string): Entry => {
    const key = `${place} ${text}`;
    let entry = entries.get(key);
    if (!entry) {
      entry = { id: entries.size + 1, text, mask: 0, count: 0, before, leads: false };
      entries.set(key, entry);
    }
    entry.mask |= 1 << bit;
    entry.count++;
    return entry;
  };
  for (const top of nodes) {
    const end = page.nodes[top]?.end ?? top;
    for (let at = top; at < end; at++) {
      const node = page.nodes[at] as PageNode;
      if (node.text === '' || page.noise.get(at) === 'script') continue;
      const place = placeKind(page, node);
      const label = labelIn(node.text);
      if (label !== null) note(place, label);
      before = note(place, node.text);
      texts.push(before);
    }
  }
  return texts;
}

class Learned implements PeerVocabulary {
  readonly #entries: Map<string, Entry>;
  readonly #anchors = new Map<string, Anchor | undefined>();
  readonly #masks: Int32Array;
  readonly #peers: number;

  constructor(entries: Map<string, Entry>, peers: number) {
    this.#entries = entries;
    this.#peers = peers;
    this.#masks = new Int32Array(entries.size + 1);
    for (const { id, mask } of entries.values()) this.#masks[id] = mask;
  }

  anchor(place: number, text: string): Anchor | undefined {
    const key = `${place} ${text}`;
    if (this.#anchors.has(key)) return this.#anchors.get(key);
    const entry = this.#entries.get(key);
    const anchor = entry && this.#judge(entry);
    this.#anchors.set(key, anchor);
    return anchor;
  }

  #judge(entry: Entry): Anchor | undefined {
    const seen = bits(entry.mask);
    const spoken = readsAsLabel(entry.text);
    if (seen < 2 && !(spoken && entry.count === 1)) return undefined;
    const seldom = entry.count <= seen * fewTimes;
    const often = seen >= Math.max(2, this.#peers * 0.3) || spoken;
    const value = !spoken && entry.before?.leads === true && bits(entry.before.mask) > seen;
    return { id: entry.id, label: seldom && often && !value && (spoken || /^\D*\p{L}/u.test(entry.text)) };
  }

  conflict(one: number, other: number): boolean {
    return one !== other && ((this.#masks[one] as number) & (this.#masks[other] as number)) !== 0;
  }
}

/** Bits that are set. */
export function bits(mask: number): number {
  let rest = mask - ((mask >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
