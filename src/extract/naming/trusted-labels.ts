import { timesOf } from '../../model/counts.ts';
import type { ValueType } from '../../values/index.ts';
import { headOf, labelKey, nearTexts } from '../locate/index.ts';
import type { PageNode, PreparedPage, Spot } from '../types.ts';
import { commonTexts } from './common-texts.ts';
import { isWithin } from './evidence.ts';
import type { FieldEvidence, LabelEvidence, Pages } from './types.ts';

/**
 * How a label is shown: as one by its mark or its element, by its type face alone, as something to click on,
 * or like any other text.
 */
type Look = 'label' | 'shown' | 'link' | 'plain';

/** Values that are looked at for each label. */
const mostSpots = 20;
/** Words of a label that is marked as one (bold, a header of a table, with a colon). */
const longestMarked = 6;
/** Words of a label that nothing marks. */
const longestPlain = 4;

/** Words that join others and name nothing. */
const joining: ReadonlySet<string> = new Set(
  (
    'a an the and or but nor of from by in on at to for with without as per via is are was be this that these ' +
    'those it its your our my their his her you we i all any each more most other new old here there now up ' +
    'out off over under about than then not no yes else what who how when where which if so also only just and/or'
  ).split(' '),
);

/** Words that begin what a page asks its reader to do. */
const asking: ReadonlySet<string> = new Set(
  (
    'add ask browse buy change check choose click compare continue create discover download email enter explore ' +
    'find get give go grab learn log login join open order post print rate read register report save search see ' +
    'select send share shop show sign start submit subscribe switch tell try turn update upload use view visit watch write'
  ).split(' '),
);

/** Types that are no accident. */
const telling: readonly ValueType[] = [
  ...(['isbn', 'gtin', 'email', 'url', 'price', 'percentage', 'rating', 'date', 'time'] as const),
  ...(['phone', 'quantity', 'year', 'number', 'address'] as const),
];

/**
 * Whether a text beside values can be believed to be their label where nobody has said what is wanted.
 *
 * Most texts that stand before others on every page are buttons, links and headings. A label has a mark or an
 * element for labels, or it stands before values that are of a type or differ from page to page.
 */
export function isTrusted(label: LabelEvidence, evidence: FieldEvidence, pages: Pages): boolean {
  const words = plainWords(label.text);
  // What has a value of its own is no label of the next one.
  if (words.every((word) => joining.has(word) || /^\d+$/.test(word)) || headOf(label.text) !== null)
    return false;
  const key = labelKey(label.text);
  // Where a label is among its values, rows were read out of step.
  if (evidence.values.some((value) => labelKey(value) === key)) return false;
  const look = lookOf(key, evidence, pages);
  if (look === 'label') return words.length <= longestMarked;
  if (words.length > longestPlain || (/\d/.test(label.text) && !/[:：]$/.test(label.text))) return false;
  if (isRequest(label.text) || joining.has(words.at(-1) as string)) return false;
  if (isTyped(evidence)) return true;
  return look === 'shown' && isInformation(evidence, pages);
}

/**
 * A field without those labels, from a weight on, that speak of something else: sentences, what a link of a menu says, unless the
 * values are of a type, the heading of several things of one kind, which is none of the first of them, and what
 * is the label of a control of a form.
 */
export function withoutFalseLabels(evidence: FieldEvidence, pages: Pages, least: number): FieldEvidence {
  const isFalse = ({ text, weight }: LabelEvidence): boolean => {
    if (weight < least) return false;
    const key = labelKey(text);
    return (
      isSentence(text) ||
      isMostly(key, evidence, pages, isOfControl) ||
      (!isTyped(evidence) && isMostly(key, evidence, pages, isOfMenu)) ||
      isMostly(key, evidence, pages, isOverMany)
    );
  };
  const labels = isListing(evidence, pages) ? [] : evidence.labels.filter((label) => !isFalse(label));
  return labels.length === evidence.labels.length ? evidence : { ...evidence, labels };
}

function isTyped({ types }: FieldEvidence): boolean {
  return telling.some((type) => (types.get(type) ?? 0) >= 0.6);
}

/** Whether something holds of a label beside most of the values. */
function isMostly(
  key: string,
  { field }: FieldEvidence,
  pages: Pages,
  is: (page: PreparedPage, value: number, label: number) => boolean,
): boolean {
  const placed = placedOf(field, pages);
  const such = placed.filter(({ page, spot }) => {
    const near = nearTexts(page, spot.node).find((one) => labelKey(one.text) === key);
    return near !== undefined && is(page, spot.node, near.node);
  });
  return such.length * 2 > placed.length;
}

/** Whether most values are in listings of programs, where a colon is no mark of labels. */
function isListing({ field }: FieldEvidence, pages: Pages): boolean {
  const placed = placedOf(field, pages);
  return (
    placed.filter(({ page, spot }) => isWithin(page, spot.node, /^(?:pre|samp|kbd)$/)).length * 2 >
    placed.length
  );
}

/** Words that a text which ends like a sentence has at least to be one. */
const sentenceWords = 4;

function isSentence(text: string): boolean {
  return /[.!?。！？]$/.test(text) && plainWords(text).length >= sentenceWords;
}

/** Whether there is something to enter between a label and the value, or the label is that of one. */
function isOfControl({ nodes }: PreparedPage, value: number, label: number): boolean {
  if (nodes[(nodes[label] as PageNode).parent]?.attrs.for !== undefined) return true;
  for (let at = label + 1; at < value; at++) if (isControl(nodes[at] as PageNode)) return true;
  return false;
}

/** Whether something can be entered into an element or chosen in it. */
function isControl({ tag, attrs }: PageNode): boolean {
  return /^(?:select|textarea)$/.test(tag) || (tag === 'input' && attrs.type !== 'hidden');
}

