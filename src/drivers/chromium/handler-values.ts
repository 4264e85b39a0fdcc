/** What is known of a handler before the debugger is asked for more. */
export interface Undecided {
  readonly place: string;
  readonly event: string;
  readonly value: string;
  readonly traits: string;
  readonly values: string;
  /** Key of the element in its framework. */
  readonly key: string | null;
  /** Name of the function object. */
  readonly run: string | null;
}

/** Scalars that functions close over, by the function's name. */
export type ClosureReader = (
  runs: readonly string[],
) => Promise<ReadonlyMap<string, ReadonlyMap<string, string>>>;

/** Function objects of a page whose closures are read, at the most: beyond, the position decides. */
const readAtMost = 40;

/**
 * Values for handlers that neither their place nor the text and attributes of their elements tell apart:
 * the key of the element, else the scalars that differ between what they close over, else their position.
 * Those that are told apart already keep theirs, so that values do not change with what is of no account.
 */
export async function decideValues(all: readonly Undecided[], read: ClosureReader): Promise<string[]> {
  const values = all.map((each) => each.values);
  const alike = () =>
    groups(all, (each, at) => [each.place, each.event, each.value, each.traits, values[at]].join('\n'));
  for (const group of alike()) {
    if (group.every((at) => all[at]?.key !== null)) add(values, group, (at) => `key=${all[at]?.key}`);
  }
  const open = alike().filter((group) => new Set(group.map((at) => all[at]?.run)).size > 1);
  if (open.length > 0) {
    const runs = [...new Set(open.flat().flatMap((at) => all[at]?.run ?? []))].slice(0, readAtMost);
    const closures = await read(runs);
    for (const group of open) {
      const names = differing(group.map((at) => closures.get(all[at]?.run ?? '')));
      add(values, group, (at) => {
        const closure = closures.get(all[at]?.run ?? '');
        return names.map((name) => `${name}=${closure?.get(name)}`).join(' ');
      });
    }
  }
  for (const group of alike()) add(values, group, (at) => `nth=${group.indexOf(at) + 1}`);
  return values;
}

/** Indices of those that are alike, where there are several. */
function groups(all: readonly Undecided[], keyOf: (each: Undecided, at: number) => string): number[][] {
  const found = new Map<string, number[]>();
  for (const [at, each] of all.entries()) {
    const key = keyOf(each, at);
    const group = found.get(key);
    if (group) group.push(at);
    else found.set(key, [at]);
  }
  return [...found.values()].filter((group) => group.length > 1);
}

function add(values: string[], group: readonly number[], more: (at: number) => string): void {
  // All first, then written: what is asked for may depend on the group.
  const added = group.map((at) => [at, more(at)] as const);
  for (const [at, text] of added) if (text !== '') values[at] = `${values[at]} ${text}`.trim();
}

const namesAtMost = 3;

/** Names of variables whose values are not the same for all. */
function differing(closures: readonly (ReadonlyMap<string, string> | undefined)[]): string[] {
  const names = new Set(closures.flatMap((closure) => [...(closure?.keys() ?? [])]));
  return [...names]
    .filter((name) => new Set(closures.map((closure) => closure?.get(name))).size > 1)
    .slice(0, namesAtMost);
}
