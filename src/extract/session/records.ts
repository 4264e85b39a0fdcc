import { withoutFragment } from '../../model/address.ts';
import type { LinkedRecord } from '../../records/linked.ts';
import type { ExtractedRecord, FieldValue } from '../../records/record.ts';
import { isOfType } from '../../values/index.ts';
import { articleOf } from '../article/article.ts';
import { isListing } from '../article/listing.ts';
import { contentText } from '../lists/index.ts';
import { wholeItem } from '../locate/index.ts';
import { valueConfidence } from '../naming/index.ts';
import { textOfNode } from '../page/index.ts';
import type { Applied, Finding } from '../rules/apply.ts';
import type { PageNode, PreparedPage, Spot } from '../types.ts';
import { listName } from './type-name.ts';

/** Which fields records have. */
export interface RecordOptions {
  /** Confidence from which a field is published. */
  readonly minConfidence: number;
  /** Also fields that have no name of their own. */
  readonly allFields: boolean;
}

/** Names that a field has until somebody gives it a better one. */
export function isNeutral(name: string): boolean {
  return /^f\d+$/.test(name);
}

/** The records of one page: one for the page itself, and one for each item of its lists. */
export function recordsOf(
  type: string,
  page: PreparedPage,
  { findings, items }: Applied,
  options: RecordOptions,
): readonly LinkedRecord[] {
  const own = recordOf({ type, page, path: null, findings, options });
  const about = aboutLists(page, items);
  const inner = items.flatMap(({ list, nodes, findings: found }): readonly LinkedRecord[] => {
    const record = recordOf({ type, page, path: list, findings: found, options });
    return record === null ? [] : [{ record, links: linksOf(page, nodes), ...about(list) }];
  });
  return own === null ? inner : [{ record: own, links: [] }, ...inner];
}

/** What the lists of a page are called, and how much of its content each has. */
function aboutLists(
  page: PreparedPage,
  items: Applied['items'],
): (list: string) => Required<Pick<LinkedRecord, 'list'>> {
  const lists = Map.groupBy(items, ({ list }) => list);
  // Menus and feet say nothing of whether a page is about its list or about a thing that has one.
  const whole = Math.max(1, contentText(page));
  const known = new Map(
    [...lists].map(([id, own]) => {
      const firsts = own.flatMap(({ nodes }) => nodes.slice(0, 1));
      const text = own.reduce((sum, { nodes }) => sum + textIn(page, nodes), 0);
      return [id, { name: listName(page, firsts, id), share: text / whole }];
    }),
  );
  return (list) => ({ list: known.get(list) ?? { name: list, share: 1 } });
}

/** Characters of text below nodes that are no noise. */
function textIn({ nodes, noise }: PreparedPage, tops: readonly number[]): number {
  let size = 0;
  for (const top of tops)
    for (let at = top; at < (nodes[top]?.end ?? 0); at++)
      if (!noise.has(at)) size += nodes[at]?.text.length ?? 0;
  return size;
}

function recordOf(about: {
  type: string;
  page: PreparedPage;
  path: string | null;
  findings: readonly Finding[];
  options: RecordOptions;
}): ExtractedRecord | null {
  const { type, page, path, findings, options } = about;
  const fields: Record<string, FieldValue> = {};
  const confidence: Record<string, number> = {};
  for (const finding of findings) {
    const { name } = finding.rule;
    const sure = publishedConfidence(finding);
    if (finding.spots.length === 0 || !(isNeutral(name) ? options.allFields : sure >= options.minConfidence))
      continue;
    fields[name] = shownValue(finding, page);
    confidence[name] = sure;
  }
  if (Object.keys(fields).length === 0) return null;
  return { page: page.name, url: page.url, type, path, fields, confidence };
}

/** How sure what was found is, in thousandths: as sure as its name, less where it is split, strange or of another type. */
export function publishedConfidence({ rule, spots, agreement, strange }: Finding): number {
  const signs = {
    agreement,
    isStrange: strange.length > 0,
    isOfType: spots.every(({ text }) => isOfType(text, rule.profile)),
  };
  return Math.round(valueConfidence(rule.confidence, signs) * 1000) / 1000;
}

