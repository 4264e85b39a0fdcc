import type { PageNode, PreparedPage } from '../types.ts';
import { Kinds } from '../wrapper/runs.ts';
import { kidsOf, type Scope, scopeOf } from '../wrapper/scope.ts';
import { type Measures, measuresOf } from './measures.ts';
import { segmentations } from './segments.ts';

/** A list of records on one page. */
export interface RecordList {
  /** Node whose kids the records are. */
  readonly parent: number;
  /** Siblings that each record consists of, in document order. */
  readonly items: readonly (readonly number[])[];
  /** How much speaks for its being what the page is about. */
  readonly score: number;
}

/** Kids of one node that are looked at; a page may have more, but none of its lists changes its nature so late. */
const maxKids = 5000;

/** Lists that are told of at most. */
const maxLists = 20;

/**
 * The lists of records of one page, the main one first: repeated siblings or groups of siblings that are alike,
 * by how much text they hold, how regular they are and how many. No second page is needed.
 */
export function findRecords(page: PreparedPage): RecordList[] {
  const scope = scopeOf([{ page, nodes: [0] }]);
  const measures = measuresOf(page);
  const found: RecordList[] = [];
  for (const node of page.nodes) {
    if (node.kids.length < 2 || page.noise.get(node.index) === 'script') continue;
    const best = bestList(page, scope, measures, node);
    if (best) found.push(best);
  }
  return found.sort((a, b) => b.score - a.score || a.parent - b.parent).slice(0, maxLists);
}

function bestList(page: PreparedPage, scope: Scope, measures: Measures, parent: PageNode): RecordList | null {
  const kids = kidsOf(page, parent).slice(0, maxKids);
  if (kids.length < 2) return null;
  const kinds = new Kinds(scope);
  const sequence = { peer: 0, nodes: kids };
  const symbols = kinds.spell(sequence).map(({ id }) => id);
  let best: RecordList | null = null;
  for (const { segments, regularity } of segmentations(symbols)) {
    const items = segments.map(([from, to]) => kids.slice(from, to).map(({ index }) => index));
    const list = judged(page, measures, parent.index, items, regularity);
    if (list && (!best || list.score > best.score)) best = list;
  }
  return best;
}

/** Share of the records with a link from which one without is none. */
const linkedShare = 0.8;

function judged(
  page: PreparedPage,
  measures: Measures,
  parent: number,
  all: readonly (readonly number[])[],
  regularity: number,
): RecordList | null {
  const ranges = all.map((item): [number, number] => [item[0] as number, endOf(page, item)]);
  const withLink = ranges.map(([from, to]) => measures.links(from, to) > 0);
  const linked = withLink.filter(Boolean).length >= all.length * linkedShare;
  const items = all.filter((_, at) => {
    const [from, to] = ranges[at] as [number, number];
    return measures.text(from, to) > 0 && (!linked || withLink[at]);
  });
  if (items.length < 2) return null;
  const sizes = items.map((item) => measures.text(item[0] as number, endOf(page, item)));
  const unlinked = items.map((item) => {
    const [from, to] = [item[0] as number, endOf(page, item)];
    return measures.text(from, to) - measures.linked(from, to);
  });
  const text = sum(sizes);
  // Records are about as long as each other; one that holds nearly everything is the page and not a record.
  const evenness = 1 - Math.max(...sizes) / text;
  const weight = text + 2 * sum(unlinked);
  const score = weight * regularity ** 2 * evenness * Math.log2(1 + items.length) * (linked ? 1.5 : 1);
  return { parent, items, score };
}

function endOf(page: PreparedPage, item: readonly number[]): number {
  return page.nodes[item.at(-1) as number]?.end ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
