import { withoutFragment } from '../model/address.ts';
import { BoundedMap, remembering } from '../model/bounded-map.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { type VolatileMask, volatileContent, volatileKids, volatileShape } from './mask.ts';
import { showsOwnText } from './slots.ts';

/**
 * What a document shows, in units that can be compared: texts, pictures, media, link targets, form fields and rows
 * of figures. Style, order, folding, `title` and ARIA words are no units, and neither is what changes by itself.
 */
export interface Content {
  readonly units: ReadonlySet<string>;
  /**
   * Texts with numbers, by what they say without them. Whether their numbers count is for whoever compares: in
   * "Row 17" they name something, in "1 to 10 of 57" they do not.
   */
  readonly numbered: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * Items of lists and tables by their texts: known words in a new combination are another item, as another job of a
   * known title in a known city.
   */
  readonly items: ReadonlyMap<string, ReadonlySet<string>>;
  /** Texts of a block that has too many for an item. With some of them hidden it would be an item, which is nothing new. */
  readonly large: readonly ReadonlySet<string>[];
}

/** Elements whose text nobody reads. */
const unread: ReadonlySet<string> = new Set(
  'head script style noscript template title textarea datalist'.split(' '),
);
/** The same in drawings: their titles are tooltips. */
const unreadInDrawings: ReadonlySet<string> = new Set(['title', 'desc', 'metadata', 'style', 'script']);
/** Elements that show a file of their own. */
const media: ReadonlySet<string> = new Set([
  'video',
  'audio',
  'iframe',
  'frame',
  'embed',
  'object',
  'source',
]);
/** Elements that are items wherever they stand; others are where one of their kind stands beside them. */
const itemElements: ReadonlySet<string> = new Set(['tr', 'li', 'article']);
/** Texts of an item: with one it is that text, with more it is a part of the page. */
const [itemLeast, itemMost] = [2, 12];
const buttons: ReadonlySet<string> = new Set(['submit', 'button', 'reset', 'image']);
/** Width or height in pixels up to which a picture is an icon: toolbars use 16 to 48. */
const iconSize = 48;

/** The units of a document, outside what is volatile. */
export function contentUnits(document: DocumentTree, mask: VolatileMask | null): Content {
  const reader = new UnitReader();
  reader.document(document, mask);
  return reader;
}

/** The unit of a link to an address without a fragment. */
export function linkUnit(address: string): string {
  return `link ${address}`;
}

/** Whether a unit says where a link leads. */
export function isLinkUnit(unit: string): boolean {
  return unit.startsWith(linkUnit(''));
}

/**
 * What a document shows beside what was typed into it: where a text says that again, it counts without it, and a text
 * that says nothing else is none. A text that is known says what it always said.
 */
export function withoutEchoes(
  content: Content,
  typed: readonly string[],
  isKnown: (unit: string) => boolean = () => false,
): Content {
  const said = typed.map((text) => wordsOf(text)).map(({ words, figures }) => figures ?? words);
  const echoed = said.filter((words) => words !== '');
  if (echoed.length === 0) return content;
  const replaced = (unit: string) =>
    echoed.reduce((text, words) => ` ${text} `.replaceAll(` ${words} `, ' * ').trim(), unit);
  const bare = (text: string) => (isKnown(`text ${text}`) || isKnown(text) ? text : replaced(text));
  const units = [...content.units].map(bare).filter((unit) => unit !== 'text *');
  const numbered = [...content.numbered].map(
    ([words, texts]) => [bare(words), new Set([...texts].map(bare))] as const,
  );
  const items = [...content.items.values()]
    .map((texts) => new Set([...texts].map(bare).filter((text) => text !== '*')))
    .filter(({ size }) => size >= itemLeast);
  const named = items.map((texts) => [[...texts].sort().join('|'), texts] as const);
  return { ...content, units: new Set(units), numbered: new Map(numbered), items: new Map(named) };
}

/** The unit that a text is. */
export function textUnit(text: string): string {
  return `text ${wordsOf(text).words}`;
}

