import type { Candidate } from '../../model/capture.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../../model/document.ts';
import type { Glyph, GlyphRow } from './glyphs.ts';
import type { Offer, Offers } from './offers.ts';
import { painted, screenCss } from './paint.ts';
import { hasBackground, plainStyle } from './style.ts';

/** What a screen is shown as, and what can be done on it. */
export interface ScreenPage {
  readonly document: DocumentTree;
  readonly candidates: readonly Candidate[];
}

/** What is known of a screen besides what it shows. */
export interface Circumstances {
  readonly url: string;
  readonly lang: string;
  /** The first screen after the login: what leaves it leaves the board. */
  readonly isEntry: boolean;
  /** Clocks and counts are shown as if a day had gone by. */
  readonly ahead: boolean;
}

/** A stretch of a row that gets an element of its own. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly make: (glyphs: readonly Glyph[]) => ElementNode;
}

const screenPath = '/HTML/BODY[1]/MAIN[1]';
const clock = /(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?(?![\d:])/g;
const counts =
  /(?:在[线線]|[线線]上|上站|人[数數]|users?|online|callers?|nodes?)\D{0,6}(\d+)|(\d+)\s*(?:人|users?|online|callers?)/gi;
const leaving = /quit|exit|leave|bye|log|[离離][开開站]|退出|[结結]束|再[见見]|^q$|^left$/i;

/** Makes a page of a screen: a line of text per row, keys as elements, colours as classes. */
export function screenPage(lines: readonly GlyphRow[], offers: Offers, about: Circumstances): ScreenPage {
  const candidates: Candidate[] = [];
  const rows = lines.map((line, row) => rowElement(row, line, offers, about, candidates));
  const loose = offers.keys.filter(({ at }) => at === undefined);
  const bar = loose.map((offer, at): ElementNode => {
    candidates.push(keyCandidate(offer, `/HTML/BODY[1]/NAV[1]/KBD[${at + 1}]`, offers.kind, about));
    return { tag: 'kbd', kids: [offer.label === offer.key ? offer.key : `${offer.label} (${offer.key})`] };
  });
  const nav: ElementNode[] = bar.length === 0 ? [] : [{ tag: 'nav', kids: bar }];
  const title = titleOf(lines);
  const head: ElementNode = {
    tag: 'head',
    kids: [
      { tag: 'title', kids: [title] },
      { tag: 'style', kids: [screenCss] },
    ],
  };
  const body: ElementNode = { tag: 'body', kids: [{ tag: 'main', kids: rows }, ...nav] };
  const { url, lang } = about;
  const attrs = lang === '' ? {} : { attrs: { lang } };
  const root: ElementNode = { tag: 'html', ...attrs, kids: [head, body] };
  return { document: { url, base: url, doctype: 'html', title, lang, root }, candidates };
}

function rowElement(
  row: number,
  line: GlyphRow,
  offers: Offers,
  about: Circumstances,
  candidates: Candidate[],
): ElementNode {
  const path = `${screenPath}/PRE[${row + 1}]`;
  const entry = offers.entries.find((each) => each.row === row);
  const stretches: Stretch[] = [];
  for (const { at, ...offer } of offersIn(offers, row)) {
    candidates.push(keyCandidate(offer, `${path}/KBD[${stretches.length + 1}]`, offers.kind, about));
    stretches.push({ ...at, make: (glyphs) => ({ tag: 'kbd', kids: painted(glyphs) }) });
  }
  if (entry) {
    const { number, from, label, mark } = entry;
    const text = `${number} ${label}`.slice(0, 120);
    candidates.push(candidateOf('Enter', text, path, offers.kind, `row ${row + 1}`));
    // By itself: what is counted in the rest of the row may change, and the number names the entry.
    stretches.push({
      from,
      to: from + number.length,
      make: (glyphs) => ({ tag: 'var', kids: painted(glyphs) }),
    });
    if (mark !== null) stretches.push({ from: mark, to: mark + 1, make: readMark });
  }
  stretches.push(...restless(line.text, about.ahead));
  const glyphs = withoutPointer(line.glyphs, row, offers);
  const kids = pieces(trimmed(glyphs), stretches);
  // Names of the rows of the first screen alone: what changes there must not count elsewhere.
  const attrs = about.isEntry ? { attrs: { class: `entry-${row + 1}` } } : {};
  return { tag: 'pre', ...attrs, ...(kids.length > 0 && { kids }) };
}

