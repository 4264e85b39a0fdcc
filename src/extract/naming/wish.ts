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
    return named(name, field, { at, scores, matches: matches[row] as readonly Match[], evidence });
  });
}

/** Where one value and all that stand beside it fit equally, all are meant. */
function wholeness(evidence: FieldEvidence | undefined): number {
  return evidence?.field.sideBySide ? 0.3 : 0;
}

interface Row {
  readonly at: number;
  readonly scores: readonly number[];
  readonly matches: readonly Match[];
  readonly evidence: readonly FieldEvidence[];
}

function named(name: string, field: NamelessField, row: Row): NamedField {
  const score = row.scores[row.at] as number;
  const match = row.matches[row.at] as Match;
  const rival = row.scores.reduce(
    (most, other, at) =>
      at !== row.at && other > most && differs(field, row.evidence[at]?.field) ? other : most,
    Number.NEGATIVE_INFINITY,
  );
  return {
    field: field.id,
    name,
    confidence: confidenceOf({ score, margin: score - rival, features: match.features }),
    because: match.because,
    spots: completed(field, row),
  };
}

/** Whether two fields show different values where both are; marks around a value make no difference. */
function differs(one: NamelessField, other: NamelessField | undefined): boolean {
  if (other === undefined) return false;
  let same = 0;
  let both = 0;
  for (const [page, spots] of one.spots) {
    const others = other.spots.get(page) ?? [];
    if (spots.length === 0 || others.length === 0) continue;
    both++;
    const shown = new Set(others.map(({ text }) => bare(text)));
    if (spots.some(({ text }) => shown.has(bare(text)))) same++;
  }
  return both === 0 || same < both * 0.8;
}

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
