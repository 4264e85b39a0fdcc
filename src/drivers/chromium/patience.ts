import { ArgiopeError } from '../../model/index.ts';

/** How long things may take, in milliseconds (docs/limits.md). */
export const patience = {
  /** Until the server's first answer to an opened address, redirects included. */
  navigate: 120_000,
  /** A call into a page without any sign of life. */
  call: 5_000,
  /** All calls into one page together. */
  page: 180_000,
  /** Requests that a settling page waits for. */
  answer: 20_000,
} as const;

/**
 * Rejects with `error` when a promise takes longer than `ms`. An answer that is there already counts, also where
 * this process was kept from reading it until now.
 */
export async function within<T>(ms: number, promise: Promise<T>, error: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(() => reject(error())), ms);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits for a call into a page. Every `patience.call` the page is asked whether it still lives: one that
 * waits for a slow server answers at once, one that is caught in a loop does not.
 */
export async function whileAlive<T>(
  promise: Promise<T>,
  ping: () => Promise<unknown>,
  url: string,
): Promise<T> {
  const hung = (what: string) => () => new ArgiopeError('PAGE_HUNG', `the page ${what}`, { url });
  const asleep = Symbol();
  const end = Date.now() + patience.page;
  promise.catch(() => {});
  for (;;) {
    const answer = await within(patience.call, promise, () => Object.assign(new Error(), { asleep })).catch(
      (error) => {
        if (error.asleep === asleep) return asleep;
        throw error;
      },
    );
    if (answer !== asleep) return answer as T;
    if (Date.now() > end) throw hung(`did not settle within ${patience.page / 1000} s`)();
    await within(patience.call, ping(), hung(`did not answer for ${(2 * patience.call) / 1000} s`));
  }
}
