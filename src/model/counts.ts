/** How often each of some things comes. */
export function timesOf<T>(things: Iterable<T>): Map<T, number> {
  const times = new Map<T, number>();
  for (const thing of things) times.set(thing, (times.get(thing) ?? 0) + 1);
  return times;
}

/** In how many of some groups each thing is, however often it is in one. */
export function groupsWith<T>(groups: Iterable<Iterable<T>>): Map<T, number> {
  const times = new Map<T, number>();
  for (const group of groups)
    for (const thing of new Set(group)) times.set(thing, (times.get(thing) ?? 0) + 1);
  return times;
}
