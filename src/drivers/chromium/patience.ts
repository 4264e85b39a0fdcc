import { ArgiopeError } from '../../model/index.ts';

/** How long things may take, in milliseconds (docs/limits.md). */
export const patience = {
  /** Until an opened address, or what it redirects to, gives any answer, on a machine that is not busy. */
  silence: 20_000,
  /** A call into a page without any sign of life; then a page that is asked for one, of its own time. */
  call: 5_000,
  /** A silent page while no page uses any processor time. */
  still: 60_000,
  /** One call into a page, of the time that it had. */
  page: 180_000,
  /** Opening or closing a tab, giving cookies: what the browser does by itself. One that does not is ended. */
  browser: 20_000,
  /** Requests that a settling page waits for, on a machine that is not busy. */
  answer: 20_000,
};

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

/** How a page that gives no answer is looked after. */
export interface Life {
  /** Asks the page for a sign of life. */
  readonly ping: () => Promise<unknown>;
  /** Milliseconds of processor time that the busiest page has used since some moment. */
  readonly burnt: () => Promise<number>;
}

/**
 * Waits for a call into a page. Every `patience.call` the page is asked whether it still lives: one that
 * waits for a slow server answers at once, one that is caught in a loop does not. What counts is the time that
 * the page had, not the time that went by: on a busy machine a page that works may be silent for long.
 */
export async function whileAlive<T>(
  promise: Promise<T>,
  life: Life,
  url: string,
  limits = patience,
): Promise<T> {
  const hung = (what: string) => new ArgiopeError('PAGE_HUNG', `the page ${what}`, { url });
  promise.catch(() => {});
  let had = 0;
  while (!(await isSettledWithin(limits.call, promise))) {
    if (had >= limits.page) throw hung(`did not settle within ${limits.page / 1000} s`);
    const asked = Date.now();
    const before = await life.burnt();
    if (!(await answers(Promise.race([life.ping(), promise]), before, life, limits)))
      throw hung(`did not answer for ${(2 * limits.call) / 1000} s of its time`);
    const waited = Date.now() - asked;
    had += limits.call + (waited < limits.call / 5 ? waited : (await life.burnt()) - before);
  }
  return promise;
}

/** Whether a page answers before it has used up its time, or nothing moves at all. */
async function answers(
  sign: Promise<unknown>,
  before: number,
  { burnt }: Life,
  limits: typeof patience,
): Promise<boolean> {
  let [last, movedAt] = [before, Date.now()];
  while (!(await isSettledWithin(limits.call, sign))) {
    const now = await burnt();
    // A loop on a quiet machine has burnt a little less than the time that went by.
    if (now - before >= 0.8 * limits.call) return false;
    if (now - last >= limits.call / 100) [last, movedAt] = [now, Date.now()];
    else if (Date.now() - movedAt >= limits.still) return false;
  }
  return true;
}

async function isSettledWithin(ms: number, promise: Promise<unknown>): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => true,
  );
  return within(ms, settled, () => new Error('late')).catch(() => false);
}
