/** Characters of an answer at most: about 10,000 tokens, which clients take without cutting. */
export const mostCharacters = 40_000;

/** Characters of one value in an answer, at most. */
const mostValue = 2000;

/** A piece of a long text, cut between lines where that is near, with where the next one begins. */
export function pieceOf(
  text: string,
  offset: number,
  most: number,
): { readonly text: string; readonly total: number; readonly next: number | null } {
  const end = offset + most;
  if (end >= text.length) return { text: text.slice(offset), total: text.length, next: null };
  const line = text.lastIndexOf('\n', end);
  const cut = line > offset + most / 2 ? line + 1 : withoutHalf(text, end);
  return { text: text.slice(offset, cut), total: text.length, next: cut };
}

/** A place that does not part the two halves of a character. */
function withoutHalf(text: string, at: number): number {
  return /[\ud800-\udbff]/.test(text[at - 1] ?? '') ? at - 1 : at;
}

/** Rows from a place on, as many as fit, with where the next ones begin. */
export function rowsWithin(
  rows: readonly object[],
  offset: number,
  most: number,
): { readonly rows: readonly object[]; readonly total: number; readonly next: number | null } {
  const taken: object[] = [];
  let size = 0;
  for (const row of rows.slice(offset)) {
    const short = shortened(row) as object;
    size += JSON.stringify(short).length;
    if (size > most && taken.length > 0) break;
    taken.push(short);
  }
  const next = offset + taken.length;
  return { rows: taken, total: rows.length, next: next < rows.length ? next : null };
}

/** A value with its long texts cut, however deep they are; a cut text says so. */
export function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length <= mostValue
      ? value
      : `${value.slice(0, withoutHalf(value, mostValue))}… (${value.length} characters)`;
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, shortened(own)]));
}
