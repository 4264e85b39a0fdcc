/**
 * The fewest names of which each case has one, found greedily: the one that most cases have, `by` among equals, the
 * one named first after that.
 */
export function fewestThatExplain(
  cases: readonly (readonly string[])[],
  by: (one: string, other: string) => number,
): readonly string[] {
  const found: string[] = [];
  for (let left = cases; left.length > 0; ) {
    const times = (name: string) => left.filter((each) => each.includes(name)).length;
    const [best] = [...new Set(left.flat())].toSorted(
      (one, other) => times(other) - times(one) || by(one, other),
    );
    if (best === undefined) break;
    found.push(best);
    left = left.filter((each) => !each.includes(best));
  }
  return found;
}
