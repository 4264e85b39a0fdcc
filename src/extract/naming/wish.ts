import type { FieldName } from '../types.ts';
import { assign } from './assign.ts';
import { confidenceOf } from './confidence.ts';
import { bare } from './evidence.ts';
import type { KnownModel } from './known.ts';
import { compare, type Features, type Match } from './score.ts';
import type { FieldEvidence, NamelessField, Wanted } from './types.ts';
import { logOdds } from './weights.ts';

/** A name with the field that it was given to, whose spots may come from several variants. */
export interface NamedField extends FieldName {
  readonly spots: NamelessField['spots'];
}

/** Share of the pages from which a field needs no complement. */
const whole = 0.95;

/** Gives each wanted name to the field that it fits best, one to one. */
export function fulfil(
  wanted: readonly Wanted[],
  evidence: readonly FieldEvidence[],
  known: KnownModel,
  isPossible: (features: Features, wish: Wanted) => boolean = () => true,
): readonly NamedField[] {
  const matches = wanted.map((wish) => evidence.map((one) => compare(one, wish, known)));
  const worth = matches.map((row, at) =>
    row.map(({ features }, column) =>
      isPossible(features, wanted[at] as Wanted) ? logOdds(features) + wholeness(evidence[column]) : -100,
    ),
  );
  const chosen = assign(worth);
  return wanted.flatMap(({ name }, row) => {
    const at = chosen[row] ?? -1;
    const field = evidence[at]?.field;
    if (field === undefined) return [];
    const scores = worth[row] as readonly number[];
    const elsewhere = bestElsewhere(worth, row);
    return named(name, field, { at, scores, elsewhere, matches: matches[row] as readonly Match[], evidence });
  });
}

/** For each field, how well it fits the best of the other names. */
function bestElsewhere(worth: readonly (readonly number[])[], row: number): readonly number[] {
  const others = worth.filter((_, at) => at !== row);
  return (worth[row] ?? []).map((_, column) =>
    others.reduce((most, scores) => Math.max(most, scores[column] as number), Number.NEGATIVE_INFINITY),
  );
}

/** Where one value and all that stand beside it fit equally, all are meant. */
function wholeness(evidence: FieldEvidence | undefined): number {
  return evidence?.field.sideBySide ? 0.3 : 0;
}

interface Row {
  readonly at: number;
  readonly scores: readonly number[];
  readonly elsewhere: readonly number[];
  readonly matches: readonly Match[];
  readonly evidence: readonly FieldEvidence[];
}

function named(name: string, field: NamelessField, row: Row): NamedField {
  const score = row.scores[row.at] as number;
  const match = row.matches[row.at] as Match;
  return {
    field: field.id,
    name,
    confidence: confidenceOf({
      ...{ score, lead: leadOf(field, row), elsewhere: row.elsewhere[row.at] as number },
      ...{ features: match.features, distinct: row.evidence[row.at]?.distinct ?? 1 },
    }),
    because: match.because,
    spots: completed(field, row),
  };
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
