/** What is known of a database behind a form: a share of its records, and where it lies with 95 % confidence. */
export interface Coverage {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** What one word says of the records that are missing. */
export interface CoverageProbe {
  /** Records that were known before it was asked. */
  readonly known: number;
  /** What was expected of it: one more than the known records that have it. */
  readonly own: number;
  /** Words as common as it, a power of two. */
  readonly step: number;
  /** The records that it has found and that were not known: for each, one over the waiting words that would have found it. */
  readonly found: readonly number[];
}

/** Records that are taken for missed beside those that were found: few words know little. */
const doubt = 0.5;
/** What a record counts that was found, where none was. */
const usual = 0.3;
/** Records found by words as common as some, from which on these are judged by themselves rather than with all. */
const alone = 3;
const z = 1.96;

/**
 * Coverage by what words have found that was not known. Were all waiting words asked, each missing record would be found
 * by some of them; counted by one over their number, they add up to all that are missing (the multiplicity estimator of
 * Sirken). The words that were asked stand for those that wait and are as common, by what is expected of each. The
 * interval is that of a sum of rare events of unequal weight (Fay and Feuer). `waiting`: what is expected of the words
 * that wait, by how common they are. `unseen`: missing records that no waiting word could find, for each that one could.
 */
export function coverageOf(
  probes: readonly CoverageProbe[],
  waiting: ReadonlyMap<number, number>,
  known: number,
  unseen = 0,
): Coverage | null {
  const asked = probes.reduce((sum, { own }) => sum + own, 0);
  if (asked === 0) return null;
  const then = probes.reduce((sum, probe) => sum + probe.known * probe.own, 0) / asked;
  const found = probes.reduce((sum, probe) => sum + probe.found.length, 0);
  const shared = (alone * asked) / (found + doubt);
  const like = (step: number) =>
    probes.reduce((sum, probe) => sum + (probe.step === step ? probe.own : 0), shared);
  let rest = 0;
  for (const [step, expected] of waiting) rest += (expected * shared) / like(step) / asked;
  const weights = probes.flatMap((probe) =>
    probe.found.map((one) => one * (rest + (waiting.get(probe.step) ?? 0) / like(probe.step))),
  );
  const missing = weights.reduce((sum, weight) => sum + weight, 0);
  const whole = [...waiting.values()].reduce((sum, expected) => sum + expected, 0);
  // Where no word waits any more, the doubt is that of a single record.
  const one =
    missing > 0
      ? weights.reduce((sum, weight) => sum + weight ** 2, 0) / missing
      : usual * Math.max(1, whole / asked);
  const hits = missing / one;
  const share = (missed: number) => Math.min(1, known / Math.max(1, then + missed * one * (1 + unseen)));
  return { share: share(hits + doubt), low: share(mostHits(hits)), high: share(leastHits(hits)) };
}

/** The least number of events to be expected where so many were seen (Byar). */
function leastHits(hits: number): number {
  return hits < 0.5 ? 0 : hits * Math.max(0, 1 - 1 / (9 * hits) - z / (3 * Math.sqrt(hits))) ** 3;
}

/** The most of them. */
function mostHits(hits: number): number {
  const more = hits + 1;
  return more * (1 - 1 / (9 * more) + z / (3 * Math.sqrt(more))) ** 3;
}
