import { typeShares } from '../recognise/index.ts';
import type { PageNode, PreparedPage, Spot } from '../types.ts';
import { commonTexts } from './common.ts';
import { labelsOf } from './labels.ts';
import { namesOf } from './markup.ts';
import type { FieldEvidence, NamelessField, Pages } from './types.ts';

/** A value with the page it stands on. */
export interface PlacedSpot {
  readonly page: PreparedPage;
  readonly spot: Spot;
}

/** Gathers what the sample says about each field. */
export function gatherEvidence(fields: readonly NamelessField[], pages: Pages): readonly FieldEvidence[] {
  const isCommon = commonTexts(pages);
  const titles = new Map(pages.map((page) => [page, bare(page.document.title)]));
  return fields.map((field) => evidenceOf(field, pages, isCommon, titles));
}

function evidenceOf(
  field: NamelessField,
  pages: Pages,
  isCommon: (text: string) => boolean,
  titles: ReadonlyMap<PreparedPage, string>,
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
    perPage: placed.length / Math.max(1, having),
    distinct: new Set(values).size / Math.max(1, values.length),
    labels: labelsOf(placed, isCommon),
    names: namesOf(placed, field.attribute),
    types: typeShares(values.slice(0, 60)),
    title: mean(({ page, spot }) => titleShare(titles.get(page) ?? '', bare(spot.text))),
    heading: mean(({ page, spot }) => (isWithin(page, spot.node, /^h[12]$/) ? 1 : 0)),
    position: mean(({ page, spot }) => spot.node / page.nodes.length),
    length: mean(({ spot }) => spot.text.length),
    noise: mean(({ page, spot }) => (page.noise.has(spot.node) ? 1 : 0)),
    linked: mean(({ page, spot }) => (isWithin(page, spot.node, /^a$/) ? 1 : 0)),
  };
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

/** 0 where the title does not hold the value; more, the more of the title it is. */
function titleShare(title: string, value: string): number {
  if (value.length < 3 || title === '') return 0;
  if (` ${title} `.includes(` ${value} `)) return 0.6 + (0.4 * value.length) / title.length;
  const words = value.split(' ');
  const have = new Set(title.split(' '));
  const share = words.filter((word) => have.has(word)).length / words.length;
  return words.length >= 3 && share >= 0.75 ? 0.6 * share : 0;
}

function isWithin(page: PreparedPage, from: number, tags: RegExp): boolean {
  let node: PageNode | undefined = page.nodes[from];
  for (let level = 0; node && level < 4; level++, node = page.nodes[node.parent]) {
    if (tags.test(node.tag)) return true;
  }
  return false;
}
