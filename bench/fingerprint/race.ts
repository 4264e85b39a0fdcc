import { median } from '../statistics.ts';

/** One way to make a short value of a text. */
export interface Runner {
  readonly name: string;
  run(texts: readonly string[]): void;
}

/** What one way came to over all rounds. */
export interface RaceResult {
  readonly name: string;
  readonly perSecond: number;
  /** Times as fast as this one the first way was: the median of the rounds. */
  readonly firstIsFaster: number;
}

/**
 * Lets several ways work on the same texts, one after the other, each round beginning with another one: what
 * else the machine does and what the one before left in the caches then meets all of them alike.
 */
export class Race {
  readonly #runners: readonly Runner[];
  readonly #times: number[][];
  #texts = 0;

  constructor(runners: readonly Runner[]) {
    this.#runners = runners;
    this.#times = runners.map(() => []);
  }

  round(texts: readonly string[]): void {
    this.#texts += texts.length;
    const count = this.#runners.length;
    const first = (this.#times[0]?.length ?? 0) % count;
    for (let turn = 0; turn < count; turn++) {
      const which = (first + turn) % count;
      const start = performance.now();
      this.#runners[which]?.run(texts);
      this.#times[which]?.push(performance.now() - start);
    }
  }

  results(): readonly RaceResult[] {
    const [leader = []] = this.#times;
    return this.#runners.map(({ name }, which) => {
      const own = this.#times[which] ?? [];
      const total = own.reduce((sum, ms) => sum + ms, 0);
      const ratios = own.map((ms, round) => ms / (leader[round] ?? Number.NaN));
      return { name, perSecond: (1000 * this.#texts) / total, firstIsFaster: median(ratios) };
    });
  }
}
