import { headOf, labelKey } from '../locate/index.ts';
import type { Pages } from './types.ts';

const known = new WeakMap<Pages, (text: string) => boolean>();

/** Tells of texts that half of the pages show: labels are such, values seldom. */
export function commonTexts(pages: Pages): (text: string) => boolean {
  let test = known.get(pages);
  if (test === undefined) {
    test = count(pages);
    known.set(pages, test);
  }
  return test;
}

/** Characters of the longest text that may be a label of all pages. */
const longest = 60;

function count(pages: Pages): (text: string) => boolean {
  const counts = new Map<string, number>();
  for (const page of pages) {
    const own = new Set<string>();
    for (const { tag, text } of page.nodes) {
      if (tag !== '#text') continue;
      if (text.length <= longest) own.add(labelKey(text));
      const head = headOf(text);
      if (head !== null) own.add(labelKey(head));
    }
    for (const key of own) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const least = Math.max(2, pages.length * 0.4);
  return (text) => pages.length === 1 || (counts.get(labelKey(text)) ?? 0) >= least;
}
