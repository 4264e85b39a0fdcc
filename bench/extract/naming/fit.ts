import { choose } from '../../../src/extract/naming/best-names.ts';
import { type SureTerm, sureTerms, sureWeights, termsOf } from '../../../src/extract/naming/confidence.ts';
import type { NamingModel } from '../../../src/extract/naming/model.ts';
import { featureNames, type Match } from '../../../src/extract/naming/score.ts';
import { logOdds, type Weights, weights } from '../../../src/extract/naming/weights.ts';
import type { Question } from './gather.ts';

/** How much weights are drawn to where they begin: those of fields, and those of sureness. */
const [ridge, sureRidge] = [0.3, 0.5];
const steps = 150;
/** Fields of a question that come into question at all. */
const mostFields = 60;
/** Share of the pages from which on a field is right. */
const rightShare = 0.5;
/** What a name counts that was given after the right field was taken away: on most pages there is a right one. */
const absentWeight = 0.1;

/** Weights that choose the right field most often, and what then tells a right choice from a wrong one. */
export function fitModel(questions: readonly Question[]): NamingModel {
  const fitted = fitWeights(questions);
  return { weights: fitted, sureness: fitSureness(questions, fitted) };
}

type Name = keyof Weights;
/** What prior records decide is not learned from pages without any, nor what a constant value is from sites that have none. */
const fixed: ReadonlySet<string> = new Set(['bias', 'same', 'like', 'constant']);
const names = featureNames.filter((name) => !fixed.has(name));

/** Where weights begin: round numbers by reason, so that nothing of the vertical that is left out is in them. */
const byReason: Readonly<Partial<Record<Name, number>>> = {
  label: 6,
  partLabel: 6,
  name: 2,
  type: 3,
  softType: 2,
  holds: 3,
  mistyped: -3,
  mainMistyped: -3,
  otherLabel: -1,
  mainInTitle: 4,
  mainOfTitle: 4,
  mainHeading: 4,
  mainRepeated: -3,
  mainElsewhere: -1,
  mainLabel: 2,
  nearTitle: 1,
  qualified: -3,
  coverage: 8,
  several: -5,
  low: -1,
  long: -3,
  noise: -5,
  untidy: -3,
};
const sureByReason: Readonly<Partial<Record<SureTerm, number>>> = {
  bias: -4,
  score: 0.7,
  lead: 0.4,
  repeated: -3,
  mistyped: -3,
  several: -3,
};

/** Weights of features: the likelihood of a right field among all of a page is made as great as it can be. */
function fitWeights(questions: readonly Question[]): Weights {
  const rows = questions.filter(({ right }) => right.some((share) => share >= rightShare)).map(rowsOf);
  const start = names.map((name) => byReason[name] ?? 0);
  const found = descend(start, ridge, (own, add) => {
    for (const { fields, isRight } of rows) {
      const scores = fields.map((field) => dot(field, own));
      const [all, good] = [softmax(scores), softmax(scores.map((s, at) => (isRight[at] ? s : -1e9)))];
      for (const [at, field] of fields.entries())
        add(field, (all[at] as number) - (isRight[at] ? (good[at] as number) : 0));
    }
  });
  return { ...weights, ...Object.fromEntries(names.map((name, at) => [name, found[at] as number])) };
}

function rowsOf({ matches, at: own, right }: Question) {
  const features = (matches[own] ?? []).map((match) => match.features);
  const best = Math.max(...right);
  const places = features
    .map((own, at) => ({ at, worth: logOdds(own) + 100 * (right[at] as number) }))
    .toSorted((one, other) => other.worth - one.worth)
    .slice(0, mostFields);
  return {
    fields: places.map(({ at }) => names.map((name) => (features[at] as Record<Name, number>)[name])),
    isRight: places.map(({ at }) => (right[at] as number) >= 0.8 * best),
  };
}

/** Weights of what sureness depends on, by logistic regression over names that were given. */
function fitSureness(questions: readonly Question[], by: Weights): NamingModel['sureness'] {
  const rows = questions.flatMap((question) => givenNames(question, by));
  const start = sureTerms.map((term) => sureByReason[term] ?? 0);
  const found = descend(start, sureRidge, (own, add) => {
    for (const { terms, right, weight } of rows)
      add(terms, weight * (1 / (1 + Math.exp(-dot(terms, own))) - right));
  });
  const fitted = Object.fromEntries(sureTerms.map((term, at) => [term, found[at] as number]));
  return { ...(fitted as Record<SureTerm, number>), proved: sureWeights.proved };
}

/** The name as it is given, and as it is given where the field that is right is not there. */
function givenNames({ wishes, at, evidence, matches, right, isThere }: Question, by: Weights) {
  const name = wishes[at]?.name;
  const given = (some: readonly number[], weight: number) => {
    const fields = some.map((place) => evidence[place] as (typeof evidence)[number]);
    const rows = matches.map((row) => some.map((place) => row[place] as Match));
    const choice = choose(wishes, fields, rows, undefined, by).find((one) => one.name === name);
    if (choice === undefined) return [];
    const terms = termsOf(choice.sureness);
    const share = right[some[choice.row.at] as number] as number;
    return [{ terms: sureTerms.map((term) => terms[term]), right: share >= rightShare ? 1 : 0, weight }];
  };
  const all = [...evidence.keys()];
  const others = all.filter((place) => right[place] === 0);
  return [...given(all, isThere ? 1 : absentWeight), ...given(others, absentWeight)];
}

/** Least sum of a loss and of the squared way from the start, by Adam. */
function descend(
  start: readonly number[],
  pull: number,
  loss: (own: readonly number[], add: (row: readonly number[], by: number) => void) => void,
): readonly number[] {
  const own = [...start];
  const [mean, square] = [start.map(() => 0), start.map(() => 0)];
  for (let step = 1; step <= steps; step++) {
    const slope = own.map((value, at) => pull * (value - (start[at] as number)));
    loss(own, (row, by) => {
      if (Math.abs(by) < 1e-6) return;
      for (let at = 0; at < row.length; at++) slope[at] = (slope[at] as number) + by * (row[at] as number);
    });
    const rate = 0.1 * Math.min(1, 60 / step);
    for (const [at, value] of slope.entries()) {
      mean[at] = 0.9 * (mean[at] as number) + 0.1 * value;
      square[at] = 0.99 * (square[at] as number) + 0.01 * value * value;
      const deviation = Math.sqrt((square[at] as number) / (1 - 0.99 ** step)) + 1e-8;
      own[at] = (own[at] as number) - (rate * (mean[at] as number)) / (1 - 0.9 ** step) / deviation;
    }
  }
  return own;
}

function dot(one: readonly number[], other: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

function softmax(scores: readonly number[]): readonly number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / sum);
}
