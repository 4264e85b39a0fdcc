import { statusCode } from '../codes.ts';
import { contradiction } from '../contradiction.ts';
import type { Queries } from './connection.ts';

/** Two numbers of one page. */
interface Merge {
  readonly number: number;
  readonly into: number;
}

/** Merges pages, in order. A page that was merged before stays where it is, with all that was merged into it. */
export async function writeMerges(queries: Queries, site: number, merges: readonly Merge[]): Promise<void> {
  if (merges.length === 0) return;
  const named = [...new Set(merges.flatMap(({ number, into }) => [number, into]))].sort((a, b) => a - b);
  // Locked, so that nobody else merges one of them meanwhile.
  const rows = await queries.all<{ number: number; merged_into: number | null }>(
    `SELECT number, merged_into FROM pages WHERE site = $1 AND number = ANY ($2::int[])
     ORDER BY number FOR NO KEY UPDATE`,
    ...[site, named],
  );
  const last = new Map(rows.map(({ number, merged_into: into }) => [number, into ?? number]));
  const missing = named.find((number) => !last.has(number));
  if (missing !== undefined)
    throw contradiction(`number ${missing} is merged or merged into, but names no page`);
  const merged = resolved(merges, last);
  if (merged.length === 0) return;
  const [numbers, targets] = [merged, merged.map((number) => last.get(number))];
  await queries.run(
    `UPDATE pages p SET status = ${statusCode.number('merged')}, merged_into = n.target
     FROM unnest($2::int[], $3::int[]) AS n (number, target) WHERE p.site = $1 AND p.number = n.number`,
    ...[site, numbers, targets],
  );
  await queries.run(
    `UPDATE pages p SET merged_into = n.target
     FROM unnest($2::int[], $3::int[]) AS n (number, target) WHERE p.site = $1 AND p.merged_into = n.number`,
    ...[site, numbers, targets],
  );
}

/** Follows merges one by one: `last` says in the end where each page leads. Gives those that are merged by that. */
function resolved(merges: readonly Merge[], last: Map<number, number>): readonly number[] {
  const merged: number[] = [];
  for (const { number, into } of merges) {
    const target = last.get(into) as number;
    if (last.get(number) !== number || target === number) continue;
    merged.push(number);
    for (const [each, leads] of last) if (leads === number) last.set(each, target);
  }
  return merged;
}
