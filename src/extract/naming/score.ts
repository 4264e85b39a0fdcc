import type { ValueType } from '../../values/index.ts';
import { headOf } from '../locate/index.ts';
import type { KnownModel } from './known-values.ts';
import type { FieldEvidence, LabelEvidence, Wanted } from './types.ts';
import { labelWords, likeness } from './words.ts';

/** Types that are sure when they are read; names of people and firms are guesses. */
const soft: ReadonlySet<ValueType> = new Set(['person', 'organisation', 'place', 'number', 'code']);

/** What speaks for and against a field being what is wanted; each between 0 and 1. */
export const featureNames = [
  'label',
  'partLabel',
  'name',
  'type',
  'softType',
  'holds',
  'mistyped',
  'mainMistyped',
  'otherLabel',
  'mainInTitle',
  'mainOfTitle',
  'mainHeading',
  'mainRepeated',
  'mainElsewhere',
  'mainLabel',
  'nearTitle',
  'qualified',
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
export type NameFeatures = Readonly<Record<FeatureName, number>>;

export interface Match {
  readonly features: NameFeatures;
  readonly because: readonly string[];
}

/** Compares a field with what is wanted. */
export function compare(evidence: FieldEvidence, wanted: Wanted, known: KnownModel): Match {
  const { main } = wanted;
  // What a page marks for machines says as much as a label.
  const spoken = [...evidence.labels, ...evidence.names.filter(isStructured)];
  const label = best(spoken, wanted);
  const name = best(evidence.names, wanted);
  const [type, share] = typeFit(evidence, wanted);
  const isSoft = type !== null && soft.has(type);
  const holds =
    wanted.holds === null ? 0 : shareOf(evidence.values, (value) => wanted.holds?.test(value) === true);
  const hard = wanted.isTyped && wanted.types[0] !== undefined && !soft.has(wanted.types[0]);
  const fits = Math.max(share, holds);
  const form =
    wanted.pattern === null
      ? null
      : shareOf(evidence.values, (value) => wanted.pattern?.test(value) === true);
  const otherwise = hard ? 1 - fits : wanted.holds === null ? mistyped(evidence, wanted) : 1 - holds;
  const features: NameFeatures = {
    label: label.isWhole ? (1 - main) * label.strength : 0,
    partLabel: label.isWhole ? 0 : (1 - main) * label.strength,
    mainLabel: main * label.strength,
    name: name.strength,
    type: Math.max(isSoft ? 0 : share, form ?? 0),
    softType: isSoft ? share : 0,
    holds: Math.max(holds, (1 - main) * selfNamed(evidence, wanted)),
    mistyped: form === null ? (1 - main) * otherwise : 1 - form,
    mainMistyped: main * otherwise,
    otherLabel: Math.max(0, spokenFor(spoken) - label.strength),
    mainInTitle: main * evidence.inTitle,
    mainOfTitle: main * evidence.ofTitle,
    mainHeading: main * evidence.heading,
    mainRepeated: main * (1 - evidence.distinct),
    mainElsewhere: main * evidence.elsewhere,
    nearTitle: evidence.nearTitle,
    qualified: qualification(evidence.labels, wanted),
    coverage: evidence.coverage,
    several: Math.min(1, (evidence.perPage - 1) / 3),
    constant: evidence.constant ? 1 : 0,
    low: evidence.position,
    long: Math.min(1, Math.max(0, evidence.length - 80) / 200),
    noise: evidence.noise,
    untidy: untidiness(evidence.values),
    same: known.same(wanted.name, evidence),
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
  /** It says what is wanted and nothing else. */
  readonly isWhole: boolean;
  readonly because: readonly string[];
}

/** Letters of a word from which on it is no accident, and characters of a value that is no prose. */
const [leastLetters, longestSaying] = [3, 80];

/** Share of values that say themselves what they are: `1.5L I-4 engine`, `27 mpg`, `3 bedrooms`. */
function selfNamed({ values }: FieldEvidence, { labels }: Wanted): number {
  const sure = labels
    .filter(
      ({ words, weight }) => weight >= wholeMatch && words.every(({ length }) => length >= leastLetters),
    )
    .map(({ words }) => words);
  if (sure.length === 0) return 0;
  return shareOf(values, (value) => {
    if (value.length > longestSaying) return false;
    // The label at the head of a text counts as one already.
    const own = labelWords(value.slice(headOf(value)?.length ?? 0));
    return sure.some((words) => words.every((word) => own.includes(word)));
  });
}

/** Whether a name is one for machines. */
export function isStructured({ source }: LabelEvidence): boolean {
  return /^(?:microdata|RDFa|JSON-LD|meta)/.test(source);
}

/** Whether a label of a field says what is wanted and nothing else. */
export function isLabelled({ labels }: FieldEvidence, wanted: Wanted): boolean {
  const { strength, isWhole } = best(labels, wanted);
  return isWhole && strength >= leastLabelled;
}

/** Strength from which on a label is one. */
const leastLabelled = 0.7;

/** The label whose words fit the wanted name best, closeness counted. */
function best(labels: readonly LabelEvidence[], wanted: Wanted): BestLabel {
  let strength = 0;
  let isWhole = false;
  let because: string[] = [];
  for (const label of labels) {
    const match = wanted.labels.reduce(
      (most, { words, weight }) => Math.max(most, likeness(label.words, words) * weight),
      0,
    );
    const own =
      match * label.weight * (match < wholeMatch && isQualified(label, wanted) ? qualifiedShare : 1);
    if (own > strength) {
      strength = own;
      isWhole = match >= wholeMatch;
      because = [`${label.source} ${JSON.stringify(label.text)}`];
    }
  }
  return { strength, isWhole, because };
}

/** Likeness from which a label has the words of the wanted name and no others. */
const wholeMatch = 0.94;

/** What a label says of a thing that a qualifying word makes another. */
const qualifiedShare = 0.3;

/** Words that change the meaning of the word beside them: the original price is not the price. */
const qualifying: ReadonlySet<string> = new Set(
  (
    'original list retail regular market used old was previous former similar related other alternate shipping ' +
    'combo bundle total minimum maximum save saving discount rebate invoice monthly search browse all more about size type phone website'
  ).split(' '),
);

/** Whether a label has a word that changes its meaning (`original`) and that the wanted name does not have. */
function isQualified({ words }: LabelEvidence, wanted: Wanted): boolean {
  return words.some(
    (word) => qualifying.has(word) && !wanted.labels.some(({ words: own }) => own.includes(word)),
  );
}

/** How much the labels speak of something that is like what is wanted and is not it. */
function qualification(labels: readonly LabelEvidence[], wanted: Wanted): number {
  const others = labels.filter(
    (label) =>
      isQualified(label, wanted) &&
      (label.words.every((word) => qualifying.has(word)) ||
        wanted.labels.some(({ words }) => likeness(label.words, words) > 0)),
  );
  return Math.max(0, ...others.map(({ weight }) => weight));
}

/** Weight from which a text beside values is as good as certain to be their label. */
const leastSpoken = 0.8;

/** How surely the labels speak of a field, whatever they say. */
function spokenFor(labels: readonly LabelEvidence[]): number {
  return Math.max(0, ...labels.filter(({ weight }) => weight >= leastSpoken).map(({ weight }) => weight));
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
  if (wanted.types.length === 0 && wanted.main === 0) return 0;
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

function titleText({ mainInTitle, mainHeading }: NameFeatures): readonly string[] {
  return [...(mainInTitle > 0.5 ? ['title of the page'] : []), ...(mainHeading > 0.5 ? ['heading'] : [])];
}

function knownText({ same, like }: NameFeatures): readonly string[] {
  if (same >= 0.2) return ['known values'];
  return like >= 0.3 ? ['values like known ones'] : [];
}
