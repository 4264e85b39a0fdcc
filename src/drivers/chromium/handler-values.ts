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

/** Scalars that functions of each group close over and do not all share, by the function's name. */
export type ClosureReader = (
  groups: readonly (readonly string[])[],
) => Promise<readonly ReadonlyMap<string, ReadonlyMap<string, string>>[]>;

/** How often closures of a kind of handlers were read and told nothing, by the kind and how many there are. */
export type Silence = Map<string, number>;

/** Readings without a difference after which the position decides at once: every render makes new functions. */
const readings = 3;

/** Function objects of a page whose closures are read, at the most: beyond, the position decides. */
const readAtMost = 40;

/**
 * Values for handlers that neither their place nor the text and attributes of their elements tell apart:
 * the key of the element, else the scalars that differ between what they close over, else their position.
 * Those that are told apart already keep theirs, so that values do not change with what is of no account.
 */
export async function decideValues(
  all: readonly Undecided[],
  reader: ClosureReader,
  silence: Silence = new Map(),
): Promise<string[]> {
  const values = all.map((each) => each.values);
  const keyOf = ({ place, event, value, traits }: Undecided, at: number) =>
    [place, event, value, traits, values[at]].join('\n');
  const alike = () => groups(all, keyOf);
  for (const group of alike()) {
    if (group.every((at) => all[at]?.key !== null)) add(values, group, (at) => `key=${all[at]?.key}`);
  }
  const kindOf = ([first = 0, ...others]: readonly number[]) =>
    `${others.length} ${keyOf(all[first] as Undecided, first)}`;
  const open = alike()
    .map((group) => ({ group, kind: kindOf(group) }))
    .filter(({ group }) => new Set(group.map((at) => all[at]?.run)).size > 1)
    .filter(({ kind }) => (silence.get(kind) ?? 0) < readings);
  let left = readAtMost;
  const asked = open.map(({ group }) => {
    const runs = [...new Set(group.flatMap((at) => all[at]?.run ?? []))].slice(0, left);
    left -= runs.length;
    return runs;
  });
  const read = open.length > 0 ? await reader(asked) : [];
  for (const [place, { group, kind }] of open.entries()) {
    const closureOf = (at: number) => read[place]?.get(all[at]?.run ?? '');
    const names = differing(group.map(closureOf));
    silence.set(kind, names.length > 0 ? 0 : (silence.get(kind) ?? 0) + 1);
    add(values, group, (at) => names.map((name) => `${name}=${closureOf(at)?.get(name)}`).join(' '));
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
    .filter((name) => !areTimes(closures.flatMap((closure) => closure?.get(name) ?? [])))
    .slice(0, namesAtMost);
}

/**
 * Whether numbers look like times that a clock has told: handlers remember when they were bound. They are others at each
 * load, and name nothing.
 */
function areTimes(values: readonly string[]): boolean {
  return values.every((value) => /^\d+(?:\.\d+)?$/.test(value)) && values.some((value) => stamp.test(value));
}

/** Milliseconds with a fraction, or since 1970 in this age. */
const stamp = /^(?:\d+\.\d+|1\d{12})$/;
