import type { CrawlListener } from '../model/progress.ts';
import { listenForInterrupt } from './interrupt.ts';
import type { Io } from './io.ts';
import type { Progress } from './progress.ts';

/** What work that takes long is given: whom it tells how it goes, and what ends it. */
export interface Watching {
  readonly listen: CrawlListener;
  readonly signal: AbortSignal;
}

/**
 * Runs work that takes long. The first interrupt ends it gracefully; at the second it is left (`'at once'`), and
 * `left` is said.
 */
export async function watched<T>(
  io: Io,
  progress: Progress,
  work: (watch: Watching) => Promise<T>,
  left = 'stopped at once; what was stored is kept, run the same command to go on',
): Promise<T | 'at once'> {
  const interrupt = listenForInterrupt(io, (text) => progress.say(text));
  try {
    const running = work({ listen: progress.listen, signal: interrupt.signal });
    const result = await Promise.race([running, interrupt.atOnce]);
    progress.end(result !== 'at once');
    if (result !== 'at once') return result;
    // Nobody waits for it any more: what it still says must not end the process in another way.
    running.catch(() => undefined);
    progress.say(left);
    return result;
  } finally {
    progress.end();
    interrupt.off();
  }
}
