import { shareOf } from '../../statistics.ts';
import { type Cell, renderTable } from '../../table.ts';
import { type Decided, decideAll, type Round } from './decide.ts';
import { templates } from './pages.ts';

const leastShare = 0.99;

/** Sets of pages that nothing was chosen by: weights and thresholds were settled on others. */
const freshSeeds = [201, 202, 203, 204];

/** What was decided about the pages, and what is claimed of it. */
export interface TypesOutcome {
  readonly table: readonly string[];
  readonly claims: readonly { readonly ok: boolean; readonly claim: string; readonly measured: string }[];
}

/** The type decision on labelled pages of ten templates of one site, with suggested thresholds. */
export async function runTypes({
  perType = 100,
  seeds = freshSeeds,
  style = 'text' as 'text' | 'markdown',
} = {}): Promise<TypesOutcome> {
  const rounds = seeds.map((seed) => decideAll(perType, seed));
  const known = rounds.flatMap((round) => round.known);
  const unknown = rounds.flatMap((round) => round.unknown);
  const rows = Object.keys(templates).map((name) => row(name, rounds, known, unknown));
  const heads = ['type', 'thresholds', 'pages', 'right', 'of another type', 'of none', 'precision', 'recall'];
  const time = rounds.reduce((sum, { microseconds }) => sum + microseconds, 0) / known.length;
  return {
    table: [
      ...renderTable(heads, rows, style).split('\n'),
      '',
      `Each of ${seeds.length} sets: ${perType} pages of each type, the first three of them samples.`,
      ...rounds.map((round, at) => `- set ${at + 1}: ${summary(round)}`),
      `A decision took ${Math.round(time)} µs of CPU time after the skeleton.`,
    ],
    claims: [overall(known, unknown), rejection(unknown)],
  };
}

function row(
  name: string,
  rounds: readonly Round[],
  known: readonly Decided[],
  unknown: readonly Decided[],
): readonly Cell[] {
  const limits = rounds.map(({ thresholds }) => thresholds.get(name) ?? 0);
  const own = known.filter(({ type }) => type === name);
  const right = own.filter(isRight).length;
  const none = own.filter(({ verdict }) => verdict.type === null).length;
  const taken = [...known, ...unknown].filter(({ verdict }) => verdict.type === name).length;
  return [
    name,
    `${Math.min(...limits).toFixed(2)}–${Math.max(...limits).toFixed(2)}`,
    own.length,
    right,
    own.length - right - none,
    none,
    shareOf(right, taken).toFixed(3),
    shareOf(right, own.length).toFixed(3),
  ];
}

function isRight({ type, verdict }: Decided): boolean {
  return verdict.type === type;
}

function isTaken({ verdict }: Decided): boolean {
  return verdict.type !== null;
}

function summary({ known, unknown }: Round): string {
  const missed = Map.groupBy(
    known.filter((page) => !isRight(page)),
    ({ type }) => type,
  );
  const list = [...missed].map(([type, pages]) => `${pages.length} of ${type}`).join(', ') || 'none';
  return `${known.filter(isRight).length} of ${known.length} right (missed: ${list}); ${unknown.filter(isTaken).length} of ${unknown.length} strangers taken for a type`;
}

/** Strangers that are taken for a type count against precision. */
function overall(known: readonly Decided[], unknown: readonly Decided[]): TypesOutcome['claims'][number] {
  const right = known.filter(isRight).length;
  const precision = shareOf(right, [...known, ...unknown].filter(isTaken).length);
  const recall = shareOf(right, known.length);
  return {
    ok: precision >= leastShare && recall >= leastShare,
    claim: `type decisions with suggested thresholds: precision and recall at least ${leastShare}`,
    measured: `precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)} of ${known.length} pages`,
  };
}

function rejection(unknown: readonly Decided[]): TypesOutcome['claims'][number] {
  const taken = unknown.filter(isTaken).length;
  return {
    ok: shareOf(taken, unknown.length) <= 1 - leastShare,
    claim: 'pages of templates without samples are of no type (at most 1 % are taken for one)',
    measured: `${taken} of ${unknown.length}`,
  };
}
