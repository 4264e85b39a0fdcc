import { isStateToken } from '../../dom/pattern/stable.ts';
import { timesOf } from '../../model/counts.ts';
import { addTo } from '../../model/multimap.ts';
import type { PageNode, PreparedPage } from '../types.ts';
import { chosenNames, type Features } from './features.ts';
import { hashTag, hashText, joinHashes } from './hash.ts';
import { LikenessDraft, sameInside } from './likeness.ts';
import type { PeerScope, Sequence } from './scope.ts';
import type { Peer } from './vocabulary.ts';

/** Kinds of siblings that are told apart at one level, and makes of them. */
const [maxKinds, maxMakes] = [60, 60];

/** Siblings whose contents are alike to this share are of one kind. */
const sameShare = 0.5;

/** Share of siblings of one kind whose labels say what they are, from which they are no list. */
const labelledShare = 0.3;

/** Siblings as numbers, twice: what is of one make is of one kind too. */
export interface SpelledSiblings {
  /** Negative for those that are told apart by labels: each label is a kind of its own. */
  readonly kinds: readonly number[];
  readonly makes: readonly number[];
}

/** Sorts siblings into kinds by what is in them, whatever they say, and each kind into makes by their kids. */
export function spell(scope: PeerScope, sequences: readonly Sequence[]): SpelledSiblings[] {
  const sorter = new Sorter(scope);
  const kinds = sequences.map((sequence) => sorter.kinds(sequence));
  return sequences.map((sequence, at) => sorter.symbols(sequence, kinds[at] as Kind[]));
}

interface Kind {
  readonly draft: LikenessDraft;
  readonly id: number;
  total: number;
  labelled: number;
}

class Sorter {
  readonly #scope: PeerScope;
  readonly #kinds = new Map<string, Kind[]>();
  readonly #makes = new Map<number, number>();
  #count = 0;

  constructor(scope: PeerScope) {
    this.#scope = scope;
  }

  kinds({ nodes, peer }: Sequence): Kind[] {
    const features = this.#scope.features[peer] as Features;
    const { page } = this.#scope.peers[peer] as Peer;
    const labels = labelsOf(nodes, features);
    return nodes.map((node, at) => {
      const kind = this.#kindOf(page, node, features);
      kind.draft.add(features, node);
      kind.total++;
      if (labels[at] !== 0) kind.labelled++;
      return kind;
    });
  }

  symbols({ nodes, peer }: Sequence, kinds: readonly Kind[]): SpelledSiblings {
    const { page } = this.#scope.peers[peer] as Peer;
    const labels = labelsOf(nodes, this.#scope.features[peer] as Features);
    const symbols = nodes.map((_, at) => {
      const kind = kinds[at] as Kind;
      const label = labels[at] as number;
      return label !== 0 && kind.labelled >= kind.total * labelledShare ? -label : kind.id;
    });
    const makes = nodes.map((node, at) => this.#makeOf(page, node, symbols[at] as number));
    return { kinds: symbols, makes };
  }

  #kindOf(page: PreparedPage, node: PageNode, features: Features): Kind {
    const key = `${node.tag} ${nameOf(node)}${isHead(page, node) ? ' head' : ''}`;
    let list = this.#kinds.get(key);
    if (!list) {
      list = [];
      this.#kinds.set(key, list);
    }
    for (const kind of list) if (sameInside(kind.draft.likeness, features, node, sameShare)) return kind;
    if (this.#count >= maxKinds && list[0]) return list[0];
    const kind: Kind = { draft: new LikenessDraft(node.tag), id: ++this.#count, total: 0, labelled: 0 };
    list.push(kind);
    return kind;
  }

  #makeOf(page: PreparedPage, node: PageNode, kind: number): number {
    if (kind < 0) return kind;
    const key = joinHashes(kind, makeHash(page, node));
    let make = this.#makes.get(key);
    if (make === undefined) {
      // Beyond the limit all of a kind are of one make.
      const first = this.#makes.size < maxMakes ? null : this.#makes.get(kind);
      make = first ?? this.#makes.size + 1;
      this.#makes.set(first === null ? key : kind, make);
    }
    return make;
  }
}

/** What its author calls an element, however many of its siblings there are: no state, no number. */
function nameOf(node: PageNode): string {
  const names = chosenNames(node);
  const classes = names.filter((name) => name.startsWith('.') && !isStateToken(name.slice(1)));
  return (classes[0] ?? names.find((name) => name.startsWith('#')) ?? '').replace(/\d+/g, '0');
}

/** A row of nothing but headings is no item of the rows below it. */
function isHead(page: PreparedPage, { tag, kids }: PageNode): boolean {
  return tag === 'tr' && kids.length > 0 && kids.every((kid) => page.nodes[kid]?.tag === 'th');
}

/** Elements that a text is made of: where they stand differs from text to text. */
const formatting: ReadonlySet<string> = new Set(
  '#text b i em strong u s small sub sup mark br wbr font'.split(' '),
);

const anything = hashText('linked');
const nothing = hashText('empty');

/** The kids of an element and whether there is a link or nothing at all in it: what rows that take turns differ in. */
function makeHash(page: PreparedPage, node: PageNode): number {
  if (node.text !== '') return 1;
  let hash = 2;
  let last = '';
  for (const at of node.kids) {
    const kid = page.nodes[at] as PageNode;
    if (formatting.has(kid.tag) || page.noise.get(at) === 'script') continue;
    // Cells are counted, other kids may repeat.
    if (kid.tag === last && node.tag !== 'tr') continue;
    last = kid.tag;
    hash = joinHashes(hash, hashTag(kid.tag));
  }
  return joinHashes(hash, holdsOf(page, node));
}

function holdsOf(page: PreparedPage, { index, end }: PageNode): number {
  let holds = nothing;
  for (let at = index; at < end; at++) {
    const { tag, text, attrs } = page.nodes[at] as PageNode;
    if (tag === 'a' && attrs.href !== undefined) return anything;
    if (text !== '' || tag === 'img') holds = 0;
  }
  return holds;
}

/**
 * What tells siblings apart: a label of their own, or the one before them. What several of them have does not, nor does a
 * label before siblings of one tag: it stands over a list.
 */
function labelsOf(nodes: readonly PageNode[], { labels, context, base }: Features): number[] {
  const own = nodes.map(({ index }) => labels[index - base]?.[0] ?? 0);
  const before = nodes.map(({ index }) => context[index - base] as number);
  const counts = timesOf(own);
  const over = new Map<number, string[]>();
  for (const [at, label] of before.entries())
    if (label !== 0 && own[at] === 0) addTo(over, label, (nodes[at] as PageNode).tag);
  const isHeading = (label: number) => {
    const tags = over.get(label) ?? [];
    return tags.length > 1 && tags.every((tag) => tag === tags[0]);
  };
  return own.map((label, at) => {
    if (label !== 0) return counts.get(label) === 1 ? 2 * label : 0;
    const above = before[at] as number;
    return above !== 0 && (counts.get(above) ?? 1) === 1 && !isHeading(above) ? 2 * above + 1 : 0;
  });
}
