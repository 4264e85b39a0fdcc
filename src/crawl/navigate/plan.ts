/**
 * Path planning (PNBN): how to get from where a tab stands to a page, at the least cost.
 * Pure: it sees page numbers and edges, not tabs.
 */

/** One step of a path. */
export type Step =
  | { readonly kind: 'fire'; readonly source: number; readonly ord: number; readonly target: number }
  | { readonly kind: 'back'; readonly target: number };

/** What the planner asks of a document's graph. */
export interface Steps {
  /** Event steps that leave a page, with targets after merging. */
  from(page: number): Iterable<{ readonly ord: number; readonly target: number }>;
  /** Whether a page was captured, so that one may pass through it. */
  isKept(page: number): boolean;
}

/**
 * Shortest path by breadth-first search from a page to the first target that `wanted` accepts; all events
 * cost the same. `back` is the page that one step back in the session history would show.
 */
export function shortestPath(
  start: number,
  steps: Steps,
  wanted: (target: number) => boolean,
  back: number | null = null,
): readonly Step[] | null {
  return bestPath(start, steps, (target) => (wanted(target) ? 1 : 0), back)?.path ?? null;
}

/**
 * The path with the least length ÷ worth, where `worth` says how much a target promises (1 at the most,
 * 0 for pages that nobody waits for) and `reach` how many events it is worth. Search ends at the distance where nothing
 * better can come.
 */
export function bestPath(
  start: number,
  steps: Steps,
  worth: (target: number) => number,
  back: number | null = null,
  reach: (target: number) => number = () => Number.POSITIVE_INFINITY,
): { readonly path: readonly Step[]; readonly score: number } | null {
  const cameBy = new Map<number, Step | null>([[start, null]]);
  const judged = new Set<number>();
  let best: { step: Step; score: number } | null = null;
  let edge: number[] = [start];
  for (let length = 1; edge.length > 0; length++) {
    if (best && best.score <= length) break;
    const next: number[] = [];
    for (const page of edge) {
      for (const step of stepsFrom(page, steps, page === start ? back : null)) {
        // By another way it is no nearer. To judge a page may cost much, and in a document all may lead to all.
        const isNew = !judged.has(step.target) && judged.add(step.target);
        const promise = isNew && length <= reach(step.target) ? worth(step.target) : 0;
        if (promise > 0) {
          const score = length / promise;
          if (!best || score < best.score) best = { step, score };
          if (best.score <= length) return { path: pathTo(best.step, cameBy, start), score: best.score };
        }
        if (cameBy.has(step.target) || !steps.isKept(step.target)) continue;
        cameBy.set(step.target, step);
        next.push(step.target);
      }
    }
    edge = next;
  }
  return best && { path: pathTo(best.step, cameBy, start), score: best.score };
}

function* stepsFrom(page: number, steps: Steps, back: number | null): Iterable<Step> {
  for (const { ord, target } of steps.from(page)) yield { kind: 'fire', source: page, ord, target };
  if (back !== null) yield { kind: 'back', target: back };
}

function pathTo(last: Step, cameBy: ReadonlyMap<number, Step | null>, start: number): Step[] {
  const path = [last];
  let at = last.kind === 'fire' ? last.source : start;
  while (at !== start) {
    const step = cameBy.get(at);
    if (!step) break;
    path.unshift(step);
    at = step.kind === 'fire' ? step.source : start;
  }
  return path;
}
