import type { PageVisits } from '../../model/visits.ts';

/** What the rate of a page's like says of the page, and how many changes' worth of evidence that is. */
export interface RatePrior {
  /** Changes per day. */
  readonly rate: number;
  readonly weight: number;
}

type Evidence = Pick<PageVisits, 'quiet' | 'dated' | 'stirs' | 'checks'>;

/** Changes per day that are taken as never, and as at any moment. */
const [slowest, fastest] = [1e-6, 1e6];
/** Relative precision of an estimate. */
const precision = 1e-5;

/**
 * Changes per day of a page, by its visits (maximum likelihood for a Poisson process that is looked at from
 * time to time): a time without a change counts e^-λt, an interval with one 1 - e^-λt, a change at a known
 * moment λ. The prior counts like `weight` such changes at its rate. Without one, half an interval without a
 * change is added, which makes this the bias-corrected estimator of Cho and Garcia-Molina where all intervals
 * are equal.
 */
export function estimateRate(evidence: Evidence, prior: RatePrior | null = null): number {
  const { dated, stirs } = evidence;
  const weight = prior === null ? 0 : prior.weight;
  const events = dated + weight;
  const quiet = evidence.quiet + (prior === null ? half(evidence) : weight / Math.max(prior.rate, slowest));
  if (events === 0 && stirs.length === 0) return 0;
  if (stirs.length === 0) return Math.min(fastest, events / Math.max(quiet, events / fastest));
  const isBelow = (rate: number) => {
    let slope = events - rate * quiet;
    for (const interval of stirs) slope += weightOf(rate * interval);
    return slope > 0;
  };
  let [low, high] = [Math.log(slowest), Math.log(fastest)];
  while (high - low > precision) {
    const middle = (low + high) / 2;
    if (isBelow(Math.exp(middle))) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}

/** x / (e^x - 1): what an interval with a change still adds, 1 for a short one, 0 for a long one. */
function weightOf(x: number): number {
  return x < 1e-9 ? 1 : x > 700 ? 0 : x / Math.expm1(x);
}

/** Half of the mean interval between visits. */
function half({ quiet, stirs, checks }: Evidence): number {
  const seen = stirs.reduce((sum, interval) => sum + interval, quiet);
  return checks === 0 ? 0 : seen / checks / 2;
}

/** Pages of a kind that are looked at for what it is like. */
const sampled = 200;

/** The rate of a kind of pages by the visits of all of them together; `null` where none was visited twice. */
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
  return estimateRate(pooled, null);
}