/** Texts as the page shows them; addresses are absolute, since a record stands without its page. */
function shownValue({ rule, spots }: Finding, page: PreparedPage): FieldValue {
  const { document } = page;
  const isAddress = rule.name === 'url' && rule.attribute === 'href';
  const shown = (text: string) => (isAddress ? (URL.parse(text, document.base)?.href ?? text) : text);
  const [way] = rule.locators;
  // What an item says as a whole is one text.
  if (way?.locator.kind === 'absolute' && way.locator.path === wholeItem)
    return spots.map(({ text }) => text).join(' ');
  const texts = [...new Set(spots.flatMap((spot) => listedIn(page, spot) ?? shown(spot.text)))];
  return texts.length === 1 ? (texts[0] as string) : texts;
}

/** The items of a value that is a list as a whole: points, or links of one class, and nothing beside them. */
function listedIn(page: PreparedPage, { node, text }: Spot): readonly string[] | null {
  const { nodes } = page;
  let top = nodes[node] as PageNode;
  while (top.kids.length === 1 && nodes[top.kids[0] as number]?.tag !== '#text')
    top = nodes[top.kids[0] as number] as PageNode;
  const kids = top.kids.map((kid) => nodes[kid] as PageNode);
  const [first] = kids;
  if (kids.length < 2 || first === undefined) return null;
  if (first.tag !== 'li' && (first.tag !== 'a' || first.attrs.class === undefined)) return null;
  if (!kids.every(({ tag, attrs }) => tag === first.tag && attrs.class === first.attrs.class)) return null;
  const items = kids.map(({ index }) => textOfNode(page, index));
  return items.join(' ') === text ? items.filter((item) => item !== '') : null;
}

/** Addresses that nodes link to, absolute and in order. */
function linksOf({ nodes, document }: PreparedPage, tops: readonly number[]): readonly string[] {
  const links = tops.flatMap((top) =>
    nodes.slice(top, (nodes[top] as PageNode).end).flatMap(({ tag, attrs }) => {
      const url = tag === 'a' && attrs.href ? URL.parse(attrs.href, document.base) : null;
      return url === null ? [] : withoutFragment(url.href);
    }),
  );
  return [...new Set(links)];
}

/** Confidence in the fields that an article states itself. */
const articleConfidence = { title: 0.9, author: 0.7, date: 0.8, body: 0.8, language: 0.9 };

/** The record of a page that is an article, `null` where it is none. */
export async function articleRecord(
  page: PreparedPage,
  isFrame?: (heading: string) => boolean,
): Promise<ExtractedRecord | null> {
  if (proseIn(page) < leastProse) return null;
  const article = await articleOf(page.document, isFrame);
  if (article === null || isListing(page, article.body)) return null;
  const fields = Object.fromEntries(Object.entries(article).filter(([, text]) => text !== ''));
  return {
    page: page.name,
    url: page.url,
    type: 'article',
    path: null,
    fields,
    confidence: Object.fromEntries(Object.entries(articleConfidence).filter(([name]) => name in fields)),
  };
}

/** Characters of a text outside of links from which on it may be part of a sentence, and of all such texts of an article. */
const [leastSentence, leastProse] = [25, 150];

/** Characters of longer texts outside of links: pages that hardly have any need not be searched for an article. */
function proseIn({ nodes, noise }: PreparedPage): number {
  let [prose, linkEnd] = [0, 0];
  for (const { tag, text, attrs, index, end } of nodes) {
    if (tag === 'a' && attrs.href !== undefined) linkEnd = Math.max(linkEnd, end);
    if (text.length >= leastSentence && index >= linkEnd && !noise.has(index)) prose += text.length;
    if (prose >= leastProse) return prose;
  }
  return prose;
}

/** What a field of an article is called where the page has it as data already. */
const sameAs: Readonly<Record<string, RegExp>> = {
  title: /^(?:title|name|headline)$/,
  author: /author|creator|byline/i,
  date: /date|published|posted/i,
  language: /language$/i,
};

/** A page's own record with the main text in the place of what may be a part of it, and with what the article says that the record does not. */
export function withArticle(own: ExtractedRecord, article: ExtractedRecord): ExtractedRecord {
  const names = Object.keys(own.fields);
  const added = Object.keys(article.fields).filter((name) => !names.some((each) => sameAs[name]?.test(each)));
  const pick = <T>(from: Readonly<Record<string, T>>) =>
    Object.fromEntries(added.map((name) => [name, from[name] as T]));
  return {
    ...own,
    fields: { ...own.fields, ...pick(article.fields) },
    confidence: { ...own.confidence, ...pick(article.confidence) },
  };
}
