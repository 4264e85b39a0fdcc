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
  return share >= 1 ? Number.POSITIVE_INFINITY : ageOfShare(share) / rate;
}

/**
 * The x with 1 - e^-x (1 + x) = share, or x - ln(1 + x) = -ln(1 - share): convex, so Newton's steps come down
 * to it from above.
 */
function ageOfShare(share: number): number {
  const left = -Math.log1p(-share);
  const root = Math.sqrt(2 * left);
  // x - ln(1 + x) = x²/2 - x³/3 + … : near 0 the difference itself would be lost to rounding.
  if (root < 1e-4) return root * (1 + root / 3);
  let x = left + root;
  for (let step = 0; step < 50; step++) {
    const next = x - ((x - Math.log1p(x) - left) * (1 + x)) / x;
    if (Math.abs(next - x) <= 1e-12 * x) return next;
    x = next;
  }
  return x;
}

/** The greatest of gain ÷ age is at rate × age = 1.793, where a visit is worth this share of 1 / rate. */
const soonestShare = 0.53517;

/** The rate at which a visit is worth a price the soonest: slower pages need none yet, faster ones are lost. */
export function soonestRate(price: number): number {
  return soonestShare / price;
}