class UnitReader implements Content {
  readonly units = new Set<string>();
  readonly numbered = new Map<string, Set<string>>();
  readonly items = new Map<string, ReadonlySet<string>>();
  readonly large: ReadonlySet<string>[] = [];
  /** Texts of the element that is being read, as long as it may be an item; `null` where it is none. */
  #texts: Set<string> | null = null;
  /** Elements around that keep their lines: each is a text, as a log has one more at each event. */
  #lines = 0;
  #base = '';
  #here = '';

  document({ root, base, url }: DocumentTree, mask: VolatileMask | null): void {
    const [outerBase, outerHere] = [this.#base, this.#here];
    [this.#base, this.#here] = [base, withoutFragment(url)];
    this.#element(root, volatileKids(mask)(root.tag), false);
    [this.#base, this.#here] = [outerBase, outerHere];
  }

  #element(node: ElementNode, mask: VolatileMask | null, inForm: boolean): void {
    const { tag, attrs = {}, kids, shadow, frame } = node;
    if (node.hidden || (mask && volatileContent(node, mask))) return;
    if ((node.ns === undefined ? unread : unreadInDrawings).has(tag)) return;
    this.#own(tag, attrs, mask, inForm);
    const isForm = inForm || tag === 'form';
    if (tag === 'pre') this.#lines++;
    if (kids) this.#kids(kids, mask, isForm, showsOwnText(node));
    if (tag === 'pre') this.#lines--;
    if (shadow) this.#kids(shadow.kids, mask?.next.get('#shadow') ?? null, isForm);
    if (frame) this.document(frame, mask?.next.get('#document') ?? null);
    if (tag === 'tr') this.#row(node);
  }

  /** An element that may be an item: its texts are one, unless it holds other items or more than one item does. */
  #item(node: ElementNode, mask: VolatileMask | null, inForm: boolean, isItem: boolean): void {
    const outer = this.#texts;
    const own = new Set<string>();
    this.#texts = own;
    this.#element(node, mask, inForm);
    const isLeaf = this.#texts !== null && own.size <= itemMost;
    const isOne = isItem && isLeaf && own.size >= itemLeast;
    if (isOne) this.items.set([...own].sort().join('|'), own);
    if (isItem && this.#texts !== null && !isLeaf) this.large.push(own);
    // What holds an item is none.
    this.#texts = isOne || !isLeaf ? null : outer;
    if (this.#texts && !isButton(node)) for (const text of own) this.#texts.add(text);
  }

  /** What an element shows by its attributes. */
  #own(tag: string, attrs: Attrs, mask: VolatileMask | null, inForm: boolean): void {
    if (tag === 'img' && isPicture(attrs)) this.#file('picture', attrs.src, mask);
    else if (media.has(tag)) this.#file('media', attrs.src ?? attrs.data, mask);
    else if (tag === 'a' || tag === 'area') this.#link(attrs.href, mask);
    else if (tag === 'input' && buttons.has(attrs.type ?? ''))
      this.#text(attrs.value ?? attrs.alt ?? '', null);
    else if (tag === 'input' || tag === 'textarea' || tag === 'select') this.#field(tag, attrs, inForm);
  }

  #file(kind: string, address: string | undefined, mask: VolatileMask | null): void {
    if (!address || /^(?:data|blob):/.test(address) || isFree(mask, 'src', address)) return;
    this.units.add(`${kind} ${resolved(address, this.#base)}`);
  }

  #link(href: string | undefined, mask: VolatileMask | null): void {
    if (!href || isFree(mask, 'href', href)) return;
    const address = resolved(href, this.#base);
    if (!/^(?:https?|ftps?):/.test(address)) return;
    // Places in the same document are no targets; routes that begin like paths are.
    const bare = /#[!/]/.test(address) ? address : withoutFragment(address);
    if (bare !== this.#here) this.units.add(linkUnit(bare));
  }

  #field(tag: string, { type = '', name = '', placeholder = '' }: Attrs, inForm: boolean): void {
    if (type === 'hidden') return;
    if (placeholder !== '') this.#text(placeholder, null);
    if (inForm) this.units.add(`field ${tag} ${type} ${name.replace(/\d+/g, '#')}`);
  }

  #kids(kids: readonly TreeNode[], mask: VolatileMask | null, inForm: boolean, texts = true): void {
    const below = volatileKids(mask);
    const kinds = kindsOf(kids);
    let text = '';
    for (const kid of kids) {
      // A script may cut one text into several.
      if (typeof kid === 'string') text += texts ? kid : '';
      else {
        this.#text(text, mask);
        text = '';
        const isItem = itemElements.has(kid.tag) || (kinds.get(kindOf(kid)) ?? 0) > 1;
        this.#item(kid, below(kid.tag), inForm, isItem);
      }
    }
    this.#text(text, mask);
  }

