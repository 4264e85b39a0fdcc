import { visibleText } from '../../dom/text.ts';
import { findRecords, preparePage, textsIn } from '../../extract/index.ts';
import type { PreparedPage } from '../../extract/types.ts';
import { type AskedValues, type FormAnswer, type SeenRecord, toldTotal } from '../../forms/index.ts';
import type { DocumentTree } from '../../model/index.ts';
import { unmarked } from './unmarked.ts';

/** An item of a list on a page. */
interface Item {
  readonly shape: string;
  readonly text: string;
  readonly texts: readonly string[];
  readonly href: string | null;
}

/** Items that a list has at least, and from how many on it is believed that they are what is searched for. */
const [leastItems, sureItems] = [2, 5];
/** The share of records with a link from which on they are known by it: some are still on their way when they are read. */
const mostLinked = 0.25;
/** Characters of a row that says how many answers there are. */
const longestNote = 80;
const trouble =
  /\b(?:internal (?:server )?error|exception|stack trace|sql syntax|try again later|too many requests|service unavailable)\b|系统繁忙|系统错误|服务器错误|出错了|请稍后再试/i;

/** Where records stand on the pages that are made of answers in JSON (forms/repeat), whatever was learned before. */
const dataShape = 'li<ol#records<body#<html#';

/** What can be chosen is no answer. */
const choices: ReadonlySet<string> = new Set(['option', 'optgroup', 'select', 'datalist']);

/**
 * Reads the records of what a form answers. What stands on the page of the form too, and in the answer to nonsense,
 * is the frame; where records stand is learned from the first answer that has several.
 */
export class AnswerReader {
  #frame: ReadonlySet<string>;
  #frameTotal: number | null;
  #shape: string | null = null;
  /** Whether records are known by their links; `null` as long as no answer had several. */
  #byLink: boolean | null = null;
  /** Items of the list that it was learned from. */
  #size = 0;

  /** `page`: the one that has the form. */
  constructor(page: DocumentTree) {
    this.#frame = new Set(itemsOf(page).map(({ text }) => text));
    this.#frameTotal = toldTotal(visibleText(page));
  }

  /** It is known where records stand. */
  get isSure(): boolean {
    return this.#shape !== null;
  }

  /** The answer to something that no record has: what it shows is shown whatever is asked. */
  empty(document: DocumentTree): void {
    const total = toldTotal(visibleText(document));
    if (total !== null && total > 0) this.#frameTotal = total;
    const shown = new Set(itemsOf(document).map(({ text }) => text));
    this.#frame = this.#frame.size === 0 ? new Set() : this.#frame.intersection(shown);
  }

