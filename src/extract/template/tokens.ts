import { remembering } from '../../model/bounded-map.ts';
/** The elements of a skeleton in document order. */
export const skeletonTokens = remembering(
  500,
  (skeleton: string): readonly string[] => skeleton.match(/[^()\s]+/g) ?? [],
);

/** Edit distance of two lists of tokens as a share of the longer one: 0 for equal lists, at most 1. */
export function editShare(one: readonly string[], other: readonly string[]): number {
  const longest = Math.max(one.length, other.length);
  if (longest === 0) return 0;
  const [a, b] = numbered(...differing(one, other));
  let above = Int32Array.from({ length: b.length + 1 }, (_, at) => at);
  let here = new Int32Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    const token = a[i - 1] as number;
    let left = i;
    here[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const changed = (above[j - 1] as number) + (token === b[j - 1] ? 0 : 1);
      const moved = Math.min(above[j] as number, left) + 1;
      left = Math.min(changed, moved);
      here[j] = left;
    }
    [above, here] = [here, above];
  }
  return (above[b.length] as number) / longest;
}

/** Two lists without what they begin and end with alike, which costs no edit. */
function differing(
  one: readonly string[],
  other: readonly string[],
): readonly [one: readonly string[], other: readonly string[]] {
  const most = Math.min(one.length, other.length);
  let from = 0;
  while (from < most && one[from] === other[from]) from++;
  let end = 0;
  while (end < most - from && one.at(-1 - end) === other.at(-1 - end)) end++;
  return [one.slice(from, one.length - end), other.slice(from, other.length - end)];
}

/** Tokens as numbers, which compare faster than texts. */
function numbered(
  one: readonly string[],
  other: readonly string[],
): readonly [one: Int32Array, other: Int32Array] {
  const numbers = new Map<string, number>();
  const numberOf = (token: string): number => {
    const known = numbers.get(token) ?? numbers.size;
    numbers.set(token, known);
    return known;
  };
  return [Int32Array.from(one, numberOf), Int32Array.from(other, numberOf)];
}