  #text(text: string, mask: VolatileMask | null): void {
    if (text === '' || isFree(mask, '', text)) return;
    if (this.#lines === 0) this.#words(text);
    else for (const line of text.split('\n')) this.#words(line);
  }

  #words(text: string): void {
    const { words, figures } = wordsOf(text);
    if (words === '') return;
    this.units.add(`text ${words}`);
    this.#texts?.add(words);
    if (figures === null || isDate(words)) return;
    const texts = this.numbered.get(words) ?? new Set();
    this.numbered.set(words, texts.add(figures));
  }

  /**
   * A row with figures is one unit: the same words stand beside other figures in the table of another year. A year without
   * words, between the arrows of a calendar, is a date.
   */
  #row({ kids = [] }: ElementNode): void {
    const cells = kids.flatMap((kid) => (typeof kid === 'string' || kid.hidden ? [] : [cellText(kid)]));
    const figures = cells.filter((cell) => figure.test(cell));
    const isDated = figures.every((cell) => year.test(cell)) && !cells.some((cell) => /\p{L}/u.test(cell));
    if (cells.length > 1 && figures.length > 0 && !isDated) this.units.add(`row ${cells.join('|')}`);
  }
}

/** Whether an element is a button: what it says of itself ("Copied", "Following") makes no other item of what it stands in. */
function isButton({ tag, attrs }: ElementNode): boolean {
  return tag === 'button' || attrs?.role === 'button';
}

/** What makes elements one of a kind; empty where nothing does: plain boxes beside each other are parts of a page. */
function kindOf({ tag, attrs }: ElementNode): string {
  const [name = ''] = attrs?.class?.trim().split(/\s+/, 1) ?? [];
  return name === '' ? '' : `${tag} ${name}`;
}

function kindsOf(kids: readonly TreeNode[]): ReadonlyMap<string, number> {
  const kinds = new Map<string, number>();
  for (const kid of kids)
    if (typeof kid !== 'string' && kindOf(kid) !== '')
      kinds.set(kindOf(kid), (kinds.get(kindOf(kid)) ?? 0) + 1);
  return kinds;
}

type Attrs = Readonly<Record<string, string | undefined>>;

