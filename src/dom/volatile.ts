import type { DocumentTree, ElementNode, TreeNode, VolatileSpot } from '../model/document.ts';

/**
 * What changes from visit to visit without the page changing: clocks, dates, counters, tokens.
 * Runs unchanged inside the page: no imports at run time, names that begin with `volatile`.
 */

const volatileWords =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b|\b[ap]\.?m\b\.?|星期.|周[一二三四五六日]|[上下]午/gi;

/** The form of a text with everything that counts or tells the time taken out. */
export function volatileShape(text: string): string {
  return text
    .replace(/\b(?=[a-z_-]*\d)(?=\d*[a-z_-])[a-z0-9_-]{12,}|\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{8,}\b/gi, '*')
    .replace(volatileWords, '@')
    .replace(/\d+/g, '#')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Compares two captures of one address. A spot is volatile only where both have the same form: a clock is
 * one, a quotation of the day is not, because taking whole texts out could make two pages look alike.
 */
export function learnVolatile(one: DocumentTree, other: DocumentTree): VolatileSpot[] {
  const spots: VolatileSpot[] = [];
  compareElements(one.root, other.root, `/${one.root.tag.toUpperCase()}`, spots);
  return spots;
}

function compareElements(one: ElementNode, other: ElementNode, path: string, spots: VolatileSpot[]): void {
  if (one.tag !== other.tag) return;
  for (const [name, value] of Object.entries(one.attrs ?? {})) {
    noteDifference(value, other.attrs?.[name], path, name, spots);
  }
  const mine = one.kids ?? [];
  const yours = other.kids ?? [];
  if (mine.length !== yours.length) return;
  const step = volatilePaths(path);
  for (const [at, kid] of mine.entries()) {
    const twin = yours[at] as TreeNode;
    if (typeof kid === 'string') {
      if (typeof twin === 'string') noteDifference(kid, twin, path, '', spots);
    } else {
      const kidPath = step(kid.tag);
      if (typeof twin !== 'string') compareElements(kid, twin, kidPath, spots);
    }
  }
}

function noteDifference(
  one: string,
  other: string | undefined,
  path: string,
  attribute: string,
  spots: VolatileSpot[],
): void {
  if (other === undefined || one === other) return;
  const shape = volatileShape(one);
  if (shape === volatileShape(other)) spots.push({ path, attribute, shape });
}

/** Gives the paths of an element's kids, one after the other. */
export function volatilePaths(path: string): (tag: string) => string {
  const counts: Record<string, number> = {};
  return (tag) => {
    const name = tag.toUpperCase();
    counts[name] = (counts[name] ?? 0) + 1;
    return `${path}/${name}[${counts[name]}]`;
  };
}

/** Which texts and attributes to take by their form only. */
export type VolatileMask = ReadonlyMap<string, ReadonlySet<string>>;

export function volatileMask(spots: readonly VolatileSpot[]): VolatileMask {
  const mask = new Map<string, Set<string>>();
  for (const { path, attribute, shape } of spots) {
    const key = `${path} ${attribute}`;
    const shapes = mask.get(key) ?? new Set<string>();
    mask.set(key, shapes.add(shape));
  }
  return mask;
}

/** The text itself, or its form where it stands in a volatile spot and has that spot's form. */
export function volatileText(text: string, path: string, attribute: string, mask: VolatileMask): string {
  const shapes = mask.get(`${path} ${attribute}`);
  if (!shapes) return text;
  const shape = volatileShape(text);
  return shapes.has(shape) ? shape : text;
}
