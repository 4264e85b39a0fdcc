import type { FieldName, TextPart } from '../types.ts';
import { assign } from './assign.ts';
import { confidenceOf, type Sureness } from './confidence.ts';
import { bare } from './evidence.ts';
import type { KnownModel } from './known-values.ts';
import { type NamingModel, usualModel } from './model.ts';
import { compare, isLabelled, type Match, type NameFeatures } from './score.ts';
import type { FieldEvidence, NamelessField, Wanted } from './types.ts';
import { isNameWord } from './wanted.ts';
import { logOdds, type Weights } from './weights.ts';
import { likeness } from './words.ts';

/** A name with the field that it was given to, whose spots may come from several variants. */
export interface NamedField extends FieldName {
  readonly spots: NamelessField['spots'];
  /** What is cut off before and after each value. */
  readonly frame?: TextPart;
}

/** Share of the pages from which a field needs no complement. */
const whole = 0.95;

/**
 * Sureness of what a label says of a name that may as well be asked for as the name of the thing ("Model: Nikon Z"), and of
 * one under which there are codes: things have other names. On the sites that weights are fitted on the latter was wrong each time.
 */
const [mostTorn, mostCoded] = [0.75, 0.45];
/** Strength of a label from which on it is why a field was chosen. */
const leastSaid = 0.4;

/** Gives each wanted name to the field that it fits best, one to one. */
export function fulfil(
  asked: readonly Wanted[],
  evidence: readonly FieldEvidence[],
  known: KnownModel,
  isPossible: (features: NameFeatures, wish: Wanted) => boolean = () => true,
  model: NamingModel = usualModel,
): readonly NamedField[] {
  const wanted = settled(asked, evidence);
  const matches = wanted.map((wish) => evidence.map((one) => compare(one, wish, known)));
  return choose(wanted, evidence, matches, isPossible, model.weights).map(({ name, row, sureness }) => {
    const own = evidence[row.at] as FieldEvidence;
    const match = row.matches[row.at] as Match;
    const wish = asked.find((one) => one.name === name);
    const isTorn = wish !== undefined && isGuess(wish) && saidBy(own, wish) >= leastSaid;
    const most = isTorn ? (areCodes(own.values) ? mostCoded : mostTorn) : 1;
    return {
      field: own.field.id,
      name,
      confidence: Math.min(most, confidenceOf(sureness, model.sureness)),
      because: match.because,
      spots: completed(own.field, row),
      ...framed(own),
    };
  });
}

/** How much a label counts for a wanted name, by its words alone: authors of labels know what stands under them. */
function saidBy({ labels }: FieldEvidence, wish: Wanted): number {
  const names = wish.labels.filter(({ weight }) => weight === 1);
  return Math.max(
    0,
    ...labels.flatMap((label) => names.map(({ words }) => label.weight * likeness(label.words, words))),
  );
}

/** Whether most values are codes: figures, with capitals or alone. */
function areCodes(values: readonly string[]): boolean {
  const codes = values.filter((value) => /^(?=.*\d)[\p{Lu}\d\s/.-]+$/u.test(value));
  return codes.length * 2 > values.length;
}

/** A field that was chosen for a name, among the others. */
export interface ChosenField {
  readonly name: string;
  readonly row: Row;
  readonly sureness: Sureness;
}

/** Chooses a field for each name, one to one, with what its sureness depends on. */
export function choose(
  wanted: readonly Wanted[],
  evidence: readonly FieldEvidence[],
  matches: readonly (readonly Match[])[],
  isPossible: (features: NameFeatures, wish: Wanted) => boolean = () => true,
  weights: Weights = usualModel.weights,
): readonly ChosenField[] {
  const worth = matches.map((row, at) =>
    row.map(({ features }, column) =>
      isPossible(features, wanted[at] as Wanted)
        ? logOdds(features, weights) + wholeness(evidence[column])
        : impossible,
    ),
  );
  // The best fit is taken however weak it is; its confidence decides later whether it is written.
  const chosen = assignOnce(
    worth.map((row) => row.map((own) => (own === impossible ? 0 : own + guessing))),
    evidence,
  );
  return wanted.flatMap(({ name }, at) => {
    const place = chosen[at] ?? -1;
    const own = evidence[place];
    if (own === undefined) return [];
    const scores = worth[at] as readonly number[];
    const elsewhere = bestElsewhere(worth, at);
    const row = { at: place, scores, elsewhere, matches: matches[at] as readonly Match[], evidence };
    const score = scores[place] as number;
    const sureness = {
      score,
      lead: leadOf(own.field, row),
      elsewhere: elsewhere[place] as number,
      features: (row.matches[place] as Match).features,
      distinct: own.distinct,
    };
    return [{ name, row, sureness }];
  });
}

