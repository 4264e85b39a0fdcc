import type { PageNode, PreparedPage } from '../types.ts';
import { isInFrame } from './frame.ts';

/** Elements that running text is made of. */
const flow = /^(?:#text|p|ul|ol|blockquote|pre|br|hr|h[1-6])$/;
/** Elements within a line of text. */
const inline =
  /^(?:#text|a|b|i|em|strong|span|u|s|small|sub|sup|mark|code|abbr|font|q|cite|time|label|del|ins)$/;

/** Share of the items that must be records. */
const leastRecords = 0.6;
/** Characters of an item below which it says no more than where its link leads, and the share of text outside of links. */
const [shortItem, leastPlain] = [40, 0.15];
/** Share of the text of a list that one item may have: one with more is the page, between its head and its foot. */
const mostOfOne = 0.6;
/** Share of a page's text that a list of nothing but links has where it is what the page is about. */
const leastOfLinks = 0.5;

/** The texts of some nodes in their order, without those of programs. */
export function textsIn({ nodes, noise }: PreparedPage, tops: readonly number[]): readonly PageNode[] {
  const found: PageNode[] = [];
  for (const top of tops)
    for (let at = top; at < (nodes[top]?.end ?? 0); at++) {
      const node = nodes[at] as PageNode;
      if (node.text !== '' && noise.get(at) !== 'script') found.push(node);
    }
  return found;
}

/** Characters of text below nodes that belong to the page and not to its site. */
export function ownText(page: PreparedPage, tops: readonly number[]): number {
  return textsIn(page, tops).reduce(
    (sum, { text, index }) => sum + (page.noise.has(index) ? 0 : text.length),
    0,
  );
}

/** Characters of such text that is in no part of the page that is there for finding one's way. */
export function contentText(page: PreparedPage): number {
  return textsIn(page, [0]).reduce(
    (sum, { text, index }) => sum + (page.noise.has(index) || isInFrame(page, index) ? 0 : text.length),
    0,
  );
}

/**
 * Whether an item is a record and no paragraph: it begins with a link, or says several things of which it is no running text,
 * each in a block, a line or an element of its own.
 */
export function isRecord(page: PreparedPage, item: readonly number[]): boolean {
  const texts = textsIn(page, item);
  const [first] = texts;
  if (first === undefined) return false;
  // Numbers and marks stand before the names of many things.
  const named = texts
    .slice(0, 4)
    .find(({ text }) => /\p{L}{2}|[\p{Script=Han}\p{Script=Hangul}]/u.test(text));
  if (linkOf(page, named ?? first) !== null) return true;
  if (texts.length < 2 || item.every((top) => flow.test(page.nodes[top]?.tag ?? ''))) return false;
  return !item.includes(first.parent) || texts.some((text) => lineOf(page, text) !== lineOf(page, first));
}

/** The block that a text is in, and its line there. */
function lineOf({ nodes }: PreparedPage, text: PageNode): string {
  let node = text;
  while (inline.test(node.tag) && node.parent >= 0) node = nodes[node.parent] as PageNode;
  let line = 0;
  for (let at = node.index; at < text.index; at++) if (nodes[at]?.tag === 'br') line++;
  return `${node.index} ${line}`;
}

/** The link that a text is in, `null` where it is in none. */
export function linkOf({ nodes }: PreparedPage, text: PageNode): PageNode | null {
  let node: PageNode | undefined = text;
  for (let level = 0; node !== undefined && level < 6; level++, node = nodes[node.parent])
    if (node.tag === 'a' && node.attrs.href !== undefined) return node;
  return null;
}

/** Whether a list says something: no menu, calendar, cloud of tags, choice of options, and no paragraphs of a text. */
export function isOfRecords(
  page: PreparedPage,
  { items, parent }: { readonly items: readonly (readonly number[])[]; readonly parent: number },
): boolean {
  const records = items.filter((item) => isRecord(page, item)).length;
  if (records < leastRecords * items.length) return false;
  const texts = items.map((item) => textsIn(page, item));
  const all = texts.flat();
  if (Math.max(...texts.map(sizeOf)) > mostOfOne * sizeOf(all)) return false;
  if (all.some((text) => isNameOf(page, text))) return false;
  if (!all.some(({ text }) => /\p{L}{2}/u.test(text))) return false;
  const words = all.filter(({ text }) => /\p{L}/u.test(text)).length;
  if (words * 3 < all.length) return false;
  const size = sizeOf(all);
  const plain = sizeOf(all.filter((text) => linkOf(page, text) === null));
  if (plain >= leastPlain * size || size >= shortItem * items.length) return true;
  if (isInFrame(page, parent)) return false;
  return size >= leastOfLinks * Math.max(1, sizeOf(textsIn(page, [0])));
}

/** Whether a text is the heading that the page has as its title: no item holds what its page is about. */
function isNameOf({ nodes, document }: PreparedPage, { text, parent }: PageNode): boolean {
  return nodes[parent]?.tag === 'h1' && document.title.toLowerCase().includes(text.toLowerCase());
}

function sizeOf(texts: readonly PageNode[]): number {
  return texts.reduce((sum, { text }) => sum + text.length, 0);
}
