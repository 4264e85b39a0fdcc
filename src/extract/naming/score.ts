import type { ValueType } from '../recognise/index.ts';
import type { KnownModel } from './known.ts';
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
  'mainInTitle',
  'mainOfTitle',
  'mainHeading',
  'mainLabel',
  'nearTitle',
  'ofTitle',
  'inTitle',
  'unlike',
  'coverage',
  'several',
  'constant',
  'low',
  'long',
  'noise',
  'untidy',
  'same',
  'like',
] as const;

export type FeatureName = (typeof featureNames)[number];
export type Features = Readonly<Record<FeatureName, number>>;

export interface Match {
  readonly features: Features;
  readonly because: readonly string[];
}

/** Compares a field with what is wanted. */
export function compare(evidence: FieldEvidence, wanted: Wanted, known: KnownModel): Match {
  const label = best(evidence.labels, wanted);
  const name = best(evidence.names, wanted);
  const [type, share] = typeFit(evidence, wanted);
  const isSoft = type !== null && soft.has(type);
  const holds =
    wanted.holds === null ? 0 : shareOf(evidence.values, (value) => wanted.holds?.test(value) === true);
  const hard = wanted.types[0] !== undefined && !soft.has(wanted.types[0]);
  const fits = Math.max(share, holds);
  const form =
    wanted.pattern === null
      ? null
      : shareOf(evidence.values, (value) => wanted.pattern?.test(value) === true);
  const otherwise = hard ? 1 - fits : wanted.holds === null ? mistyped(evidence, wanted) : 1 - holds;
  const features: Features = {
    label: wanted.main ? 0 : label.strength,
    mainLabel: wanted.main ? label.strength : 0,
    name: name.strength,
    type: Math.max(isSoft ? 0 : share, form ?? 0),
    softType: isSoft ? share : 0,
    holds,
    mistyped: form === null ? otherwise : 1 - form,
    mainInTitle: wanted.main ? evidence.inTitle : 0,
    mainOfTitle: wanted.main ? evidence.ofTitle : 0,
    mainHeading: wanted.main ? evidence.heading : 0,
    nearTitle: evidence.nearTitle,
    ofTitle: wanted.main ? 0 : evidence.ofTitle,
    inTitle: wanted.main ? 0 : evidence.inTitle,
    unlike: unlikeness(evidence.labels, wanted),
    coverage: evidence.coverage,
    several: Math.min(1, (evidence.perPage - 1) / 3),
    constant: evidence.values.length > 2 && evidence.distinct * evidence.values.length <= 1.5 ? 1 : 0,
    low: evidence.position,
    long: Math.min(1, Math.max(0, evidence.length - 80) / 200),
    noise: evidence.noise,
    untidy: untidiness(evidence.values),
    same: known.same(wanted.name, evidence.values),
    like: known.like(wanted.name, evidence.values),
  };
  return {
    features,
    because: [
      ...label.because,
      ...name.because,
      ...typeText(type, share),
      ...titleText(features),
      ...knownText(features),
    ],
  };
}

interface BestLabel {
  readonly strength: number;
  readonly because: readonly string[];
}

/** The label that says most of what is wanted, closeness counted. */
function best(labels: readonly LabelEvidence[], wanted: Wanted): BestLabel {
  let strength = 0;
  let because: string[] = [];
  for (const label of labels) {
    const isOther = label.words.some((word) => wanted.unlike.has(word));
    const match = wanted.labels.reduce((most, { words, weight }) => {
      const like = likeness(label.words, words);
      // "Original price" is no price, though it says the word; a label that is listed as it stands is meant.
      return isOther && like < 1 ? most : Math.max(most, like * weight);
    }, 0);
    const own = match * label.weight;
    if (own > strength) {
      strength = own;
      because = [`${label.source} ${JSON.stringify(label.text)}`];
    }
  }
  return { strength, because };
}

/** How much the labels speak of something else. */
function unlikeness(labels: readonly LabelEvidence[], wanted: Wanted): number {
  const others = labels.filter(({ words }) => words.some((word) => wanted.unlike.has(word)));
  return Math.max(0, ...others.map(({ weight }) => weight));
}

function typeFit({ types }: FieldEvidence, wanted: Wanted): readonly [ValueType | null, number] {
  let found: readonly [ValueType | null, number] = [null, 0];
  for (const [at, type] of wanted.types.entries()) {
    // The label may carry the unit.
    const bare = type === 'quantity' ? (types.get('number') ?? 0) * 0.6 : 0;
    const share = Math.max((types.get(type) ?? 0) * (at === 0 ? 1 : 0.7), bare);
    if (share > found[1]) found = [type, share];
  }
  return found;
}

/** A field of prices is no field of names. */
function mistyped({ types }: FieldEvidence, wanted: Wanted): number {
  // Places are known better than other names.
  let most =
    wanted.types[0] === 'place'
      ? 0.4 * (1 - Math.max(...wanted.types.map((type) => types.get(type) ?? 0)))
      : 0;
  for (const [type, share] of types)
    if (!soft.has(type) && !wanted.types.includes(type)) most = Math.max(most, share);
  return most;
}

/** What begins with a mark is a step of a path above the page, a copy at best; one at the end is seen more often. */
function untidiness(values: readonly string[]): number {
  return (
    0.5 * shareOf(values, (value) => /^[/|>»,;·-]/.test(value)) +
    0.5 * shareOf(values, (value) => /^[/|>»,;·-]|[|>»,;·/]$/.test(value))
  );
}

function shareOf(values: readonly string[], is: (value: string) => boolean): number {
  return values.length === 0 ? 0 : values.filter(is).length / values.length;
}

function typeText(type: ValueType | null, share: number): readonly string[] {
  return type !== null && share >= 0.5 ? [`type ${type}`] : [];
}

function titleText({ mainInTitle, mainHeading }: Features): readonly string[] {
  return [...(mainInTitle > 0.5 ? ['title of the page'] : []), ...(mainHeading > 0.5 ? ['heading'] : [])];
}

function knownText({ same, like }: Features): readonly string[] {
  if (same >= 0.2) return ['known values'];
  return like >= 0.3 ? ['values like known ones'] : [];
}
