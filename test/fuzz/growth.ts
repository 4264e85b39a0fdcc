import type { FuzzTarget } from './target.ts';

/** Lengths that are compared: four times the input may take eight times as long, and not sixteen, twice over. */
const lengths = [10_000, 40_000, 160_000] as const;
const most = 11;
/** Below this the clock says little. */
const leastMs = 100;

/**
 * Whether reading an input over and over takes more than in proportion to its length: as a sentence, or `null`. Times
 * of one run are compared with each other, and each is the least of three.
 */
export function growth(target: FuzzTarget, input: string): string | null {
  if (input.length < 4) return null;
  const times: number[] = [];
  for (const length of lengths) {
    const time = timeOf(target, input.repeat(Math.ceil(length / input.length)).slice(0, length));
    const before = times.at(-1);
    if (before !== undefined && time / before < most) return null;
    times.push(time);
  }
  if ((times.at(-1) ?? 0) < leastMs) return null;
  return `repeated, it takes ${times.map((time) => time.toFixed(1)).join(', ')} ms for ${lengths.join(', ')} signs`;
}

function timeOf({ alone, read }: FuzzTarget, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3; time++) {
    const start = performance.now();
    try {
      (alone ?? read)(text);
    } catch {
      // That it fails is found otherwise.
    }
    least = Math.min(least, performance.now() - start);
    if (least < 1) break;
  }
  return Math.max(least, 0.3);
}
