/** Pages that templates are first looked for among. */
export const samplePages = 120;

/**
 * The order in which pages are looked at where nothing is known of their templates: first some from all over the
 * site, since its first pages are seldom like the others, then the rest as they come.
 */
export function* sampledFirst<T>(list: readonly T[], count: number = samplePages): Generator<T> {
  const picked = new Set(spreadPlaces(list.length, count));
  for (const place of picked) yield list[place] as T;
  for (const [place, each] of list.entries()) if (!picked.has(place)) yield each;
}

/** At most `count` of so many places, evenly from all of them, ascending. */
export function spreadPlaces(length: number, count: number): readonly number[] {
  const places = Array.from({ length: Math.min(length, count) }, (_, at) =>
    Math.floor((at * length) / Math.min(length, count)),
  );
  return [...new Set(places)];
}
