/** One image of a `srcset`: an address with its width or density. */
export interface SrcsetCandidate {
  readonly address: string;
  /** `2x`, `640w` or empty. */
  readonly descriptor: string;
}

/** Reads a `srcset` value by the standard's rules: commas inside addresses (data URIs) do not split. */
export function parseSrcset(value: string): SrcsetCandidate[] {
  const candidates: SrcsetCandidate[] = [];
  let at = 0;
  for (;;) {
    while (at < value.length && /[\s,]/.test(value[at] as string)) at++;
    if (at >= value.length) return candidates;
    const start = at;
    while (at < value.length && !/\s/.test(value[at] as string)) at++;
    const run = value.slice(start, at);
    if (run.endsWith(',')) {
      // A pattern for commas at the end would begin anew at each comma inside.
      let end = run.length;
      while (run[end - 1] === ',') end--;
      candidates.push({ address: run.slice(0, end), descriptor: '' });
      continue;
    }
    const end = descriptorEnd(value, at);
    candidates.push({ address: run, descriptor: value.slice(at, end).trim() });
    at = end + 1;
  }
}

function descriptorEnd(value: string, from: number): number {
  let depth = 0;
  for (let at = from; at < value.length; at++) {
    if (value[at] === '(') depth++;
    else if (value[at] === ')') depth--;
    else if (value[at] === ',' && depth <= 0) return at;
  }
  return value.length;
}

/** Writes candidates as a `srcset` value; commas and spaces in addresses are percent-encoded. */
export function formatSrcset(candidates: readonly SrcsetCandidate[]): string {
  return candidates
    .map(({ address, descriptor }) => `${address.replace(/\s/g, '%20')}${descriptor ? ` ${descriptor}` : ''}`)
    .join(', ');
}
