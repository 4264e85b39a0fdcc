import { stableClasses } from '../dom/pattern/stable.ts';
import { findRecords, isOfRecords, type MainList, mainListOf, textsIn } from '../extract/lists/index.ts';
import { applyRules } from '../extract/rules/apply.ts';
import type { PageNode, PreparedPage, TemplateRules } from '../extract/types.ts';
import { namedColumns } from './columns.ts';
import type { AnswerRow } from './types.ts';

/** An answer with several records: it shows where they stand, also in answers with one. */
export type AnswerSample = MainList;

/** Records from which on a page surely shows where they stand, and from which on it may. */
export const sampleSizes = { sure: 6, least: 3 } as const;

/** The records of a page as a sample; `null` where it has too few to tell. */
export function answerSample(page: PreparedPage): AnswerSample | null {
  const [best] = findRecords(page).filter((list) => isOfRecords(page, list));
  const main = mainListOf([page])?.[0];
  // Where a page has two records, the parts of both look like a longer list.
  const isPart = main !== undefined && best !== undefined && isWithin(page, main.items, best.items);
  const items = (isPart ? best?.items : main?.items) ?? best?.items ?? [];
  return items.length >= sampleSizes.least ? { page, items } : null;
}

/** Whether items are parts of others that are fewer. */
function isWithin(
  { nodes }: PreparedPage,
  items: readonly (readonly number[])[],
  others: readonly (readonly number[])[],
): boolean {
  const whole = others.flat().map((index) => nodes[index] as PageNode);
  const isInside = (node: number) => whole.some(({ index, end }) => index < node && node < end);
  return items.length > others.length && items.flat().every(isInside);
}

/** Reads the records of an answer's pages: by rules where there are some, else where the sample has them. */
export function answerRows(
  pages: readonly PreparedPage[],
  sample: AnswerSample | null,
  rules: readonly TemplateRules[] = [],
): readonly AnswerRow[] {
  const ruled = pages.flatMap((page) => ruledRows(page, rules));
  if (ruled.length > 0) return placed(ruled);
  if (sample === null) return [];
  const own = pages.map((page) => (page === sample.page ? sample : { page, items: itemsLike(page, sample) }));
  return rowsIn(own, sample);
}

/** Items of a page that are made like those of the sample, and stand in the like. */
function itemsLike(page: PreparedPage, sample: AnswerSample): readonly (readonly number[])[] {
  const wanted = new Set(
    sample.items.filter(({ length }) => length === 1).map(([first = 0]) => makeOf(sample.page, first)),
  );
  if (wanted.size === 0) {
    const own = answerSample(page);
    return own === null ? [] : own.items;
  }
  return page.nodes
    .filter(({ tag, index }) => tag !== '#text' && wanted.has(makeOf(page, index)))
    .filter(({ index }) => textsIn(page, [index]).length > 0)
    .map(({ index }) => [index]);
}

/** How an element and what is around it are made: tags with their lasting classes. */
function makeOf({ nodes }: PreparedPage, index: number): string {
  const parts: string[] = [];
  for (let node = nodes[index]; node !== undefined && parts.length < 4; node = nodes[node.parent])
    parts.push(`${node.tag}.${[...stableClasses(node.attrs.class)][0] ?? ''}`);
  // Rows of tables are told apart by what they hold: the head is no record.
  const first = nodes[nodes[index]?.kids[0] ?? -1];
  return nodes[index]?.tag === 'tr' ? [first?.tag, ...parts].join('<') : parts.join('<');
}

/** Rows of some lists; columns are found and named together with those of the sample, which has more of them. */
function rowsIn(lists: readonly MainList[], sample: AnswerSample): readonly AnswerRow[] {
  const columns = namedColumns(lists.includes(sample) ? lists : [sample, ...lists]);
  const rows = lists.flatMap(({ page, items }) =>
    items.map((nodes, nth): Omit<AnswerRow, 'place'> => {
      const fields: Record<string, readonly string[]> = {};
      let url = page.url ?? '';
      for (const { name, attribute, read, column } of columns) {
        const values = (column.spots.get(page)?.get(nth) ?? [])
          .map(({ text }) => read(text))
          .filter((text) => text !== '');
        if (values.length === 0) continue;
        if (name === 'url' && attribute === 'href')
          url = URL.parse(values[0] ?? '', page.url ?? undefined)?.href ?? url;
        else fields[name] ??= values;
      }
      return { fields, url, text: textOf(page, nodes) };
    }),
  );
  return placed(rows.filter(({ fields }) => Object.keys(fields).length > 0));
}

function textOf(page: PreparedPage, nodes: readonly number[]): string {
  return textsIn(page, nodes)
    .map(({ text }: PageNode) => text)
    .join(' ');
}

/** Records that learned rules find in the lists of a page. */
function ruledRows(page: PreparedPage, rules: readonly TemplateRules[]): readonly Omit<AnswerRow, 'place'>[] {
  for (const each of rules) {
    const { items, extraction } = applyRules(each, page);
    if (items.length === 0 || extraction.fit < leastFit) continue;
    return items.map(({ findings, nodes }) => {
      const found = findings.filter(({ spots }) => spots.length > 0);
      const fields = Object.fromEntries(
        found.map(({ rule, spots }) => [rule.name, spots.map(({ text }) => text)]),
      );
      const { url: own, ...rest } = fields;
      const url = URL.parse(own?.[0] ?? '', page.url ?? undefined)?.href ?? page.url ?? '';
      return { fields: rest, url, text: textOf(page, nodes) };
    });
  }
  return [];
}

/** Share of what rules expect that a page must have. */
const leastFit = 0.55;

function placed(rows: readonly Omit<AnswerRow, 'place'>[]): readonly AnswerRow[] {
  return rows.map((row, place) => ({ ...row, place }));
}