/** Gives each name a field, and none of them the same values as another. */
function assignOnce(
  worth: readonly (readonly number[])[],
  evidence: readonly FieldEvidence[],
): readonly number[] {
  const places = [...evidence.keys()];
  const groups = [...Map.groupBy(places, (at) => firstSpot((evidence[at] as FieldEvidence).field)).values()];
  const best = worth.map((row) =>
    groups.map((group) => group.reduce((one, at) => ((row[at] as number) > (row[one] as number) ? at : one))),
  );
  const chosen = assign(best.map((row, at) => row.map((place) => worth[at]?.[place] as number)));
  return chosen.map((group, at) => (group < 0 ? -1 : (best[at]?.[group] as number)));
}

/** The first value of a field with its place. */
function firstSpot({ id, spots }: NamelessField): string {
  for (const [page, [first]] of spots) if (first !== undefined) return `${page} ${first.node} ${first.text}`;
  return id;
}

/** What is wanted of these fields: what they have a label for is not what the page is about, unless it is called so. */
export function settled(wanted: readonly Wanted[], evidence: readonly FieldEvidence[]): readonly Wanted[] {
  return wanted.map((wish) => {
    if (!isGuess(wish)) return wish;
    const own = { ...wish, labels: wish.labels.filter(({ words }) => !isNameWord(words.at(-1))) };
    return evidence.some((one) => isLabelled(one, own)) ? { ...wish, main: 0 } : wish;
  });
}

/** Whether what is wanted is only guessed to name the thing of the page. */
function isGuess({ main }: Wanted): boolean {
  return main > 0 && main < 1;
}

/** Worth of a pair that is impossible, and what is added to all others so that something is chosen. */
const [impossible, guessing] = [-100, 50];

/** For each field, how well it fits the best of the other names. */
function bestElsewhere(worth: readonly (readonly number[])[], row: number): readonly number[] {
  const others = worth.filter((_, at) => at !== row);
  return (worth[row] ?? []).map((_, column) =>
    others.reduce((most, scores) => Math.max(most, scores[column] as number), Number.NEGATIVE_INFINITY),
  );
}

/** Where one value and all that stand beside it fit equally, all are meant. */
function wholeness(evidence: FieldEvidence | undefined): number {
  return evidence?.field.sideBySide ? 0.6 : 0;
}

/** What one name was compared with. */
interface Row {
  readonly at: number;
  readonly scores: readonly number[];
  readonly elsewhere: readonly number[];
  readonly matches: readonly Match[];
  readonly evidence: readonly FieldEvidence[];
}

/** The frame of a field, where it has one. */
export function framed(evidence: FieldEvidence | undefined): Pick<NamedField, 'frame'> {
  return evidence?.frame ? { frame: evidence.frame } : {};
}

/** Fields that fit less than this are no rivals of anything. */
const leastRival = -3;

/**
 * By how much a field is before all others. One that fits another name better is that much less of a rival, and
 * one that mostly shows the same is one only as far as it does not.
 */
function leadOf(field: NamelessField, { at, scores, elsewhere, evidence }: Row): number {
  const score = scores[at] as number;
  let lead = score - leastRival;
  for (const [place, other] of scores.entries()) {
    const rival = evidence[place]?.field;
    if (place === at || rival === undefined) continue;
    const apart = score - other + Math.max(0, (elsewhere[place] as number) - other);
    if (apart < lead) lead = Math.min(lead, apart - Math.log(difference(field, rival)));
  }
  return lead;
}

/** Share of the pages with both on which two fields show different values; marks around a value make no difference. */
function difference(one: NamelessField, other: NamelessField): number {
  let same = 0;
  let both = 0;
  for (const [page, spots] of one.spots) {
    const others = other.spots.get(page) ?? [];
    if (spots.length === 0 || others.length === 0) continue;
    both++;
    const shown = new Set(others.map(({ text }) => bare(text)));
    if (spots.some(({ text }) => shown.has(bare(text)))) same++;
  }
  return both === 0 ? 1 : Math.max(leastDifference, 1 - same / both);
}

/** Fields that show the same on ten pages may differ on the next. */
const leastDifference = 0.02;

/** Adds what a variant of the template shows on the pages that the field is missing on. */
function completed(field: NamelessField, { at, scores, evidence }: Row): NamelessField['spots'] {
  const own = evidence[at] as FieldEvidence;
  if (own.coverage >= whole) return field.spots;
  const spots = new Map([...field.spots].filter(([, found]) => found.length > 0));
  const least = Math.max(0, (scores[at] as number) - 3);
  const others = scores
    .map((score, place) => ({ score, field: evidence[place]?.field as NamelessField }))
    .filter(({ score }, place) => place !== at && score >= least)
    .sort((one, other) => other.score - one.score);
  for (const { field: other } of others) {
    const found = [...other.spots].filter(([, list]) => list.length > 0);
    if (found.length === 0 || found.some(([page]) => spots.has(page))) continue;
    for (const [page, list] of found) spots.set(page, list);
  }
  return spots;
}
