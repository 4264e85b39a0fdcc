import { groupsWith } from '../../model/counts.ts';
import { typeShares } from '../../values/index.ts';
import type { PageNode, PreparedPage, Spot } from '../types.ts';
import { commonTexts } from './common-texts.ts';
import { type Declared, declaredNames, declaredValues } from './declared.ts';
import { frameOf, unframed } from './frame.ts';
import { labelsOf } from './labels.ts';
import { markupNames } from './markup.ts';
import type { FieldEvidence, NamelessField, Pages } from './types.ts';

/** A value with the page it stands on. */
export interface PlacedSpot {
  readonly page: PreparedPage;
  readonly spot: Spot;
}

/** Fields are looked at twice, before and after variants are joined. */
const gathered = new WeakMap<
  Pages,
  { surroundings: Surroundings; known: WeakMap<NamelessField, FieldEvidence> }
>();

/** Gathers what the sample says about each field. */
export function gatherEvidence(fields: readonly NamelessField[], pages: Pages): readonly FieldEvidence[] {
  let own = gathered.get(pages);
  if (own === undefined) {
    own = { surroundings: surroundingsOf(pages), known: new WeakMap() };
    gathered.set(pages, own);
  }
  const { surroundings, known } = own;
  return fields.map((field) => {
    const evidence = known.get(field) ?? evidenceOf(field, pages, surroundings);
    known.set(field, evidence);
    return evidence;
  });
}

function surroundingsOf(pages: Pages): Surroundings {
  return {
    isCommon: commonTexts(pages),
    titles: titlesOf(pages),
    declared: declaredValues(pages),
    shown: pagesShowing(pages),
  };
}

/** The titles of pages, with those parts of them that are of one page alone. */
function titlesOf(pages: Pages): ReadonlyMap<PreparedPage, PageTitle> {
  const partsOf = ({ document }: PreparedPage) => new Set(document.title.split(titleParts).map(bare));
  const counts = groupsWith(pages.map(partsOf));
  const isOwn = (part: string) => part.includes(' ') && (counts.get(part) as number) * 2 <= pages.length;
  return new Map(pages.map((page) => [page, new PageTitle(page, [...partsOf(page)].filter(isOwn))]));
}

const titleParts = /\s[-–—|:»·]\s|[|»:]/;

/** On how many pages a text stands. */
function pagesShowing(pages: Pages): (text: string) => number {
  const shownOn = ({ nodes, document }: PreparedPage) => {
    const texts = nodes.filter(({ tag }) => tag === '#text').map(({ text }) => text);
    return [...texts, ...document.title.split(titleParts)].map(bare);
  };
  const counts = groupsWith(pages.map(shownOn));
  return (text) => counts.get(bare(text)) ?? 0;
}

/** What is known of the pages as a whole. */
interface Surroundings {
  readonly isCommon: (text: string) => boolean;
  readonly titles: ReadonlyMap<PreparedPage, PageTitle>;
  readonly declared: Declared;
  readonly shown: (text: string) => number;
}

function evidenceOf(
  field: NamelessField,
  pages: Pages,
  { isCommon, titles, declared, shown }: Surroundings,
): FieldEvidence {
  const raw = pages.flatMap((page) => (field.spots.get(page.name) ?? []).map((spot) => ({ page, spot })));
  const frame = frameOfField(raw, titles, shown);
  const placed =
    frame === null
      ? raw
      : raw.map(({ page, spot }) => ({ page, spot: { ...spot, text: unframed(spot.text, frame) } }));
  const having = pages.filter((page) => (field.spots.get(page.name)?.length ?? 0) > 0).length;
  const values = placed.map(({ spot }) => spot.text);
  const mean = (measure: (one: PlacedSpot) => number) =>
    placed.length === 0 ? 0 : placed.reduce((sum, one) => sum + measure(one), 0) / placed.length;
  return {
    field,
    values,
    frame,
    coverage: having / Math.max(1, pages.length),
    perPage: field.sideBySide ? 1 : placed.length / Math.max(1, having),
    distinct: new Set(values).size / Math.max(1, values.length),
    constant: having > 2 && new Set(shownBy(field, pages)).size === 1,
    labels: labelsOf(field.sideBySide ? firstOnPages(raw) : raw, isCommon),
    names: [...declaredNames(placed, declared), ...markupNames(placed, field.attribute)],
    types: typeShares(values.slice(0, 60)),
    inTitle: mean(({ page, spot }) => titles.get(page)?.holds(spot.text) ?? 0),
    ofTitle: mean(({ page, spot }) => titles.get(page)?.share(spot.text) ?? 0),
    heading: mean(({ page, spot }) => headingRank(page, spot.node)),
    elsewhere: mean(({ spot }) => (shown(spot.text) > 1 ? 1 : 0)),
    nearTitle: mean(({ page, spot }) => Math.exp(-Math.abs(spot.node - (titles.get(page)?.node ?? 0)) / 80)),
    position: mean(({ page, spot }) => spot.node / page.nodes.length),
    length: mean(({ spot }) => spot.text.length),
    noise: mean(({ page, spot }) => (page.noise.has(spot.node) ? 1 : 0)),
  };
}

