import type { Figures } from '../model/progress.ts';

/** How fast it goes, and how long it may still take. */
export interface Pace {
  /** Pages per second, `null` before there is enough to tell. */
  readonly pagesPerSecond: number | null;
  /** Seconds, `null` before there is enough to tell. */
  readonly secondsLeft: number | null;
}

/** Limits that end a crawl before its frontier is empty. */
export interface Bounds {
  readonly maxPages: number | null;
  readonly maxTime: number | null;
}

interface Sample {
  readonly seconds: number;
  readonly pages: number;
  /** Page numbers that need no more work: kept, merged or failed. */
  readonly settled: number;
}

/** Seconds of the crawl that its speed is told from, and least of them that say something. */
const windowSeconds = 30;
const leastSeconds = 1;

/**
 * Estimates from the last 30 seconds: what waits, divided by how fast page numbers are settled.
 *
 * The frontier still grows while new pages are found, so this is what is left of the site as known
 * now; it errs low early in a crawl. `--max-pages` and `--max-time` cap it.
 */
export class Estimate {
  readonly #bounds: Bounds;
  #samples: readonly Sample[] = [];
  #began: number | null = null;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Takes the newest figures into account and says how fast it goes. */
  update(figures: Figures): Pace {
    const now: Sample = {
      seconds: figures.seconds,
      pages: figures.pages,
      settled: figures.pages + figures.duplicates + figures.redirects + figures.errors + figures.files,
    };
    this.#began ??= now.seconds;
    const last = this.#samples.at(-1);
    // One sample a second is enough and keeps the window small.
    if (last === undefined || now.seconds - last.seconds >= 1) {
      this.#samples = [...this.#samples.filter((s) => s.seconds >= now.seconds - windowSeconds), now];
    }
    const first = this.#samples[0] ?? now;
    const span = now.seconds - first.seconds;
    if (span < leastSeconds) return { pagesPerSecond: null, secondsLeft: null };
    const settledPerSecond = (now.settled - first.settled) / span;
    return {
      pagesPerSecond: (now.pages - first.pages) / span,
      secondsLeft: this.#left(figures, settledPerSecond),
    };
  }

  #left(figures: Figures, settledPerSecond: number): number | null {
    const { maxPages, maxTime } = this.#bounds;
    const waiting =
      maxPages === null ? figures.frontier : Math.min(figures.frontier, maxPages - figures.pages);
    const byWork = settledPerSecond > 0 ? Math.max(0, waiting) / settledPerSecond : null;
    if (maxTime === null) return byWork;
    const byTime = Math.max(0, maxTime - (figures.seconds - (this.#began ?? 0)));
    return byWork === null ? byTime : Math.min(byWork, byTime);
  }
}