/** Whether a label is a link in a part of the page for links that the value is not in. */
function isOfMenu(page: PreparedPage, value: number, label: number): boolean {
  if (!isWithin(page, label, clickable)) return false;
  let node: PageNode | undefined = page.nodes[label];
  for (let level = 0; node && level < 5; level++, node = page.nodes[node.parent])
    if (menuTags.test(node.tag)) return value < node.index || value >= node.end;
  return false;
}

const menuTags = /^(?:nav|header|footer|menu|ul|ol)$/;

const heading = /^h[1-6]$/;
/** Elements that say by themselves that they are one of several. */
const rowTags = /^(?:li|tr|article|dd)$/;

/** Whether a label is the heading of several blocks of one make, and the value is in one of them. */
function isOverMany(page: PreparedPage, value: number, label: number): boolean {
  const { nodes } = page;
  if (!isWithin(page, label, heading) || isSingular(nodes[label]?.text ?? '')) return false;
  const make = ({ tag, attrs }: PageNode) => `${tag} ${attrs.class ?? ''}`;
  for (let node = nodes[value]; node !== undefined; node = nodes[node.parent]) {
    if (label >= node.index && label < node.end) return false;
    const own = make(node);
    const kids = nodes[node.parent]?.kids ?? [];
    const like = kids.filter((kid) => kid > label && own === make(nodes[kid] as PageNode));
    if (like.length > 1 && (node.attrs.class || rowTags.test(node.tag))) return true;
  }
  return false;
}

/** Whether a label speaks of one thing, as far as its language shows that: "Engine" over the engine and what belongs to it. */
function isSingular(label: string): boolean {
  return /\p{Script=Latin}/u.test(label) && !/[^s]s\P{L}*$/iu.test(label);
}

/** Whether a text asks the reader to do something: what buttons and links say. */
export function isRequest(text: string): boolean {
  return asking.has(plainWords(text)[0] ?? '');
}

function plainWords(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+|\d+/gu) ?? []
  );
}

/** Whether values differ, and are neither the next label nor a link to somewhere else. */
function isInformation({ field, values, distinct }: FieldEvidence, pages: Pages): boolean {
  const isCommon = commonTexts(pages);
  const common = values.filter(isCommon).length;
  const placed = placedOf(field, pages);
  const linked = placed.filter(({ page, spot }) => isLinkedThrough(page, spot.node)).length;
  return distinct >= 0.5 && common * 3 < values.length && linked * 2 < placed.length;
}

/** Whether all that a value shows is something to press. */
function isLinkedThrough(page: PreparedPage, value: number): boolean {
  const { index, end } = page.nodes[value] as PageNode;
  const texts = page.nodes.slice(index, end).filter(({ tag }) => tag === '#text');
  return isWithin(page, value, clickable) || texts.every((text) => isWithin(page, text.index, clickable));
}

/** How most of the values show the label. */
function lookOf(key: string, { field }: FieldEvidence, pages: Pages): Look {
  const looks = placedOf(field, pages).map(({ page, spot }) => lookAt(page, spot, key));
  const [most] = [...timesOf(looks.filter((look) => look !== null))].sort((one, other) => other[1] - one[1]);
  return most?.[0] ?? 'plain';
}

function placedOf(
  { spots }: FieldEvidence['field'],
  pages: Pages,
): readonly { readonly page: PreparedPage; readonly spot: Spot }[] {
  return pages
    .flatMap((page) => (spots.get(page.name) ?? []).map((spot) => ({ page, spot })))
    .slice(0, mostSpots);
}

const clickable = /^(?:a|button|option|summary|select)$/;

function lookAt(page: PreparedPage, spot: Spot, key: string): Look | null {
  const { text } = page.nodes[spot.node] as PageNode;
  const head = headOf(text);
  if (head !== null && labelKey(head) === key) return isWithin(page, spot.node, clickable) ? 'link' : 'label';
  const near = nearTexts(page, spot.node).find((one) => labelKey(one.text) === key);
  if (near === undefined) return text === spot.text ? null : 'plain';
  if (isWithin(page, near.node, clickable)) return 'link';
  if (/[:：=]$/.test(near.text) || /^[:：]/.test(text) || isColon(page, near.node + 1)) return 'label';
  if (isWithin(page, near.node, /^(?:th|dt|label)$/)) return 'label';
  if (near.side === 'before' && isNextCell(page, near.node, spot.node)) return 'label';
  const isShown = near.side === 'column' || isWithin(page, near.node, /^(?:b|strong|h[1-6]|legend|caption)$/);
  return isShown ? 'shown' : 'plain';
}

/** Whether the next text after a node is a colon that stands alone. */
function isColon({ nodes }: PreparedPage, from: number): boolean {
  for (let at = from; at < from + 3; at++)
    if (nodes[at]?.tag === '#text') return /^[:：]/.test(nodes[at]?.text ?? '');
  return false;
}

/** Whether a value is in the cell after that of its label, which holds nothing else; cells go in pairs. */
function isNextCell(page: PreparedPage, label: number, value: number): boolean {
  const cell = cellOf(page, label);
  const other = cellOf(page, value);
  if (cell === null || other === null || cell.parent !== other.parent) return false;
  const texts = page.nodes.slice(cell.index, cell.end).filter(({ tag }) => tag === '#text');
  const place = page.nodes[cell.parent]?.kids.indexOf(cell.index) ?? 1;
  return texts.length === 1 && other.index === cell.end && place % 2 === 0;
}

function cellOf(page: PreparedPage, from: number): PageNode | null {
  for (let node = page.nodes[from]; node; node = page.nodes[node.parent]) if (node.tag === 'td') return node;
  return null;
}