  /** The records of an answer that stands on one or several pages. */
  read(pages: readonly DocumentTree[], values: AskedValues): FormAnswer {
    const records = new Map<string, SeenRecord>();
    for (const page of pages)
      for (const record of this.#recordsOn(unmarked(page, values), values)) records.set(record.key, record);
    const [first] = pages;
    const text = first === undefined ? '' : visibleText(first);
    if (records.size === 0 && trouble.test(text)) return { records: [], total: null, failed: true };
    const told = toldTotal(text);
    const isOfRecord = [...records.values()].some(({ texts }) => tellsItself(texts.join(' '), told));
    const isNone = told === null || told === this.#frameTotal || told < records.size || isOfRecord;
    const total = isNone ? null : told;
    return { records: [...records.values()], total };
  }

  #recordsOn(document: DocumentTree, values: AskedValues): readonly SeenRecord[] {
    const items = itemsOf(document).filter(
      ({ text }) => /[\p{L}\p{N}]/u.test(text) && !this.#frame.has(text),
    );
    if (this.#size < sureItems) this.#learn(document, items);
    const shown = items.filter(({ shape }) => shape === this.#shape || shape === dataShape);
    // A row of numbers below rows with words leads to further pages, and is no record.
    const worded = shown.filter(({ text }) => /\p{L}/u.test(text));
    const found = 2 * worded.length >= shown.length ? worded : shown;
    const asked = new Set(Object.values(values).map((value) => value.toLowerCase()));
    const here = URL.parse(document.url);
    const links = found.map(({ href }) => (href === null ? null : withoutQuestion(href, asked, here)));
    // Decided once: a record that is known by its link here and by its text there would be two.
    if (this.#byLink === null && found.length >= leastItems) {
      const known = links.filter((link) => link !== null);
      this.#byLink = known.length >= mostLinked * links.length && new Set(known).size === known.length;
    }
    return found.map(({ text, texts }, at) => {
      const link = this.#byLink === false ? null : links[at];
      return { texts, key: link ?? text.replace(/^\s*\d+[.)、]?\s+/, '') };
    });
  }

  /** Of the lists of a page, the first whose items are mostly no frame. */
  #learn(document: DocumentTree, items: readonly Item[]): void {
    const page = prepared(document);
    for (const list of findRecords(page)) {
      const [first] = list.items;
      if (first === undefined || list.items.length < leastItems) continue;
      const shape = shapeOf(page, first[0] as number);
      if (items.filter((item) => item.shape === shape).length < Math.max(leastItems, list.items.length / 2))
        continue;
      if (list.items.length <= this.#size) return;
      this.#size = list.items.length;
      if (this.#shape !== shape) this.#byLink = null;
      this.#shape = shape;
      return;
    }
  }
}

/** A link without what was asked for: some carry it along, or where to come back to, and would make another record of it. */
function withoutQuestion(href: string, asked: ReadonlySet<string>, here: URL | null): string {
  const url = new URL(href);
  for (const [name, value] of [...url.searchParams]) {
    const back = /^(?:https?:\/)?\//.test(value) ? URL.parse(value, here?.href) : null;
    const isBack = back !== null && back.origin === here?.origin && back.pathname === here.pathname;
    const carried = [value, ...new URLSearchParams(value).values()];
    if (isBack || carried.some((one) => asked.has(one.toLowerCase()))) url.searchParams.delete(name);
  }
  return url.href;
}

/** Whether a record itself speaks of so many things: what is longer than a note of how many there are. */
function tellsItself(text: string, told: number | null): boolean {
  return text.length > longestNote && toldTotal(text) === told;
}

function prepared(document: DocumentTree): PreparedPage {
  return preparePage({ name: document.url, url: document.url, document });
}

/** Everything that could be an item of a list: elements with others of their tag beside them, or alone in a list. */
function itemsOf(document: DocumentTree): readonly Item[] {
  const page = prepared(document);
  const items: Item[] = [];
  const offered = offeredIn(page);
  for (const node of page.nodes) {
    if (node.tag.startsWith('#') || node.parent < 0 || page.noise.get(node.index) === 'script') continue;
    if (choices.has(node.tag) || isHead(page, node.index)) continue;
    const nodes = textsIn(page, [node.index]).filter(({ index }) => !offered.has(index));
    if (nodes.length === 0) continue;
    const texts = nodes.slice(0, 40).map((one) => one.text.slice(0, 1000));
    const text = texts.join(' ').slice(0, 2000);
    items.push({ shape: shapeOf(page, node.index), text, texts, href: linkIn(page, node.index) });
  }
  return items;
}

/** Places of what can be chosen: it stands in a record, or beside one, and says nothing of it. */
function offeredIn({ nodes }: PreparedPage): ReadonlySet<number> {
  const offered = new Set<number>();
  for (const { tag, index, end } of nodes)
    if (choices.has(tag)) for (let at = index; at < end; at++) offered.add(at);
  return offered;
}

/** The heads of columns are no record. */
function isHead({ nodes }: PreparedPage, index: number): boolean {
  const cells = (nodes[index]?.kids ?? []).map((kid) => nodes[kid]?.tag).filter((tag) => tag !== '#text');
  return nodes[index]?.tag === 'tr' && cells.length > 1 && cells.every((tag) => tag === 'th');
}

/** Where an element stands, without its place among its like: equal for the items of a list on all its pages. */
function shapeOf({ nodes }: PreparedPage, index: number): string {
  const steps: string[] = [];
  for (let at = index, isItem = true; at >= 0; at = nodes[at]?.parent ?? -1, isItem = false) {
    const node = nodes[at];
    if (node === undefined) break;
    steps.push(isItem ? node.tag : `${node.tag}#${node.attrs.id ?? ''}`);
  }
  return steps.join('<');
}

function linkIn({ nodes, document }: PreparedPage, index: number): string | null {
  const end = nodes[index]?.end ?? index;
  for (let at = index; at < end; at++) {
    const { tag, attrs } = nodes[at] ?? { tag: '', attrs: {} as Record<string, string> };
    if (tag === 'a' && attrs.href) return URL.parse(attrs.href, document.base)?.href ?? null;
  }
  return null;
}
