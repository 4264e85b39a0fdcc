import { readAs } from '../../values/index.ts';
import type { PageNode, PreparedPage } from '../types.ts';
import { framed, type NamedField } from './best-names.ts';
import { gatherEvidence } from './evidence.ts';
import type { FieldEvidence, NamelessField, Pages } from './types.ts';

/** How sure one is of a name that nothing but the make of a page speaks for. */
const byMake = 0.85;
/** Share of the pages that have such a field, of values that are prices, and of values that differ. */
const [leastCoverage, leastPrices, leastDistinct] = [0.8, 0.8, 0.5];
/** Pages that must have shown how they are made. */
const leastPages = 3;
/** Share of prices in front of the others, by how near they are to the title, for one to be the price. */
const lead = 1.05;

/**
 * Names for what a page that is about one thing has whether or not it says so: the one heading of the first rank is its
 * title, and the price beside it is its price.
 */
export function nameByMake(
  fields: readonly NamelessField[],
  pages: Pages,
  named: readonly NamedField[],
): readonly NamedField[] {
  if (pages.length < leastPages) return [];
  const isNamed = (name: string) => named.some((one) => one.name === name);
  const free = fields.filter(({ id, list }) => list === null && !named.some(({ field }) => field === id));
  const texts = gatherEvidence(
    free.filter(({ attribute }) => attribute === null),
    pages,
  ).filter(isOwn);
  const isTitled = isNamed('title') || isNamed('name');
  const title = isTitled ? null : onlyHeading(texts, pages);
  const isPriced = named.some(({ name }) => /price/i.test(name));
  // A page without a title is about no one thing.
  const price = isPriced || (!isTitled && title === null) ? null : priceOf(texts, pages);
  return [
    ...(title === null ? [] : [{ ...namedByMake(title.field, 'title', 'only heading'), ...framed(title) }]),
    ...(price === null ? [] : [namedByMake(price.field, isPay(price) ? 'salary' : 'price', 'type price')]),
  ];
}

/** A field under a name that its make gives it. */
export function namedByMake({ id, spots }: NamelessField, name: string, because: string): NamedField {
  return { field: id, name, confidence: byMake, because: [because], spots };
}

/** Whether a field is there once on nearly every page, differs and is no noise. */
function isOwn({ coverage, perPage, distinct, noise }: FieldEvidence): boolean {
  return coverage >= leastCoverage && perPage <= 1 && distinct >= leastDistinct && noise < 0.5;
}

function onlyHeading(texts: readonly FieldEvidence[], pages: Pages): FieldEvidence | null {
  const isSingle = pages.every(({ nodes }) => nodes.filter(({ tag }) => tag === 'h1').length <= 1);
  const headings = texts.filter(({ heading }) => heading === 1);
  return isSingle && headings.length === 1 ? (headings[0] ?? null) : null;
}

/** The one price that is not struck out, or the one that is clearly the nearest to the title. */
function priceOf(texts: readonly FieldEvidence[], pages: Pages): FieldEvidence | null {
  const prices = texts
    .filter(({ types, field }) => (types.get('price') ?? 0) >= leastPrices && !isStruck(field, pages))
    .sort((one, other) => other.nearTitle - one.nearTitle);
  const [first, second] = prices;
  if (first === undefined) return null;
  return second === undefined || first.nearTitle >= lead * second.nearTitle ? first : null;
}

/** Whether most values are paid by the year or by the hour: what work is paid with, and hardly anything else. */
function isPay({ values }: FieldEvidence): boolean {
  const paid = /\b(?:an?|per)\s(?:year|hour|annum)\b|\/\s?(?:year|yr|hour|hr)\b|\bp\.\s?a\.|年薪|时薪/i;
  return values.filter((value) => paid.test(value)).length * 2 > values.length;
}

/** Whether most values are crossed out, by their element or by what a class says of their looks. */
function isStruck({ spots }: NamelessField, pages: Pages): boolean {
  const all = pages.flatMap((page) => (spots.get(page.name) ?? []).map(({ node }) => ({ page, node })));
  return all.filter(({ page, node }) => hasAbove(page, node, isCrossed)).length * 2 > all.length;
}

function isCrossed({ tag, attrs }: PageNode): boolean {
  return /^(?:s|del|strike)$/.test(tag) || /line-through|struck/i.test(`${attrs.class} ${attrs.style}`);
}

function hasAbove({ nodes }: PreparedPage, from: number, test: (node: PageNode) => boolean): boolean {
  let node: PageNode | undefined = nodes[from];
  for (let level = 0; node !== undefined && level < 4; level++, node = nodes[node.parent])
    if (test(node)) return true;
  return false;
}

/**
 * Fields whose text is no date by itself ("3 days ago") give their name to the date that their element has for machines.
 */
export function withMachineDates(
  named: readonly NamedField[],
  fields: readonly NamelessField[],
  pages: Pages,
): readonly NamedField[] {
  const dates = fields.filter(({ attribute }) => attribute === 'datetime');
  if (dates.length === 0) return named;
  const taken = new Set(named.map(({ field }) => field));
  return named.map((one) => {
    const texts = [...one.spots.values()].flat();
    if (texts.length === 0 || texts.every(({ text }) => isDay(text))) return one;
    const machine = dates.find((date) => !taken.has(date.id) && isAround(date, one, pages));
    return machine === undefined ? one : { ...one, field: machine.id, spots: machine.spots };
  });
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d/.test(readAs(text, 'date')?.value ?? '');
}

/** Whether the element of one field's attribute holds the text of the other wherever that is shown. */
function isAround(date: NamelessField, { spots }: NamedField, pages: Pages): boolean {
  return pages.every(({ name, nodes }) => {
    const own = date.spots.get(name) ?? [];
    const shown = spots.get(name) ?? [];
    return shown.every(({ node }) => own.some((spot) => isBelow(nodes, spot.node, node)));
  });
}

function isBelow(nodes: readonly PageNode[], top: number, node: number): boolean {
  return node > top && node < (nodes[top]?.end ?? 0);
}
