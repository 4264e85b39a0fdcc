import type { ValueType } from '../recognise/index.ts';
import type { FieldEvidence, LabelEvidence, Wanted } from './types.ts';
import { likeness } from './words.ts';

/** Types that are sure when they are read; names of people and firms are guesses. */
const soft: ReadonlySet<ValueType> = new Set(['person', 'organisation', 'place', 'number', 'code']);

/** What speaks for and against a field being what is wanted; each between 0 and 1. */
export const featureNames = [
  'label',
  'name',
  'type',
  'softType',
  'holds',
  'mistyped',
  'mainTitle',
  'mainHeading',
  'notMainTitle',
  'unlike',
  'coverage',
  'several',
  'constant',
  'low',
  'long',
  'noise',
  'linked',
  'examples',
] as const;

export type FeatureName = (typeof featureNames)[number];
export type Features = Readonly<Record<FeatureName, number>>;

export interface Match {
  readonly features: Features;
  readonly because: readonly string[];
}

/** Compares a field with what is wanted. */
export function compare(evidence: FieldEvidence, wanted: Wanted): Match {
  const label = best(evidence.labels, wanted);
  const name = best(evidence.names, wanted);
  const [type, share] = typeFit(evidence, wanted);
  const isSoft = type !== null && soft.has(type);
  const holds =
    wanted.holds === null ? 0 : shareOf(evidence.values, (value) => wanted.holds?.test(value) === true);
  const hard = wanted.types.some((one) => !soft.has(one));
  const fits = Math.max(share, holds);
  const features: Features = {
    label: label.strength,
    name: name.strength,
    type: isSoft ? 0 : share,
    softType: isSoft ? share : 0,
    holds,
    mistyped: hard ? 1 - fits : wanted.holds === null ? mistyped(evidence, wanted) : 1 - holds,
    mainTitle: wanted.main ? evidence.title : 0,
    mainHeading: wanted.main ? evidence.heading : 0,
    notMainTitle: wanted.main ? 0 : evidence.title,
    unlike: label.unlike,
    coverage: evidence.coverage,
    several: Math.min(1, (evidence.perPage - 1) / 3),
    constant: evidence.values.length > 2 && evidence.distinct * evidence.values.length <= 1.5 ? 1 : 0,
    low: evidence.position,
    long: Math.min(1, Math.max(0, evidence.length - 80) / 200),
    noise: evidence.noise,
    linked: evidence.linked,
    examples:
      wanted.examples.length === 0 ? 0 : shareOf(evidence.values, (value) => wanted.examples.includes(value)),
  };
  return {
    features,
    because: [...label.because, ...name.because, ...typeText(type, share), ...titleText(features)],
  };
}

interface BestLabel {
  readonly strength: number;
  readonly unlike: number;
  readonly because: readonly string[];
}

/** The label that says most of what is wanted, closeness counted. */
function best(labels: readonly LabelEvidence[], wanted: Wanted): BestLabel {
  let strength = 0;
  let because: string[] = [];
  let unlike = 0;
  for (const label of labels) {
    const match = Math.max(
      0,
      ...wanted.labels.map(({ words, weight }) => likeness(label.words, words) * weight),
    );
    const own = match * label.weight;
    if (own > strength) {
      strength = own;
      because = [`${label.source} ${JSON.stringify(label.text)}`];
      unlike = label.words.some((word) => wanted.unlike.has(word)) ? 1 : 0;
    }
  }
  return { strength, unlike, because };
}

function typeFit({ types }: FieldEvidence, wanted: Wanted): readonly [ValueType | null, number] {
  let found: readonly [ValueType | null, number] = [null, 0];
  for (const [at, type] of wanted.types.entries()) {
    const share = (types.get(type) ?? 0) * (at === 0 ? 1 : 0.7);
    if (share > found[1]) found = [type, share];
  }
  return found;
}

/** A field of prices is no field of names. */
function mistyped({ types }: FieldEvidence, wanted: Wanted): number {
  let most = 0;
  for (const [type, share] of types)
    if (!soft.has(type) && !wanted.types.includes(type)) most = Math.max(most, share);
  return most;
}

function shareOf(values: readonly string[], is: (value: string) => boolean): number {
  return values.length === 0 ? 0 : values.filter(is).length / values.length;
}

function typeText(type: ValueType | null, share: number): readonly string[] {
  return type !== null && share >= 0.5 ? [`type ${type}`] : [];
}

function titleText({ mainTitle, mainHeading }: Features): readonly string[] {
  return [...(mainTitle > 0.3 ? ['title of the page'] : []), ...(mainHeading > 0.5 ? ['heading'] : [])];
}
