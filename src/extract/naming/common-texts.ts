import { groupsWith } from '../../model/counts.ts';
import { headOf, labelKey } from '../locate/index.ts';
import type { PreparedPage } from '../types.ts';
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
  const labelsOn = ({ nodes }: PreparedPage) =>
    nodes.flatMap(({ tag, text }) => {
      if (tag !== '#text') return [];
      const head = headOf(text);
      return [...(text.length <= longest ? [text] : []), ...(head === null ? [] : [head])].map(labelKey);
    });
  const counts = groupsWith(pages.map(labelsOn));
  const least = Math.max(2, pages.length * 0.4);
  return (text) => pages.length === 1 || (counts.get(labelKey(text)) ?? 0) >= least;
}
