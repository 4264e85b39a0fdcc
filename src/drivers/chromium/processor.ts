import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import type { Session } from './connection.ts';

/**
 * Milliseconds of processor time that the busiest renderer has used since the first question. Which renderer a
 * page has is not told; but one that could work all the time has had as much as any other.
 */
export function burntBy(root: Session): () => Promise<number> {
  let first: Map<number, number> | null = null;
  return async () => {
    const { processInfo } = await root.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    first ??= new Map(renderers.map(({ id, cpuTime }) => [id, cpuTime]));
    const used = renderers.map(({ id, cpuTime }) => cpuTime - (first?.get(id) ?? 0));
    return 1000 * Math.max(0, ...used);
  };
}

/** Milliseconds for which a look at the machine holds. */
const lookHolds = 250;
let looked = { at: Number.NEGATIVE_INFINITY, share: 1 };

/**
 * How many times as long as on a quiet machine something may take: processes that want to run, for each
 * processor. One that waits for us is no burden.
 */
export function burden(): number {
  const now = performance.now();
  if (now - looked.at > lookHolds)
    looked = { at: now, share: Math.max(1, runnable() / availableParallelism() - 1) };
  return looked.share;
}

/** The same for answers of servers, which may be elsewhere; a page may be silent for longer than four times that. */
export function slowness(): number {
  return Math.min(4, burden());
}

function runnable(): number {
  try {
    return Number(/(\d+)\/\d+/.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1] ?? 0);
  } catch {
    // Not Linux: the last minute has to do.
    return loadavg()[0] ?? 0;
  }
}
