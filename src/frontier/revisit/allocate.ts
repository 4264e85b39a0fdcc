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

/** Relative precision of the price. */
const precision = 1e-9;

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
  const at = (page: Revisitable, price: number) => Math.max(floor, frequencyAt(page, price));
  const spent = (price: number) => {
    let sum = 0;
    for (const page of pages) sum += at(page, price) * (page.cost ?? 1);
    return sum;
  };
  // Above the greatest worth nobody is visited; the price is looked for below it, in factors.
  const rates = pages.filter(({ rate }) => rate > 0);
  if (rates.length === 0) return { frequencies: pages.map(() => budget / cost(pages)), price: 0 };
  let top = 0;
  for (const { rate, weight = 1, cost = 1 } of rates) top = Math.max(top, weight / rate / cost);
  let [low, high] = [Math.log(top) - 80, Math.log(top)];
  while (high - low > precision) {
    const middle = (low + high) / 2;
    if (spent(Math.exp(middle)) > budget) low = middle;
    else high = middle;
  }
  const price = Math.exp(high);
  const [most, fewest] = [Math.exp(low), price].map(spent) as [number, number];
  // A page at the margin is worth its visits at exactly one price, which numbers do not reach: it gets what is left.
  const share = most > fewest ? (budget - fewest) / (most - fewest) : 0;
  const between = (page: Revisitable) =>
    at(page, price) + share * (at(page, Math.exp(low)) - at(page, price));
  return { frequencies: pages.map(between), price };
}

function frequencyAt({ rate, weight = 1, cost: each = 1 }: Revisitable, price: number): number {
  const age = rate === 0 ? Number.POSITIVE_INFINITY : ageOfGain(rate, (price * each) / weight);
  return age === 0 ? 0 : 1 / age;
}

function cost(pages: readonly Revisitable[]): number {
  return pages.reduce((sum, page) => sum + (page.cost ?? 1), 0);
}
