import { ageOfGain } from './gain.ts';

/** A page as something to be revisited. */
export interface Revisitable {
  /** Changes per day. */
  readonly rate: number;
  /** What its freshness counts, 1 unless told otherwise. */
  readonly weight?: number;
  /** Requests that a visit takes, 1 unless told otherwise. */
  readonly cost?: number;
}

/** Visits per day for each page, and the worth of one more request per day. */
export interface Allocation {
  readonly frequencies: readonly number[];
  readonly price: number;
}

/** Steps of the search for the price: each halves what is uncertain. */
const steps = 100;

/**
 * Visits per day that make the pages as fresh as a budget of requests per day allows: each page's next visit is
 * worth the same (the Lagrange multiplier, here the price), and those whose visits are never worth that get
 * none but the least that all get (`floor`, visits per day). Cho and Garcia-Molina's solution.
 */
export function allocate(pages: readonly Revisitable[], budget: number, floor = 0): Allocation {
  const least = pages.reduce((sum, { cost = 1 }) => sum + cost * floor, 0);
  if (least >= budget) {
    // All that there is goes to the floor, the same for every page.
    const share = least === 0 ? 0 : floor * (budget / least);
    return { frequencies: pages.map(() => share), price: Number.POSITIVE_INFINITY };
  }
  const at = (price: number) => pages.map((page) => Math.max(floor, frequencyAt(page, price)));
  const spent = (price: number) =>
    at(price).reduce((sum, frequency, index) => sum + frequency * (pages[index]?.cost ?? 1), 0);
  // Above the greatest worth nobody is visited; the price is looked for below it, in factors.
  const rates = pages.filter(({ rate }) => rate > 0);
  if (rates.length === 0) return { frequencies: pages.map(() => budget / cost(pages)), price: 0 };
  const top = Math.max(...rates.map(({ rate, weight = 1, cost = 1 }) => weight / rate / cost));
  let [low, high] = [Math.log(top) - 80, Math.log(top)];
  for (let step = 0; step < steps; step++) {
    const middle = (low + high) / 2;
    if (spent(Math.exp(middle)) > budget) low = middle;
    else high = middle;
  }
  const price = Math.exp(high);
  return { frequencies: at(price), price };
}

function frequencyAt({ rate, weight = 1, cost: each = 1 }: Revisitable, price: number): number {
  const age = rate === 0 ? Number.POSITIVE_INFINITY : ageOfGain(rate, (price * each) / weight);
  return age === 0 ? 0 : 1 / age;
}

function cost(pages: readonly Revisitable[]): number {
  return pages.reduce((sum, page) => sum + (page.cost ?? 1), 0);
}