/** A cell that is a figure and no count: three digits or a fraction. Calendars and pagers have two digits. */
const figure = /^[^\p{L}\d]*\d[\d\s.,']*(?:\d\d|[.,]\d)\D{0,3}$/u;
/** One year, or several as a calendar names them: "2020", "2020-2029". */
const year = /^(?:1\d|2[01])\d\d(?:\s*[-–]\s*\d{4})?$/;

function cellText(node: ElementNode): string {
  const inside = (node.kids ?? []).map((kid) => (typeof kid === 'string' ? kid : cellText(kid)));
  return inside.join(' ').replace(/\s+/g, ' ').trim();
}

/** A picture that means something: its author has not called it decoration, and it is no icon. */
function isPicture({ alt, role, width = '', height = '', 'aria-hidden': unsaid }: Attrs): boolean {
  if (alt === '' || role === 'presentation' || role === 'none' || unsaid === 'true') return false;
  const sizes = [width, height].filter((size) => /^\d+$/.test(size)).map(Number);
  return sizes.length === 0 || Math.max(...sizes) > iconSize;
}

/** Whether an attribute, or a text, changes from visit to visit. */
function isFree(mask: VolatileMask | null, attribute: string, text: string): boolean {
  if (!mask) return false;
  return mask.free.has(attribute) || mask.texts.get(attribute)?.has(volatileShape(text)) === true;
}

/** What a text says: its words, and where it has numbers, the same with them. */
interface Said {
  /** Numbers are `#`; empty where there is no word. */
  readonly words: string;
  readonly figures: string | null;
}

const nothing: Said = { words: '', figures: null };
/** Texts whose units are remembered: most stand on every page of a site. */
const saidKept = 20_000;
const wordsOf = remembering(saidKept, readWords);

/** Numbers, ordinals and measures ("1st", "35ms"), unless they are a part of a Latin word ("b2b", "mp3"). */
const numbers = /(?<![a-z\d])\d+(?:[.,:]\d+)*(?:st|nd|rd|th|ms|s|kb|mb|gb|px)?(?![a-z\d])/g;

/** Runs of letters and digits that may be a key, a hash or a signature. */
const runs = /[a-z\d+/=_-]{16,}/gi;
const [codedFrom, hexadecimal] = [32, /^[\da-f-]+$/i];

/** Whether nobody has written a run: letters of both cases and digits in a long one, digits and letters in a hexadecimal one. */
function isCoded(run: string): boolean {
  if (!/\d/.test(run)) return false;
  if (hexadecimal.test(run)) return /[a-f]/i.test(run);
  return run.length >= codedFrom && /[a-z]/.test(run) && /[A-Z]/.test(run);
}

/** What machines have coded is a number: it tells things of a kind apart, and says nothing by itself. */
function numbered(text: string): string {
  return text.replace(runs, (run) => (isCoded(run) ? ` ${codeOf(run)} ` : run));
}

function codeOf(run: string): number {
  let code = 0;
  for (let at = 0; at < run.length; at++) code = (Math.imul(code, 31) + run.charCodeAt(at)) >>> 0;
  return code;
}

function readWords(text: string): Said {
  const plain = numbered(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}.,:]+/gu, ' ');
  if (!/\p{L}/u.test(plain)) return nothing;
  const words = fold(plain.replace(numbers, '#'));
  return { words, figures: words.includes('#') ? fold(plain) : null };
}

/** Punctuation counts within numbers only. */
function fold(text: string): string {
  return text
    .replace(/(?<!\d)[.,:]|[.,:](?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Languages in which dates are known. */
const languages = 'en de fr es it pt nl sv pl ru tr zh ja ko'.split(' ');

/** Names of months and days of the week, and what stands between the numbers of a date. */
const dateWords: ReadonlySet<string> = new Set([
  ...'# am pm to of de den der le el th st nd rd 年 月 日 週 周 년 월 일 시 분 時 点 分'.split(' '),
  ...languages.flatMap((language) =>
    (['long', 'short'] as const).flatMap((style) => {
      // One format for all of a kind: making one costs a tenth of a millisecond.
      const named = (part: 'month' | 'weekday') =>
        new Intl.DateTimeFormat(language, { [part]: style, timeZone: 'UTC' });
      const [month, weekday] = [named('month'), named('weekday')];
      const months = Array.from({ length: 12 }, (_, at) => month.format(new Date(Date.UTC(2024, at, 1))));
      const days = Array.from({ length: 7 }, (_, at) => weekday.format(new Date(Date.UTC(2024, 0, 1 + at))));
      return [...months, ...days].map((word) => fold(word.toLowerCase().replace(/\d+/g, '#')));
    }),
  ),
]);

/** Whether a text is nothing but a date: calendars go on for ever, and each of their days is another one. */
const isDate = remembering(saidKept, (words: string) =>
  words
    .replace(/[年月日週周년월일시분時点分]/g, ' $& ')
    .split(/\s+/)
    .every((word) => word === '' || dateWords.has(word)),
);

/** Addresses that are remembered as resolved. */
const addresses = new BoundedMap<string, string>(20_000);

function resolved(address: string, base: string): string {
  const key = `${base} ${address}`;
  const known = addresses.get(key);
  if (known !== undefined) return known;
  const found = URL.canParse(address, base) ? new URL(address, base).href : address;
  addresses.set(key, found);
  return found;
}
