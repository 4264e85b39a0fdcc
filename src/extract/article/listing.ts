import { findRecords } from '../lists/index.ts';
import { isRecord, textsIn } from '../lists/item-texts.ts';
import type { PreparedPage } from '../types.ts';

/** Share of a main text that is inside the records of a list for the page to be that list. */
const mostListed = 0.6;
/** Items that such a list has at least, and the share of them that are more than a paragraph. */
const [leastItems, leastRecords] = [4, 0.6];
/** Characters of an item from which on it is a chapter of a text. */
const chapter = 700;

/** Whether what looks like the main text of a page is the text of its list of records. */
export function isListing(page: PreparedPage, body: string): boolean {
  if (saysArticle(page)) return false;
  const [list] = findRecords(page);
  if (list === undefined || list.items.length < leastItems) return false;
  const sizes = list.items.map((item) => listedText(page, item, body));
  const listed = sizes.reduce((sum, size) => sum + size, 0);
  if (listed < mostListed * body.length || listed > chapter * sizes.length) return false;
  // One that holds most of it is the text, and the others stand beside it.
  if (Math.max(...sizes) > listed / 2) return false;
  const records = list.items.filter((item) => isRecord(page, item)).length;
  return records >= leastRecords * list.items.length;
}

/** Whether a page says to machines that it is an article. */
function saysArticle({ nodes }: PreparedPage): boolean {
  return nodes.some(({ tag, attrs, index }) => {
    if (tag === 'meta')
      return (
        (attrs.property === 'og:type' && /^article$/i.test(attrs.content ?? '')) ||
        /^article:published_time$/i.test(attrs.property ?? '')
      );
    if (tag === 'script' && /ld\+json/i.test(attrs.type ?? ''))
      return /"@type"\s*:\s*\[?\s*"\w*(?:Article|BlogPosting)"/.test(nodes[index + 1]?.text ?? '');
    return /\/(?:\w*Article|BlogPosting)$/.test(attrs.itemtype ?? '');
  });
}

/** Characters of an item that are part of the main text. */
function listedText(page: PreparedPage, item: readonly number[], body: string): number {
  let size = 0;
  for (const { text } of textsIn(page, item)) if (body.includes(text)) size += text.length;
  return size;
}
