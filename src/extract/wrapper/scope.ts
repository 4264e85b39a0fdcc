import { spread } from '../../model/spread.ts';
import type { PageNode, PreparedPage } from '../types.ts';
import { type Features, featuresOf } from './features.ts';
import { hashTag, joinHashes } from './hash.ts';
import { maxPeers, type Peer, type PeerVocabulary, vocabularyOf } from './vocabulary.ts';

/** Peers that are compared with each other, with what they have in common and what their nodes are known by. */
export interface PeerScope {
  readonly peers: readonly Peer[];
  readonly features: readonly Features[];
  readonly vocabulary: PeerVocabulary;
  readonly budget: Budget;
}

/** Comparisons that may still be made for a whole template: what comes after is opaque. */
export interface Budget {
  left: number;
}

/** Siblings of one peer of a scope, to be aligned with those of the others. */
export interface Sequence {
  readonly peer: number;
  readonly nodes: readonly PageNode[];
}

/** Begins a comparison; of very many peers some are taken, of every shape and evenly from all. */
export function scopeOf(all: readonly Peer[], budget: Budget): PeerScope {
  const peers = chosen(all);
  const vocabulary = vocabularyOf(peers);
  const features = peers.map(({ page, nodes }) => {
    const first = nodes[0] ?? 0;
    const last = page.nodes[nodes.at(-1) ?? 0];
    return featuresOf(page, first, last?.end ?? first, vocabulary);
  });
  return { peers, features, vocabulary, budget };
}

/** The whole peers as sequences. */
export function sequencesOf({ peers }: PeerScope): Sequence[] {
  return peers.map(({ page, nodes }, peer) => ({
    peer,
    nodes: nodes.map((index) => page.nodes[index] as PageNode),
  }));
}

/** Kids of a node that can hold data. */
export function dataKids(page: PreparedPage, node: PageNode): PageNode[] {
  const kids: PageNode[] = [];
  for (const kid of node.kids) {
    if (page.noise.get(kid) !== 'script') kids.push(page.nodes[kid] as PageNode);
  }
  return kids;
}

function chosen(all: readonly Peer[]): readonly Peer[] {
  if (all.length <= maxPeers) return all;
  const shapes = [...Map.groupBy(all.keys(), (at) => shapeOf(all[at] as Peer)).values()];
  const turns = shapes.map((places) => spread(places, maxPeers));
  const taken: number[] = [];
  for (let turn = 0; taken.length < maxPeers && turn < maxPeers; turn++) {
    for (const places of turns) {
      const place = places[turn];
      if (place !== undefined && taken.length < maxPeers) taken.push(place);
    }
  }
  return taken.sort((a, b) => a - b).map((at) => all[at] as Peer);
}

/** The tags of a peer in their order. */
function shapeOf({ page, nodes }: Peer): number {
  let shape = 0;
  const last = page.nodes[nodes.at(-1) ?? 0]?.end ?? 0;
  for (let at = nodes[0] ?? 0; at < last; at++)
    shape = joinHashes(shape, hashTag((page.nodes[at] as PageNode).tag));
  return shape;
}
