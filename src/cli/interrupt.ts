import type { Io } from './io.ts';

/** Requests to end, in two steps. */
export interface Interrupt {
  /** Aborted by the first request: end after the pages in hand. */
  readonly signal: AbortSignal;
  /** Resolves at the second: stop at once. */
  readonly atOnce: Promise<'at once'>;
  /** Stops listening. */
  off(): void;
}

/**
 * A key press that arrives twice is one: the terminal signals the whole process group, and npm or the
 * launcher pass their own signal on besides.
 */
export const echoMs = 300;

/** Listens for Ctrl-C and its kin; `say` is told what will happen. */
export function listenForInterrupt(io: Io, say: (text: string) => void): Interrupt {
  const gently = new AbortController();
  const { promise: atOnce, resolve } = Promise.withResolvers<'at once'>();
  let first: number | null = null;
  const off = io.onInterrupt(() => {
    if (first === null) {
      first = io.now();
      say('ending after the pages in hand; press Ctrl-C again to stop at once');
      gently.abort();
    } else if (io.now() - first >= echoMs) {
      resolve('at once');
    }
  });
  return { signal: gently.signal, atOnce, off };
}
