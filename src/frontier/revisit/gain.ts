/** Share of the time that a page's copy is fresh if it is renewed so often: both per day. */
export function freshness(rate: number, frequency: number): number {
  if (rate === 0) return 1;
  if (frequency === 0) return 0;
  const x = rate / frequency;
  return -Math.expm1(-x) / x;
}

/** Chance that a page has changed since its last visit, so many days ago. */
export function staleness(rate: number, age: number): number {
  return -Math.expm1(-rate * age);
}

/**
 * What a visit now is worth: the gain in freshness that renewing a page every `age` days gives for one visit
 * more per day (the derivative of `freshness`). It grows with age, towards 1 / rate: what changes faster than
 * it can be followed is worth little at any age. Taking the greatest first is the order that the best
 * allocation of visits leads to.
 */
export function gainOf(rate: number, age: number): number {
  if (rate === 0) return 0;
  const x = rate * age;
  // The difference of two numbers near 1 where x is small: x²/2 - x³/3 + x⁴/8.
  const share = x < 1e-3 ? x * x * (0.5 - x / 3 + (x * x) / 8) : 1 - Math.exp(-x) * (1 + x);
  return share / rate;
}

/** Age at which a visit is worth so much; infinite where it never is. */
export function ageOfGain(rate: number, gain: number): number {
  if (gain <= 0) return 0;
  const share = gain * rate;
  if (share >= 1) return Number.POSITIVE_INFINITY;
  let [low, high] = [0, 1];
  const below = (x: number) => gainOf(1, x) < share;
  while (below(high)) [low, high] = [high, high * 2];
  for (let step = 0; step < 60 && high - low > 1e-10 * high; step++) {
    const middle = (low + high) / 2;
    if (below(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2 / rate;
}
