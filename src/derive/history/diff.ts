import type { DiffHunk, DiffLine } from '../../model/history.ts';

/** Lines around a change that are shown with it. */
const around = 2;
/** Differences beyond which two texts are taken as wholly different: the search would cost their square. */
const mostEdits = 1000;

/** The lines of two texts, with what was taken away and added, as few of both as possible (Myers). */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const [old, young] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  return [
    ...before.slice(0, head).map(same),
    ...middle(old, young),
    ...before.slice(before.length - tail).map(same),
  ];
}

function same(text: string): DiffLine {
  return { sign: ' ', text };
}

function replaced(old: readonly string[], young: readonly string[]): DiffLine[] {
  return [
    ...old.map((text): DiffLine => ({ sign: '-', text })),
    ...young.map((text): DiffLine => ({ sign: '+', text })),
  ];
}

/** Myers' greedy search for the shortest script: `reached[k]` is how far the old text is read on diagonal k. */
function middle(old: readonly string[], young: readonly string[]): DiffLine[] {
  if (old.length === 0 || young.length === 0) return replaced(old, young);
  const trace: Map<number, number>[] = [];
  const reached = new Map<number, number>([[1, 0]]);
  const limit = Math.min(old.length + young.length, mostEdits);
  for (let edits = 0; edits <= limit; edits++) {
    trace.push(new Map(reached));
    for (let k = -edits; k <= edits; k += 2) {
      const down = isDown(reached, k, edits);
      let x = down ? (reached.get(k + 1) ?? 0) : (reached.get(k - 1) ?? 0) + 1;
      while (x < old.length && x - k < young.length && old[x] === young[x - k]) x++;
      reached.set(k, x);
      if (x >= old.length && x - k >= young.length) return backtrack(trace, old, young);
    }
  }
  return replaced(old, young);
}

function isDown(reached: ReadonlyMap<number, number>, k: number, edits: number): boolean {
  return k === -edits || (k !== edits && (reached.get(k - 1) ?? 0) < (reached.get(k + 1) ?? 0));
}

function backtrack(
  trace: readonly ReadonlyMap<number, number>[],
  old: readonly string[],
  young: readonly string[],
): DiffLine[] {
  const lines: DiffLine[] = [];
  let [x, y] = [old.length, young.length];
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reached = trace[edits] as ReadonlyMap<number, number>;
    const k = x - y;
    const from = isDown(reached, k, edits) ? k + 1 : k - 1;
    const fromX = reached.get(from) ?? 0;
    const fromY = fromX - from;
    while (x > Math.max(0, fromX) && y > Math.max(0, fromY)) {
      lines.push(same(old[--x] as string));
      y--;
    }
    if (edits === 0) break;
    if (x === fromX) lines.push({ sign: '+', text: young[--y] as string });
    else lines.push({ sign: '-', text: old[--x] as string });
  }
  return lines.reverse();
}

/** The lines that changed, with a few around them; what is far from any change is left out. */
export function hunksOf(lines: readonly DiffLine[]): readonly DiffHunk[] {
  const near = new Set<number>();
  for (const [at, { sign }] of lines.entries())
    if (sign !== ' ') for (let by = -around; by <= around; by++) near.add(at + by);
  const hunks: { before: number; after: number; lines: DiffLine[] }[] = [];
  let [before, after] = [1, 1];
  for (const [at, line] of lines.entries()) {
    if (near.has(at)) {
      if (!near.has(at - 1) || at === 0) hunks.push({ before, after, lines: [] });
      hunks.at(-1)?.lines.push(line);
    }
    if (line.sign !== '+') before++;
    if (line.sign !== '-') after++;
  }
  return hunks;
}
