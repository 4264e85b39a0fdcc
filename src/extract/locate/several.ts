import type { Locator } from '../types.ts';

/**
 * Locators of several values at once: where places of one page differ in one index alone, any index may
 * stand there (`LI[*]`).
 */
export function manyPlaces(locators: readonly Locator[]): readonly Locator[] {
  const groups = new Map<string, Set<string>>();
  const made = new Map<string, Locator>();
  for (const locator of locators) {
    const way = wayOf(locator);
    const start = startOf(locator);
    for (const { index, at } of indices(way)) {
      const open = `${way.slice(0, at)}*${way.slice(at + index.length)}`;
      const key = `${start}\n${open}`;
      const seen = groups.get(key) ?? new Set<string>();
      groups.set(key, seen.add(index));
      if (seen.size === 2) made.set(key, withWay(locator, open));
    }
  }
  return [...made.values()];
}

function wayOf(locator: Locator): string {
  return locator.kind === 'absolute' ? locator.path : locator.steps;
}

/** What a locator begins with, and which of several places it takes. */
function startOf(locator: Locator): string {
  if (locator.kind === 'absolute') return locator.kind;
  const from = locator.kind === 'label' ? locator.label : locator.anchor;
  return `${locator.kind} ${locator.nth ?? ''}\n${from}`;
}

function withWay(locator: Locator, way: string): Locator {
  return locator.kind === 'absolute' ? { ...locator, path: way } : { ...locator, steps: way };
}

function indices(way: string): readonly { readonly index: string; readonly at: number }[] {
  return [...way.matchAll(/\[(\d+)\]/g)].map((match) => ({ index: match[1] as string, at: match.index + 1 }));
}
