type Entry = Readonly<Record<string, unknown>>;
type Entries = readonly (readonly [string, Entry])[];

/**
 * What two workers have counted under the same names since both knew `base`: counts add, what one has found out
 * holds, lists are united with those of `theirs` first, so that all workers have them in one order.
 */
export function summed(base: string, mine: string, theirs: string): string {
  if (mine === base) return theirs;
  if (theirs === base) return mine;
  const [before, own] = [base, mine].map((text) => new Map(JSON.parse(text) as Entries));
  const sums = new Map(JSON.parse(theirs) as Entries);
  for (const [name, entry] of own as Map<string, Entry>)
    sums.set(name, sumOf(before?.get(name) ?? {}, entry, sums.get(name) ?? {}));
  return JSON.stringify([...sums]);
}

function sumOf(base: Entry, mine: Entry, theirs: Entry): Entry {
  const sum: Record<string, unknown> = { ...theirs };
  for (const [key, value] of Object.entries(mine)) sum[key] = together(base[key], value, theirs[key]);
  return sum;
}

function together(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (theirs === undefined) return mine;
  if (typeof mine === 'number') return (theirs as number) + mine - ((base as number | undefined) ?? 0);
  if (typeof mine === 'boolean') return mine || theirs;
  if (Array.isArray(mine)) return [...new Set([...(theirs as unknown[]), ...mine])];
  return mine === (base ?? null) ? theirs : mine;
}
