import type { PageVisits } from '../../model/visits.ts';

/** What the rates of a page's like say of it: they lie about one rate, scattered by so many factors of e. */
export interface RatePrior {
  /** Changes per day. */
  readonly rate: number;
  readonly spread: number;
}

type Evidence = Pick<PageVisits, 'quiet' | 'dated' | 'stirs' | 'checks'>;

/** Changes per day that are taken as never, and as at any moment. */
const [slowest, fastest] = [1e-6, 1e6];
/** Relative precision of an estimate. */
const precision = 1e-4;
/** What the likelihood of a rate may lack of the greatest one (its logarithm) to be thought of as possible. */
const doubt = 0.02;

/**
 * Changes per day of a page, by its visits (maximum likelihood for a Poisson process that is looked at from
 * time to time): a time without a change counts e^-λt, an interval with one 1 - e^-λt, a change at a known
 * moment λ. The prior is log-normal: rates of one kind differ by factors. Without one, half an interval without
 * a change is added, which makes this the bias-corrected estimator of Cho and Garcia-Molina where all intervals
 * are equal.
 */
export function estimateRate(evidence: Evidence, prior: RatePrior | null = null): number {
  const { dated, stirs } = evidence;
  if (prior === null && dated === 0 && stirs.length === 0) return 0;
  const quiet = evidence.quiet + (prior === null ? half(evidence) : 0);
  // The slope of the likelihood's logarithm over the logarithm of the rate, which falls everywhere.
  return boundary(slowest, fastest, (rate) => {
    let slope = dated - rate * quiet;
    for (const interval of stirs) slope += remainder(rate * interval);
    if (prior) slope -= factorsOf(rate, prior) / prior.spread;
    return slope > 0;
  });
}

/** The rate nearest to a wanted one that is still possible by what was seen. */
export function possibleRate(evidence: Evidence, prior: RatePrior, wanted: number): number {
  const best = estimateRate(evidence, prior);
  const { dated, quiet, stirs } = evidence;
  const likelihood = (rate: number) => {
    let sum = dated * Math.log(rate) - rate * quiet - factorsOf(rate, prior) ** 2 / 2;
    for (const interval of stirs) sum += Math.log(-Math.expm1(-rate * interval));
    return sum;
  };
  const least = likelihood(best) - doubt;
  if (likelihood(wanted) >= least) return wanted;
  return wanted < best
    ? boundary(wanted, best, (rate) => likelihood(rate) < least)
    : boundary(best, wanted, (rate) => likelihood(rate) >= least);
}

/** How far a rate is from what the prior says, in its spreads. */
function factorsOf(rate: number, prior: RatePrior): number {
  return Math.log(rate / Math.max(prior.rate, slowest)) / prior.spread;
}

/** Where something stops being so, between two rates. */
function boundary(from: number, to: number, isSo: (rate: number) => boolean): number {
  let [low, high] = [Math.log(Math.max(from, slowest)), Math.log(Math.min(to, fastest))];
  while (high - low > precision) {
    const middle = (low + high) / 2;
    if (isSo(Math.exp(middle))) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}

/** x / (e^x - 1): what an interval with a change still adds, 1 for a short one, 0 for a long one. */
function remainder(x: number): number {
  return x < 1e-9 ? 1 : x > 700 ? 0 : x / Math.expm1(x);
}

/**
 * How much is known of a rate (Fisher information of its logarithm, as observed): about the number of changes
 * that were seen well. Intervals that are long for the rate say next to nothing: there is always a change in them.
 */
function informationOf({ quiet, stirs }: Evidence, rate: number): number {
  let sum = rate * quiet;
  for (const interval of stirs) {
    const x = rate * interval;
    if (x > 30) continue;
    const grown = Math.expm1(x);
    sum += x < 1e-3 ? x / 2 : (x * ((x - 1) * (grown + 1) + 1)) / (grown * grown);
  }
  return sum;
}

/** Half of the mean interval between visits. */
function half({ quiet, stirs, checks }: Evidence): number {
  const seen = stirs.reduce((sum, interval) => sum + interval, quiet);
  return checks === 0 ? 0 : seen / checks / 2;
}

/** Changes seen well that a rate of a kind is based on, at the least. */
const leastInformation = 2;
/** Pages of a kind that are looked at for what it is like. */
const sampled = 200;

/** The rate of a kind of pages by the visits of all of them together; `null` where these say nothing of it. */
export function pooledRate(pages: readonly Evidence[]): number | null {
  const seen = pages.filter(({ checks }) => checks > 0);
  if (seen.length === 0) return null;
  const step = Math.max(1, seen.length / sampled);
  const some = Array.from(
    { length: Math.min(seen.length, sampled) },
    (_, at) => seen[Math.floor(at * step)] as Evidence,
  );
  const pooled = {
    quiet: some.reduce((sum, { quiet }) => sum + quiet, 0),
    dated: some.reduce((sum, { dated }) => sum + dated, 0),
    stirs: some.flatMap(({ stirs }) => stirs),
    checks: some.reduce((sum, { checks }) => sum + checks, 0),
  };
  const rate = estimateRate(pooled, null);
  return rate > 0 && informationOf(pooled, rate) >= leastInformation ? rate : null;
}
