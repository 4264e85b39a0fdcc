import type { PageNode } from '../types.ts';
import { spell } from './kinds.ts';
import { type Loop, longestItem, loopsIn } from './loops.ts';
import type { Scope, Sequence } from './scope.ts';

/** What is aligned: a node, or the items of a list, each one or more siblings. */
export type Unit =
  | { readonly kind: 'node'; readonly node: PageNode }
  | { readonly kind: 'run'; readonly items: readonly (readonly PageNode[])[] };

/** Finds the lists among the siblings of all sequences and collapses each into one unit. */
export function collapse(scope: Scope, sequences: readonly Sequence[]): Unit[][] {
  if (sequences.every(({ nodes }) => nodes.length < 2)) return sequences.map(asNodes);
  const lines = spell(scope, sequences);
  const loops = loopsIn(lines, sequences);
  if (loops.length === 0) return sequences.map(asNodes);
  return sequences.map(({ nodes }, at) => cut(nodes, lines[at]?.makes ?? [], loops));
}

function asNodes({ nodes }: Sequence): Unit[] {
  return nodes.map((node) => ({ kind: 'node', node }));
}

/** Cuts siblings into units: what belongs to loops becomes items. */
function cut(nodes: readonly PageNode[], makes: readonly number[], loops: readonly Loop[]): Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < nodes.length; ) {
    const loop = loops.find(({ starts }) => starts.has(makes[at] as number));
    if (!loop) {
      units.push({ kind: 'node', node: nodes[at] as PageNode });
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
    units.push({ kind: 'run', items });
  }
  return units;
}
