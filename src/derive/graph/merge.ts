import type { GraphEdge } from './parts.ts';

/** Edges of each source as they come, those to one place by one event as one with a count. */
export async function* mergedEdges(
  pieces: AsyncIterable<readonly GraphEdge[]>,
): AsyncGenerator<readonly GraphEdge[]> {
  let merged = new Map<string, GraphEdge & { readonly count: number }>();
  let source = -1;
  for await (const piece of pieces)
    for (const edge of piece) {
      if (edge.source !== source) {
        if (merged.size > 0) yield [...merged.values()];
        merged = new Map();
        source = edge.source;
      }
      const place = placeOf(edge);
      const before = merged.get(place);
      merged.set(place, before ? { ...more(before, edge), count: before.count + 1 } : { ...edge, count: 1 });
    }
  if (merged.size > 0) yield [...merged.values()];
}

/** What edges have in common that are one: where they lead, or, if that is no page, what they would do and why not. */
function placeOf({ target, event, instruction, reason }: GraphEdge): string {
  return target === null ? `${event} ${reason} ${instruction}` : `${event} ${target}`;
}

/** The edge that tells more: one that was fired, then one that says something. */
function more(one: GraphEdge, other: GraphEdge): GraphEdge {
  if ((one.reason === 'fired') !== (other.reason === 'fired')) return one.reason === 'fired' ? one : other;
  return one.label === '' && other.label !== '' ? other : one;
}