/** Keys that a row names, from left to right: that is how their elements are counted. */
function offersIn({ keys }: Offers, row: number): readonly (Offer & Required<Pick<Offer, 'at'>>)[] {
  return keys
    .flatMap(({ at, ...offer }) => (at?.row === row ? [{ ...offer, at }] : []))
    .sort((one, other) => one.at.from - other.at.from);
}

/** Whether something was read is shown, but does not make another page: it is told by an attribute. */
function readMark(glyphs: readonly Glyph[]): ElementNode {
  return { tag: 'i', attrs: { 'data-mark': glyphs[0]?.text ?? ' ' } };
}

/** Clocks and counts of visitors, in elements of their own: their path is the same on all screens. */
function restless(text: string, ahead: boolean): Stretch[] {
  const found: Stretch[] = [];
  for (const match of text.matchAll(clock)) {
    const told = match[0];
    const shown = ahead && isNow(Number(match[2])) ? told.replace(/\d+/g, later) : told;
    found.push(restlessOne('time', match.index, told, shown));
  }
  for (const match of text.matchAll(counts)) {
    const number = match[1] ?? match[2] ?? '';
    const from = match.index + match[0].indexOf(number);
    found.push(restlessOne('data', from, number, ahead ? String(Number(number) + 1) : number));
  }
  return found;
}

function restlessOne(tag: 'time' | 'data', from: number, told: string, shown: string): Stretch {
  const make = (glyphs: readonly Glyph[]): ElementNode => {
    const first = glyphs[0];
    const kids = shown === told || !first ? painted(glyphs) : painted([{ ...first, text: shown }]);
    return { tag, kids };
  };
  return { from, to: from + told.length, make };
}

/** Whether a clock shows this minute, in any time zone: zones lie whole quarters of an hour apart. */
function isNow(minute: number): boolean {
  const apart = (((minute - new Date().getMinutes()) % 15) + 15) % 15;
  return apart <= 2 || apart >= 13;
}

function later(digits: string): string {
  return String((Number(digits) + 1) % 24).padStart(digits.length, '0');
}

/** The mark that moves with the arrow keys is where one stands, not what is shown. */
function withoutPointer(
  glyphs: readonly Glyph[],
  row: number,
  { pointer, entries }: Offers,
): readonly Glyph[] {
  if (pointer?.row !== row) return glyphs;
  const bar =
    entries.length > 0 && glyphs.every(({ text, style }) => text.trim() === '' || hasBackground(style));
  return glyphs.map((glyph, at) => {
    if (at < pointer.from || at >= pointer.to) return bar ? { ...glyph, style: plainStyle } : glyph;
    return {
      text: glyph.width === 2 ? '  ' : ' ',
      column: glyph.column,
      width: glyph.width,
      style: plainStyle,
    };
  });
}

/** Without the plain blanks at the end. */
function trimmed(glyphs: readonly Glyph[]): readonly Glyph[] {
  const last = glyphs.findLastIndex(({ text, style }) => text.trim() !== '' || hasBackground(style));
  return glyphs.slice(0, last + 1);
}

function pieces(glyphs: readonly Glyph[], stretches: readonly Stretch[]): TreeNode[] {
  const nodes: TreeNode[] = [];
  let at = 0;
  for (const { from, to, make } of stretches.toSorted((one, other) => one.from - other.from)) {
    if (from < at || from >= glyphs.length) continue;
    nodes.push(...painted(glyphs.slice(at, from)), make(glyphs.slice(from, to)));
    at = to;
  }
  return [...nodes, ...painted(glyphs.slice(at))];
}

function keyCandidate({ key, label }: Offer, xpath: string, kind: string, about: Circumstances): Candidate {
  const leaves = about.isEntry && leaving.test(label === key ? key : `${key} ${label}`);
  return { ...candidateOf(key, label, xpath, kind, ''), hints: leaves ? 'logout' : '' };
}

function candidateOf(key: string, text: string, xpath: string, kind: string, values: string): Candidate {
  return {
    xpath,
    id: null,
    tag: values === '' ? 'kbd' : 'pre',
    event: 'key',
    value: key,
    text,
    handler: { place: `screen ${kind}`, kind: 'listener', values },
    traits: '',
    hints: '',
  };
}

/** The first row that says something. */
function titleOf(lines: readonly GlyphRow[]): string {
  const row = lines.find(({ text }) => /[\p{L}\p{N}]{2}/u.test(text));
  const text = row?.glyphs.map((glyph) => glyph.text).join('') ?? '';
  return text
    .replace(clock, '')
    .replace(counts, '')
    .replace(/[─-╿■-◿=*_~+|<>[\]【】()-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80);
}
