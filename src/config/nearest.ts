/** The word that a mistyped one was probably meant to be, `null` where none is near. */
export function nearest(typed: string, valid: readonly string[]): string | null {
  const from = typed.toLowerCase();
  let best: string | null = null;
  let least = Math.max(2, Math.floor(from.length / 3)) + 1;
  for (const word of valid) {
    const distance = editDistance(from, word.toLowerCase());
    if (distance < least && distance < word.length) [best, least] = [word, distance];
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one word into another. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + change);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
