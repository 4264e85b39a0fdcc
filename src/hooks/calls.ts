import { ArgiopeError } from '../model/errors.ts';
import type { HookMoment, Hooks } from './types.ts';

/** Hooks with the name that messages use. */
export interface NamedHooks {
  readonly name: string;
  readonly hooks: Hooks;
}

/** Failures of one hook in a row after which the crawl stops. */
export const failuresAllowed = 3;

/** Milliseconds that one call may take. */
export const hookTimeout = 30_000;

/** Calls hooks: bounds their time, names them in errors, and stops the crawl where one fails again and again. */
export class HookCalls {
  readonly #timeout: number;
  readonly #failures = new Map<NamedHooks, number>();

  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Runs one call and checks what it gave; every error is an `ArgiopeError`. */
  async run<T>(
    named: NamedHooks,
    moment: HookMoment,
    url: string,
    call: () => unknown,
    check: (said: unknown) => T,
  ): Promise<T> {
    try {
      const said = call();
      const result = check(said instanceof Promise ? await this.#inTime(said) : said);
      if (this.#failures.size > 0) this.#failures.delete(named);
      return result;
    } catch (error) {
      throw this.#failed(named, moment, url, error);
    }
  }

  async #inTime<T>(said: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const error = new Error(`it took longer than ${this.#timeout / 1000} s`);
      timer = setTimeout(() => reject(error), this.#timeout);
    });
    try {
      return await Promise.race([said, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #failed(named: NamedHooks, moment: HookMoment, url: string, cause: unknown): ArgiopeError {
    // What a body that is read inside a hook says of the site is not the hook's failure.
    if (cause instanceof ArgiopeError && !/^HOOK/.test(cause.code)) return cause;
    const count = (this.#failures.get(named) ?? 0) + 1;
    this.#failures.set(named, count);
    const why = cause instanceof Error ? cause.message : String(cause);
    const what = `the hook "${named.name}" failed at the moment "${moment}" for ${url}: ${why}`;
    if (count < failuresAllowed) {
      const advice = 'Correct the hook, then run the same command: what failed by it is tried again.';
      return new ArgiopeError('HOOK', what, { url, cause, advice });
    }
    return new ArgiopeError('HOOK_BROKEN', `${what} (${count} failures in a row)`, {
      url,
      cause,
      advice: 'Correct the hook or leave it out, then run the same command: it goes on where it was.',
    });
  }
}
