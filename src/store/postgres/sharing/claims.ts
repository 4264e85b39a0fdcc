import type { LostNumber } from '../../../model/share.ts';
import type { Change } from '../../../model/store.ts';
import type { Queries } from '../connection.ts';

/** Numbers that others have given to the same address, by those that were given here. */
export type Moved = Map<number, number>;

/** Changes as they are to be written, after what others have filed first. */
export interface Claimed {
  readonly changes: readonly Change[];
  readonly lost: readonly LostNumber[];
  /** Pages that show what pages of others show. */
  readonly merged: readonly number[];
}

/**
 * Files what pages show and the addresses that they lead to, each for who comes first, and brings changes into
 * line with that: a page that another worker has kept is merged into it, a number for an address that another one
 * has numbered gives way. Each of the two is one statement in the order of the index, so that workers never wait for
 * each other in a circle.
 */
export async function claim(
  queries: Queries,
  site: number,
  given: readonly Change[],
  moved: Moved,
): Promise<Claimed> {
  const kept = given.filter((change) => change.kept && change.shows);
  const shown = kept.flatMap(({ shows = [], kept: page }) =>
    shows.map((fingerprint) => ({ fingerprint, number: page?.number as number })),
  );
  const taken = await file(queries, site, shown);
  const merged: number[] = [];
  const changes = given.map((change): Change => {
    const winner = change.shows?.map((print) => taken.get(print)).find((number) => number !== undefined);
    if (winner === undefined || !change.kept || winner === change.kept.number) return change;
    merged.push(change.kept.number);
    // What it leads to has numbers by now that other pages may name: they are filed, or give way to those of others.
    const { host, queued, instructions, shows, kept: page } = change;
    const merging = { merged: [{ number: page.number, into: winner }] };
    return {
      ...(host !== undefined && { host }),
      ...(queued && { queued }),
      ...merging,
      ...addressesOf({ instructions, shows }),
    };
  });
  const lost = await claimAddresses(queries, site, changes, moved);
  return { changes: changes.map((change) => inLine(change, moved)), lost, merged };
}

/** Additions to the index that are addresses: not what a page shows. */
function addressesOf({
  instructions = [],
  shows = [],
}: {
  readonly instructions?: Change['instructions'] | undefined;
  readonly shows?: Change['shows'] | undefined;
}): Required<Pick<Change, 'instructions'>> {
  return { instructions: instructions.filter(({ fingerprint }) => !shows.includes(fingerprint)) };
}

async function claimAddresses(
  queries: Queries,
  site: number,
  changes: readonly Change[],
  moved: Moved,
): Promise<readonly LostNumber[]> {
  const found = changes.flatMap((change) => addressesOf(change).instructions);
  const taken = await file(queries, site, found);
  const born = new Set(changes.flatMap(({ queued = [] }) => queued.map(({ number }) => number)));
  const lost: LostNumber[] = [];
  for (const { fingerprint, number } of found) {
    const winner = taken.get(fingerprint);
    if (winner === undefined || winner === number) continue;
    lost.push({ fingerprint, number, winner });
    // Another address of a page that is there itself gives no number away.
    if (born.has(number)) moved.set(number, winner);
  }
  return lost;
}

/** Files prints for who comes first; gives the numbers of those that others have. */
async function file(
  queries: Queries,
  site: number,
  entries: readonly { readonly fingerprint: string; readonly number: number }[],
): Promise<ReadonlyMap<string, number>> {
  const own = new Map<string, number>();
  for (const { fingerprint, number } of entries) if (!own.has(fingerprint)) own.set(fingerprint, number);
  if (own.size === 0) return new Map();
  const prints = [...own.keys()].sort();
  const won = await queries.lists<readonly [string]>(
    `INSERT INTO instructions (site, fingerprint, number) SELECT $1, * FROM unnest($2::text[], $3::int[])
     ON CONFLICT DO NOTHING RETURNING fingerprint`,
    ...[site, prints, prints.map((print) => own.get(print))],
  );
  if (won.length === prints.length) return new Map();
  const mine = new Set(won.map(([print]) => print));
  const rows = await queries.lists<readonly [string, number]>(
    `SELECT i.fingerprint, coalesce(named.merged_into, i.number) FROM instructions i
     LEFT JOIN pages named ON named.site = i.site AND named.number = i.number
     WHERE i.site = $1 AND i.fingerprint = ANY ($2::text[])`,
    ...[site, prints.filter((print) => !mine.has(print))],
  );
  return new Map(rows.filter(([print, number]) => own.get(print) !== number));
}

/** A change without the numbers that gave way. */
function inLine(change: Change, moved: Moved): Change {
  const { instructions: _, shows: __, totals: ___, nextNumber: ____, ...rest } = change;
  if (moved.size === 0) return rest;
  const final = (number: number) => moved.get(number) ?? number;
  return {
    ...rest,
    ...(rest.queued && { queued: rest.queued.filter(({ number }) => !moved.has(number)) }),
    ...(rest.transitions && {
      transitions: rest.transitions.map((step) =>
        step.target === null || !moved.has(step.target)
          ? step
          : { ...step, target: final(step.target), reason: step.reason === 'queued' ? 'known' : step.reason },
      ),
    }),
    ...(rest.merged && { merged: rest.merged.map(({ number, into }) => ({ number, into: final(into) })) }),
  };
}
