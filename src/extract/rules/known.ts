import { addTo } from '../../model/multimap.ts';
import { plainText } from '../../records/index.ts';
import type { FieldValue } from '../../records/record.ts';
import { valuesOf } from '../../records/record.ts';
import { momentIn, onlyNumber } from '../../records/values.ts';
import { pathOf } from '../page/index.ts';
import type { PreparedPage, Spot } from '../types.ts';
import type { Finding } from './apply.ts';

/** Values of an older record of a page, by field. */
export type Known = Readonly<Record<string, FieldValue>>;

/** Values of older records of the items of a page's lists, in their order, by list. */
export type KnownItems = Readonly<Record<string, readonly Known[]>>;

/** What older records of a page said, and of which type they were. */
export interface KnownRecord {
  readonly type: string;
  readonly fields: Known;
  readonly items?: KnownItems;
}

/** The known values of one field. */
export function knownOf(known: Known, field: string): readonly string[] {
  return valuesOf(known[field]).filter((text) => text !== '');
}

/** Attributes that may show what a text showed before. */
const shownAttributes = ['content', 'value', 'title', 'alt', 'datetime', 'href', 'src'];

/** Signs that a part of a text must have at least to be taken for the value. */
const leastPart = 4;

/**
 * Places of a page that show one of the values: texts that are it, else texts that have it as a part behind a
 * label, else texts that say the same number or date in another way, else attributes.
 */
export function placesShowing(page: PreparedPage, values: readonly string[]): readonly Spot[] {
  const wanted = new Set(values.map(plainText).filter((text) => text !== ''));
  if (wanted.size === 0) return [];
  const texts = page.nodes.filter(({ text, index }) => text !== '' && page.noise.get(index) !== 'script');
  const spot = (node: number, text: string, attribute: string | null = null): Spot => ({
    path: pathOf(page, node, attribute),
    node,
    text,
  });
  const index = wholeTexts(page);
  const whole = [...wanted].flatMap((text) => index.get(text) ?? []);
  if (whole.length > 0)
    return whole
      .toSorted((one, other) => one - other)
      .map((node) => spot(node, page.nodes[node]?.text ?? ''));
  const parts = values
    .filter((value) => value.length >= leastPart)
    .flatMap((value) =>
      texts.filter(({ text }) => hasPart(text, value)).map(({ index }) => spot(index, value)),
    );
  if (parts.length > 0) return parts;
  const same = texts.filter(({ text }) => text.length < 60 && values.some((value) => saysSame(text, value)));
  if (same.length > 0) return same.map(({ index, text }) => spot(index, text));
  return page.nodes.flatMap(({ index, attrs }) =>
    shownAttributes.flatMap((name) => {
      const value = attrs[name];
      return value !== undefined && wanted.has(plainText(value)) ? spot(index, value, name) : [];
    }),
  );
}

const indices = new WeakMap<PreparedPage, ReadonlyMap<string, readonly number[]>>();

/** Nodes by the text that they show, as it is compared. */
function wholeTexts(page: PreparedPage): ReadonlyMap<string, readonly number[]> {
  const known = indices.get(page);
  if (known !== undefined) return known;
  const index = new Map<string, number[]>();
  for (const { text, index: node } of page.nodes) {
    if (text === '' || page.noise.get(node) === 'script') continue;
    addTo(index, plainText(text), node);
  }
  indices.set(page, index);
  return index;
}

/** Whether the text ends or begins with the value, behind or before something else that is no word of it. */
function hasPart(text: string, value: string): boolean {
  const at = text.indexOf(value);
  if (at < 0 || text.length > value.length * 4 + 40) return false;
  const before = text.slice(0, at);
  const after = text.slice(at + value.length);
  return !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after);
}

/** Whether two texts say the same number or the same day. */
function saysSame(text: string, value: string): boolean {
  const [number, other] = [onlyNumber(text), onlyNumber(value)];
  // Small numbers stand everywhere on a page.
  if (number !== null && number === other) return String(number).replace(/\D/g, '').length >= 3;
  const [moment, then] = [momentIn(text), momentIn(value)];
  return moment !== null && moment === then;
}

/** Whether the page shows a known value, but not where the rule found something. */
export function standsElsewhere(page: PreparedPage, { spots }: Finding, known: readonly string[]): boolean {
  const wanted = known.map(plainText);
  if (spots.some(({ text }) => wanted.includes(plainText(text)))) return false;
  return placesShowing(page, known).length > 0;
}

/** Signs of a value of an item below which it may stand anywhere. */
const leastSigns = 4;

/**
 * Items of a list whose known value a page still shows as a text, and those of them where the rule did not find it:
 * each item counts, since a list may have changed on the only page that has one.
 */
export function displacedItems(
  page: PreparedPage,
  findings: readonly Finding[],
  values: readonly (readonly string[])[],
): { readonly known: number; readonly displaced: number } {
  if (values.length === 0) return { known: 0, displaced: 0 };
  const found = new Set(findings.flatMap(({ spots }) => spots.map(({ text }) => plainText(text))));
  const index = wholeTexts(page);
  let [known, displaced] = [0, 0];
  for (const texts of values) {
    const wanted = texts.map(plainText).filter((text) => text.length >= leastSigns);
    if (!wanted.some((text) => index.has(text))) continue;
    known++;
    if (!wanted.some((text) => found.has(text))) displaced++;
  }
  return { known, displaced };
}
