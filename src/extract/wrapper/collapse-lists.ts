import type { PageNode } from '../types.ts';
import { bridged, type CutPiece } from './list-gaps.ts';
import { type Loop, longestItem, loopsIn } from './loops.ts';
import type { PeerScope, Sequence } from './scope.ts';
import { type SpelledSiblings, spell } from './sibling-kinds.ts';

/** What is aligned: a node, or the items of a list, each one or more siblings. */
export type Unit =
  | { readonly kind: 'node'; readonly node: PageNode }
  | { readonly kind: 'run'; readonly items: readonly (readonly PageNode[])[] };

/** Finds the lists among the siblings of all sequences and collapses each into one unit. */
export function collapseLists(scope: PeerScope, sequences: readonly Sequence[]): Unit[][] {
  if (sequences.every(({ nodes }) => nodes.length < 2)) return sequences.map(asNodes);
  const lines = spell(scope, sequences);
  const loops = loopsIn(lines, sequences);
  if (loops.length === 0) return sequences.map(asNodes);
  const pieces = sequences.map(({ nodes }, at) => cut(nodes, lines[at] as SpelledSiblings, loops));
  return bridged(pieces).map((line) =>
    line.map((piece) =>
      piece.kind === 'run' ? { kind: 'run', items: piece.items } : { kind: 'node', node: piece.node },
    ),
  );
}

function asNodes({ nodes }: Sequence): Unit[] {
  return nodes.map((node) => ({ kind: 'node', node }));
}

/** Cuts siblings into pieces: what belongs to loops becomes items. */
function cut(
  nodes: readonly PageNode[],
  { kinds, makes }: SpelledSiblings,
  loops: readonly Loop[],
): readonly CutPiece[] {
  const pieces: CutPiece[] = [];
  for (let at = 0; at < nodes.length; ) {
    const list = loops.findIndex(({ starts }) => starts.has(makes[at] as number)) + 1;
    const loop = loops[list - 1];
    if (!loop) {
      const shape = Math.max(0, kinds[at] as number);
      pieces.push({ kind: 'node', node: nodes[at] as PageNode, shape });
      at++;
      continue;
    }
    const items: PageNode[][] = [];
    while (at < nodes.length && loop.starts.has(makes[at] as number)) {
      const item = [nodes[at] as PageNode];
      at++;
      while (
        at < nodes.length &&
        item.length < longestItem &&
        !loop.starts.has(makes[at] as number) &&
        loop.body.has(makes[at] as number)
      ) {
        item.push(nodes[at] as PageNode);
        at++;
      }
      items.push(item);
    }
    pieces.push({ kind: 'run', list, items });
  }
  return pieces;
}
