import { suggestThresholds, TypeJudge, type TypeVerdict } from '../../../src/page-types/judge.ts';
import { skeletonOf } from '../../../src/page-types/skeleton.ts';
import { type LabelledPage, labelledPages, strangers, templates } from './pages.ts';

/** Samples of each type: the first pages that were made of it, whatever they show. */
const samplesPerType = 3;

/** A page's label and what was decided. */
export interface Decided {
  readonly type: string;
  readonly verdict: TypeVerdict;
}

/** The decisions on one set of pages. */
export interface Round {
  readonly known: readonly Decided[];
  /** Pages of templates that there were no samples of. */
  readonly unknown: readonly Decided[];
  readonly thresholds: ReadonlyMap<string, number>;
  /** CPU time of the decisions, without the skeletons. */
  readonly microseconds: number;
}

/** Takes samples from a set of pages, has thresholds suggested, and decides all the other pages. */
export function decideAll(perType: number, seed: number): Round {
  const byType = Map.groupBy(labelledPages(templates, perType, seed).map(skeletal), ({ type }) => type);
  const samples = [...byType].map(([name, list]) => ({
    name,
    samples: list.slice(0, samplesPerType).map(({ skeleton }) => skeleton),
  }));
  const thresholds = new Map(suggestThresholds(samples).map(({ name, threshold }) => [name, threshold]));
  const judge = new TypeJudge(
    samples.map((type) => ({ ...type, threshold: thresholds.get(type.name) ?? 0 })),
  );
  const decide = ({ type, skeleton }: Skeletal) => ({ type, verdict: judge.typeOfSkeleton(skeleton) });
  const rest = [...byType.values()].flatMap((list) => list.slice(samplesPerType));
  const before = process.cpuUsage();
  const known = rest.map(decide);
  const { user, system } = process.cpuUsage(before);
  const unknown = labelledPages(strangers, perType / 2, seed)
    .map(skeletal)
    .map(decide);
  return { known, unknown, thresholds, microseconds: user + system };
}

interface Skeletal {
  readonly type: string;
  readonly skeleton: string;
}

function skeletal({ type, document }: LabelledPage): Skeletal {
  return { type, skeleton: skeletonOf(document) };
}
