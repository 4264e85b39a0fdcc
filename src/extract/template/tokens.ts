const kept = new Map<string, readonly string[]>();

/** The elements of a skeleton in document order. */
export function tokensOf(skeleton: string): readonly string[] {
  let tokens = kept.get(skeleton);
  if (!tokens) {
    tokens = skeleton.match(/[^()\s]+/g) ?? [];
    if (kept.size > 500) kept.clear();
    kept.set(skeleton, tokens);
  }
  return tokens;
}

/** Edit distance of two lists of tokens as a share of the longer one: 0 for equal lists, at most 1. */
export function editShare(one: readonly string[], other: readonly string[]): number {
  const longest = Math.max(one.length, other.length);
  if (longest === 0) return 0;
  let above = Int32Array.from({ length: other.length + 1 }, (_, at) => at);
  let here = new Int32Array(other.length + 1);
  for (let i = 1; i <= one.length; i++) {
    here[0] = i;
    for (let j = 1; j <= other.length; j++) {
      const changed = (above[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1);
      here[j] = Math.min(changed, (above[j] as number) + 1, (here[j - 1] as number) + 1);
    }
    [above, here] = [here, above];
  }
  return (above[other.length] as number) / longest;
}
