/** What is known of a database behind a form: a share of its records, and where it lies with 95 % confidence. */
export interface Coverage {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** One word that was drawn and asked to see how much is known: of what came, what was known, each by its weight. */
export interface CoverageProbe {
  readonly known: number;
  readonly all: number;
}

/**
 * Coverage by probes (capture and recapture): words are drawn at random, and of the records that they find the share
 * that was known before is told. A record that many words find comes up often, so each counts by one over the number
 * of words that find it. The interval is that of a ratio over clusters, with the counts of one more that was missed and
 * one that was found: few probes know little.
 */
export function coverageOf(probes: readonly CoverageProbe[]): Coverage | null {
  const asked = probes.filter(({ all }) => all > 0);
  if (asked.length < 2) return null;
  const all = asked.reduce((sum, probe) => sum + probe.all, 0);
  const known = asked.reduce((sum, probe) => sum + probe.known, 0);
  const share = known / all;
  const mean = all / asked.length;
  const between =
    asked.reduce((sum, probe) => sum + (probe.known - share * probe.all) ** 2, 0) / (asked.length - 1);
  const error = Math.sqrt(between / asked.length) / mean;
  // Wilson's bound for as many independent records as the clusters are worth.
  const worth = Math.max(asked.length, error > 0 ? (share * (1 - share)) / error ** 2 : asked.length);
  const [low, high] = wilson(share, worth);
  return { share, low, high };
}

const z = 1.96;

function wilson(share: number, count: number): readonly [number, number] {
  const middle = (share + (z * z) / (2 * count)) / (1 + (z * z) / count);
  const half =
    (z / (1 + (z * z) / count)) * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
