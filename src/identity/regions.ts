/** Of some parts of a page those that hold none of the others: what else changed around them at times was by the way. */
export function innermost(regions: readonly string[]): readonly string[] {
  return regions.filter((one) => !regions.some((other) => other !== one && contains(one, other)));
}

/** The frame that a place is in, as the beginning of its path. */
export function regionFrame(xpath: string): string {
  return xpath.slice(0, xpath.lastIndexOf('/#document') + 1);
}

/** Whether a part of a page is another or holds it. */
export function contains(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}
