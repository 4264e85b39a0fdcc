import { addTo } from '../../model/multimap.ts';
import { columnHead, headOf, isLabelLike, labelKey } from '../locate/index.ts';
import { pathOf } from '../page/index.ts';
import type { PageNode, PreparedPage, Spot } from '../types.ts';
import { commonTexts } from './common-texts.ts';
import { isAcrossRows } from './label-blocks.ts';
import type { NamelessField, Pages } from './types.ts';
import { nameFrom } from './words.ts';

/** Pages that must show a label before what stands beside it is a field. */
const leastShare = 0.2;

/**
 * Fields that are known by their label alone: the text behind a colon, or the one after a label.
 *
 * They stand in for what comparing pages cannot see: rows of label and value that look like a list, and
 * values that happened to be the same on all pages of the sample.
 */
export function pairFields(pages: Pages): readonly NamelessField[] {
  const isCommon = commonTexts(pages);
  const groups = new Map<string, Map<string, Spot[]>>();
  for (const page of pages) {
    for (const { label, spot } of pairsOn(page, isCommon)) {
      const group = groups.get(label) ?? new Map<string, Spot[]>();
      groups.set(label, group);
      addTo(group, page.name, spot);
    }
  }
  return [...groups]
    .filter(([, spots]) => spots.size >= Math.max(2, pages.length * leastShare))
    .map(([label, spots]) => ({ id: `label:${nameFrom(label)}`, list: null, attribute: null, spots }));
}

/** Fields that are known by the head of their column alone, in tables with one row below it. */
export function columnFields(pages: Pages): readonly NamelessField[] {
  const isCommon = commonTexts(pages);
  const groups = new Map<string, Map<string, Spot[]>>();
  for (const page of pages) {
    for (const node of page.nodes) {
      if (node.tag !== '#text' || !/[\p{L}\p{N}]/u.test(node.text)) continue;
      const head = columnHead(page, node);
      if (head === null || !isCommon(head.text) || isCommon(node.text)) continue;
      const key = labelKey(head.text);
      const group = groups.get(key) ?? new Map<string, Spot[]>();
      groups.set(key, group);
      addTo(group, page.name, spotOf(page, node, node.text));
    }
  }
  return [...groups]
    .filter(([, spots]) => spots.size >= Math.max(2, pages.length * leastShare))
    .filter(([, spots]) => [...spots.values()].every(({ length }) => length === 1))
    .map(([head, spots]) => ({ id: `column:${nameFrom(head)}`, list: null, attribute: null, spots }));
}

/** Points of a list that are values of one attribute: more are a list of something. */
const mostPoints = 40;

/**
 * Fields that are lists of points below a label. Where points are few and come again on most pages, comparing pages takes them
 * for part of the template.
 */
export function pointFields(pages: Pages): readonly NamelessField[] {
  const isCommon = commonTexts(pages);
  const groups = new Map<string, Map<string, readonly Spot[]>>();
  for (const page of pages) {
    for (const list of page.nodes.filter(({ tag, index }) => /^[uo]l$/.test(tag) && !page.noise.has(index))) {
      const label = textBefore(page, list.index);
      const points = pointsOf(page, list);
      if (label === null || points === null || !isCommon(label.text)) continue;
      const isHead = isLabel(page, label) || /^h[2-6]$/.test(page.nodes[label.parent]?.tag ?? '');
      if (!isHead || !sameBlock(page, label, list)) continue;
      const key = labelKey(label.text);
      groups.set(key, (groups.get(key) ?? new Map<string, readonly Spot[]>()).set(page.name, points));
    }
  }
  return [...groups]
    .filter(([, spots]) => spots.size >= Math.max(2, pages.length * leastShare))
    .filter(([, spots]) => new Set([...spots.values()].map(({ length }) => length)).size > 1)
    .map(([label, spots]) => ({
      id: `points:${nameFrom(label)}`,
      list: null,
      attribute: null,
      sideBySide: true as const,
      spots,
    }));
}

/** The last text before a node. */
function textBefore({ nodes }: PreparedPage, from: number): PageNode | null {
  for (let at = from - 1; at >= 0; at--)
    if (nodes[at]?.tag === '#text' && /\p{L}/u.test(nodes[at]?.text ?? '')) return nodes[at] as PageNode;
  return null;
}

/** The points of a list that has nothing else, each a text of its own. */
function pointsOf(page: PreparedPage, { kids }: PageNode): readonly Spot[] | null {
  if (kids.length === 0 || kids.length > mostPoints) return null;
  const spots = kids.flatMap((kid) => {
    const { tag, index, end } = page.nodes[kid] as PageNode;
    const texts = page.nodes.slice(index, end).filter((node) => node.tag === '#text');
    return tag === 'li' && texts.length === 1 ? spotOf(page, texts[0] as PageNode, texts[0]?.text ?? '') : [];
  });
  return spots.length === kids.length ? spots : null;
}

interface Pair {
  readonly label: string;
  readonly spot: Spot;
}

function* pairsOn(page: PreparedPage, isCommon: (text: string) => boolean): Generator<Pair> {
  let last: PageNode | null = null;
  for (const node of page.nodes) {
    if (node.tag !== '#text' || page.noise.get(node.index) === 'script') continue;
    const head = headOf(node.text);
    if (head !== null && isCommon(head)) {
      yield { label: labelKey(head), spot: spotOf(page, node, node.text.slice(head.length).trim()) };
      last = null;
      continue;
    }
    const isValue = !/[:：]$/.test(node.text) && node.text.length <= 300 && /[\p{L}\p{N}]/u.test(node.text);
    if (last !== null && isValue && isLabel(page, last) && isCommon(last.text) && sameBlock(page, last, node))
      yield { label: labelKey(last.text), spot: spotOf(page, node, node.text.replace(/^[:：]\s*/, '')) };
    if (/[\p{L}\p{N}]/u.test(node.text)) last = node;
  }
}

/** Made to look like a label: a colon, or an element for labels. */
function isLabel(page: PreparedPage, node: PageNode): boolean {
  if (!isLabelLike(node.text) || node.text.length > 40) return false;
  if (/[:：]$/.test(node.text)) return true;
  let above = page.nodes[node.parent];
  for (let level = 0; above && level < 3; level++, above = page.nodes[above.parent]) {
    if (/^(?:th|dt|td|b|strong|label|em)$/.test(above.tag)) return true;
  }
  return false;
}

/** Label and value stand in one row or block of few texts. */
function sameBlock(page: PreparedPage, label: PageNode, value: PageNode): boolean {
  let above = page.nodes[label.parent];
  while (above !== undefined && value.index >= above.end) above = page.nodes[above.parent];
  if (above === undefined) return false;
  const up = Math.max(label.depth, value.depth) - above.depth;
  return up <= 5 && !isAcrossRows(page, label.index, value.index);
}

function spotOf(page: PreparedPage, { index }: PageNode, text: string): Spot {
  return { path: pathOf(page, index), node: index, text };
}
