import { typeShares } from '../recognise/index.ts';
import type { PageNode, PreparedPage, Spot } from '../types.ts';
import { commonTexts } from './common.ts';
import { type Declared, declaredNames, declaredValues } from './declared.ts';
import { labelsOf } from './labels.ts';
import { namesOf } from './markup.ts';
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
    titles: new Map(pages.map((page) => [page, titleOf(page)])),
    declared: declaredValues(pages),
  };
}

/** What is known of the pages as a whole. */
interface Surroundings {
  readonly isCommon: (text: string) => boolean;
  readonly titles: ReadonlyMap<PreparedPage, PageTitle>;
  readonly declared: Declared;
}

function evidenceOf(
  field: NamelessField,
  pages: Pages,
  { isCommon, titles, declared }: Surroundings,
): FieldEvidence {
  const placed = pages.flatMap((page) => (field.spots.get(page.name) ?? []).map((spot) => ({ page, spot })));
  const having = pages.filter((page) => (field.spots.get(page.name)?.length ?? 0) > 0).length;
  const values = placed.map(({ spot }) => spot.text);
  const mean = (measure: (one: PlacedSpot) => number) =>
    placed.length === 0 ? 0 : placed.reduce((sum, one) => sum + measure(one), 0) / placed.length;
  return {
    field,
    values,
    coverage: having / Math.max(1, pages.length),
    perPage: field.sideBySide ? 1 : placed.length / Math.max(1, having),
    distinct: new Set(values).size / Math.max(1, values.length),
    labels: labelsOf(field.sideBySide ? firstOnPages(placed) : placed, isCommon),
    names: [...declaredNames(placed, declared), ...namesOf(placed, field.attribute)],
    types: typeShares(values.slice(0, 60)),
    inTitle: mean(({ page, spot }) => inTitle(titles.get(page)?.text ?? '', bare(spot.text))),
    ofTitle: mean(({ page, spot }) => ofTitle(titles.get(page)?.text ?? '', bare(spot.text))),
    heading: mean(({ page, spot }) => headingRank(page, spot.node)),
    nearTitle: mean(({ page, spot }) => Math.exp(-Math.abs(spot.node - (titles.get(page)?.node ?? 0)) / 80)),
    position: mean(({ page, spot }) => spot.node / page.nodes.length),
    length: mean(({ spot }) => spot.text.length),
    noise: mean(({ page, spot }) => (page.noise.has(spot.node) ? 1 : 0)),
  };
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

interface PageTitle {
  readonly text: string;
  /** Node of the body that shows most of it. */
  readonly node: number;
}

function titleOf(page: PreparedPage): PageTitle {
  const text = bare(page.document.title);
  let node = 0;
  let most = 0;
  let inBody = false;
  for (const { index, tag, text: own } of page.nodes) {
    if (tag === 'body') inBody = true;
    if (!inBody || tag !== '#text' || own.length < 4 || page.noise.has(index)) continue;
    const share = ofTitle(text, bare(own)) * (1 + headingRank(page, index));
    if (share > most) [node, most] = [index, share];
  }
  return { text, node };
}

/** Whether the title holds the value, or most of its words. */
function inTitle(title: string, value: string): number {
  if (value.length < 3 || title === '') return 0;
  if (` ${title} `.includes(` ${value} `)) return 1;
  const words = value.split(' ');
  const have = new Set(title.split(' '));
  const share = words.filter((word) => have.has(word)).length / words.length;
  return words.length >= 3 && share >= 0.7 ? share : 0;
}

function ofTitle(title: string, value: string): number {
  if (title === '') return 0;
  return inTitle(title, value) * Math.min(1, value.length / title.length);
}

function headingRank(page: PreparedPage, node: number): number {
  if (isWithin(page, node, /^h1$/)) return 1;
  return isWithin(page, node, /^h2$/) ? 0.6 : 0;
}

function isWithin(page: PreparedPage, from: number, tags: RegExp): boolean {
  let node: PageNode | undefined = page.nodes[from];
  for (let level = 0; node && level < 4; level++, node = page.nodes[node.parent]) {
    if (tags.test(node.tag)) return true;
  }
  return false;
}