/** What the field shows on each page that has it. */
function shownBy({ spots }: NamelessField, pages: Pages): readonly string[] {
  return pages.flatMap((page) => {
    const own = spots.get(page.name) ?? [];
    return own.length === 0 ? [] : own.map(({ text }) => text).join('\n');
  });
}

/** What all values of a field have around them; words only where they are headings or in the title. */
function frameOfField(
  placed: readonly PlacedSpot[],
  titles: Surroundings['titles'],
  shown: Surroundings['shown'],
): FieldEvidence['frame'] {
  if (placed.length === 0) return null;
  const naming = placed.filter(
    ({ page, spot }) => headingRank(page, spot.node) > 0 || (titles.get(page)?.holds(spot.text) ?? 0) > 0.5,
  );
  const texts = placed.map(({ spot }) => spot.text);
  const frame = frameOf(texts, naming.length * 2 > placed.length);
  if (frame === null || !/\p{L}/u.test(frame.before + frame.after)) return frame;
  // Every camera of a shop may be called one: only what stands somewhere without its frame has one.
  const alone = texts.filter((text) => shown(unframed(text, frame)) > 0);
  return alone.length * 3 > texts.length * 2 ? frame : frameOf(texts, false);
}

/** The first value of each page has the label of all. */
function firstOnPages(placed: readonly PlacedSpot[]): readonly PlacedSpot[] {
  return placed.filter(({ page }, at) => placed[at - 1]?.page !== page);
}

/** Letters and digits alone, for comparing titles. */
export function bare(text: string): string {
  return (
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  );
}

/** How much of a title is in a value that has a part of it and more, and how much longer such a one may be. */
const [heldMore, mostMore] = [0.7, 3];

/** The title of a page, and how much of it values are. */
class PageTitle {
  /** Node of the body that shows most of it. */
  readonly node: number;
  readonly #text: string;
  readonly #words: ReadonlySet<string>;
  readonly #parts: readonly string[];
  /** The same values are parts of several fields. */
  readonly #known = new Map<string, { readonly held: number; readonly share: number }>();

  constructor(page: PreparedPage, parts: readonly string[]) {
    this.#parts = parts;
    this.#text = bare(page.document.title);
    this.#words = new Set(this.#text.split(' '));
    this.node = this.#shownBy(page);
  }

  /** Whether the title holds the value, or most of its words. */
  holds(value: string): number {
    return this.#measured(value).held;
  }

  /** How much of the title the value is. */
  share(value: string): number {
    return this.#measured(value).share;
  }

  #measured(value: string): { readonly held: number; readonly share: number } {
    let known = this.#known.get(value);
    if (known === undefined) {
      const plain = bare(value);
      const held = this.#held(plain);
      known = { held, share: held === 0 ? 0 : held * Math.min(1, plain.length / this.#text.length) };
      this.#known.set(value, known);
    }
    return known;
  }

  #held(value: string): number {
    if (value.length < 3 || this.#text === '') return 0;
    if (` ${this.#text} `.includes(` ${value} `)) return 1;
    const isMore = (part: string) =>
      value.length <= mostMore * part.length && ` ${value} `.includes(` ${part} `);
    if (this.#parts.some(isMore)) return heldMore;
    const words = value.split(' ');
    const share = words.filter((word) => this.#words.has(word)).length / words.length;
    return words.length >= 3 && share >= 0.7 ? share : 0;
  }

  #shownBy(page: PreparedPage): number {
    let node = 0;
    let most = 0;
    let inBody = false;
    for (const { index, tag, text } of page.nodes) {
      if (tag === 'body') inBody = true;
      if (!inBody || tag !== '#text' || text.length < 4 || page.noise.has(index)) continue;
      const own = this.share(text);
      const share = own === 0 ? 0 : own * (1 + headingRank(page, index));
      if (share > most) [node, most] = [index, share];
    }
    return node;
  }
}

function headingRank(page: PreparedPage, node: number): number {
  if (isWithin(page, node, /^h1$/)) return 1;
  return isWithin(page, node, /^h2$/) ? 0.6 : 0;
}

/** Whether a node, or one of the few elements around it, is of some tags. */
export function isWithin(page: PreparedPage, from: number, tags: RegExp): boolean {
  let node: PageNode | undefined = page.nodes[from];
  for (let level = 0; node && level < 4; level++, node = page.nodes[node.parent]) {
    if (tags.test(node.tag)) return true;
  }
  return false;
}
