import { timesOf } from '../../model/counts.ts';
import { addTo } from '../../model/multimap.ts';
import type { PageNode } from '../types.ts';
import { collapseLists, type Unit } from './collapse-lists.ts';
import { type Column, columnsOf } from './columns.ts';
import { isFreeForm } from './cost.ts';
import type { Counted, Draft, ElementDraft, TextDraft } from './draft.ts';
import { type Budget, dataKids, type PeerScope, type Sequence, scopeOf, sequencesOf } from './scope.ts';
import type { Peer } from './vocabulary.ts';

/** Lists within lists that are followed. */
const maxNesting = 6;

/** Pairs of siblings that are compared for one template; pages need a hundredth of it. */
const maxComparisons = 20_000_000;

/** Grows a template from peers: their nodes are aligned level by level. */
export function grow(
  peers: readonly Peer[],
  nesting = 0,
  budget: Budget = { left: maxComparisons },
): Draft[] {
  const scope = scopeOf(peers, budget);
  return grown(scope, sequencesOf(scope), nesting) ?? [];
}

function grown(scope: PeerScope, sequences: readonly Sequence[], nesting: number): Draft[] | null {
  const lines =
    nesting < maxNesting
      ? collapseLists(scope, sequences)
      : sequences.map(({ nodes }) => nodes.map((node): Unit => ({ kind: 'node', node })));
  const columns = columnsOf(scope, sequences, lines);
  return columns?.map((column) => drafted(scope, sequences, column, nesting)) ?? null;
}

function drafted(scope: PeerScope, sequences: readonly Sequence[], column: Column, nesting: number): Draft {
  let mask = 0;
  for (const line of column.members.keys()) mask |= 1 << line;
  const counted: Counted = { support: column.members.size, of: sequences.length, mask };
  if (column.repeated)
    return {
      kind: 'repeat',
      ...counted,
      body: grow(itemsOf(scope, sequences, column), nesting + 1, scope.budget),
    };
  const members: { peer: number; node: PageNode }[] = [];
  for (const [line, [unit]] of column.members) {
    if (unit?.kind === 'node') members.push({ peer: (sequences[line] as Sequence).peer, node: unit.node });
  }
  return column.tag === '#text' ? text(scope, members, counted) : element(scope, members, counted, nesting);
}

function itemsOf(scope: PeerScope, sequences: readonly Sequence[], { members }: Column): Peer[] {
  const peers: Peer[] = [];
  for (const [line, units] of members) {
    const { page } = scope.peers[(sequences[line] as Sequence).peer] as Peer;
    for (const unit of units) {
      const items = unit.kind === 'node' ? [[unit.node]] : unit.items;
      for (const item of items) peers.push({ page, nodes: item.map(({ index }) => index) });
    }
  }
  return peers;
}

interface Member {
  readonly peer: number;
  readonly node: PageNode;
}

function text(scope: PeerScope, members: readonly Member[], counted: Counted): TextDraft {
  const counts = timesOf(members.map(({ node }) => node.text));
  const texts = new Map([...counts].sort(([, a], [, b]) => b - a));
  const noise = members.every(({ peer, node }) => scope.peers[peer]?.page.noise.has(node.index) ?? false);
  return { kind: 'text', ...counted, texts, noise };
}

function element(
  scope: PeerScope,
  members: readonly Member[],
  counted: Counted,
  nesting: number,
): ElementDraft {
  const attributes = new Map<string, string[]>();
  for (const { node } of members)
    for (const [name, value] of Object.entries(node.attrs)) addTo(attributes, name, value);
  const sequences = members.map(({ peer, node }): Sequence => {
    const { page } = scope.peers[peer] as Peer;
    return { peer, nodes: dataKids(page, node) };
  });
  const found = grown(scope, sequences, nesting);
  const kids = found ?? [];
  const tag = members[0]?.node.tag ?? '';
  const opaque =
    found === null ||
    isFreeForm(
      kids,
      sequences.map(({ nodes }) => nodes.length),
    );
  return { kind: 'element', ...counted, tag, attributes, count: members.length, kids, opaque };
}
