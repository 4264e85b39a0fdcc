import { pathOf } from '../page/index.ts';
import type { PageNode, PreparedPage, Spot } from '../types.ts';
import type { NamelessField, Pages } from './types.ts';

/** Values of one attribute at most: more are a list of something. */
const mostValues = 40;
/** Pages from which on it says something that all have as many values. */
const enoughPages = 3;

/**
 * Fields of several values: authors, genres, benefits. A page with two of them seems to have a field more than one with a
 * single one, so each field is offered with all that stands beside its values and is made like them as well. Where all
 * pages have as many, these are as many attributes in one row.
 */
export function joinSiblings(fields: readonly NamelessField[], pages: Pages): readonly NamelessField[] {
  const made = new Map<string, NamelessField>();
  for (const field of fields) {
    const grown = grownField(field, pages);
    if (grown === null) continue;
    const key = [...grown.spots].map(([page, [first]]) => `${page} ${first?.node}`).join(',');
    if (!made.has(key)) made.set(key, grown);
  }
  return [...made.values()];
}

function grownField(field: NamelessField, pages: Pages): NamelessField | null {
  const spots = new Map<string, readonly Spot[]>();
  const sizes = new Set<number>();
  for (const page of pages) {
    const own = field.spots.get(page.name) ?? [];
    const [first] = own;
    if (first === undefined) continue;
    const run = runAround(page, first);
    if (run.length > mostValues || !own.every(({ node }) => run.some((spot) => spot.node === node)))
      return null;
    spots.set(page.name, run);
    sizes.add(run.length);
  }
  const isSeveral = sizes.size > 1 || (spots.size < enoughPages && Math.max(0, ...sizes) > 1);
  if (!isSeveral) return null;
  return { id: `${field.id}+more`, list: null, attribute: null, sideBySide: true, spots };
}

/** A text with those in siblings of its element that are made like it, with nothing but marks between them. */
function runAround(page: PreparedPage, spot: Spot): readonly Spot[] {
  const { nodes } = page;
  const element = ownElement(nodes, spot.node);
  const isWhole = nodes[spot.node]?.text === spot.text;
  const siblings = nodes[element?.parent ?? -1]?.kids ?? [];
  if (element === null || !isWhole || !siblings.includes(element.index)) return [spot];
  const make = makeOf(nodes, element);
  const run = [element.index];
  for (const step of [-1, 1]) {
    for (let at = siblings.indexOf(element.index) + step; at >= 0 && at < siblings.length; at += step) {
      const other = nodes[siblings[at] as number] as PageNode;
      if (isMark(other)) continue;
      if (makeOf(nodes, other) !== make) break;
      run.push(other.index);
    }
  }
  return run
    .toSorted((one, other) => one - other)
    .flatMap((index) => {
      const text = nodes.slice(index, nodes[index]?.end).find(({ tag }) => tag === '#text');
      return text === undefined ? [] : { path: pathOf(page, text.index), node: text.index, text: text.text };
    });
}

/** The outermost element that holds a text and nothing else; `null` where the text has siblings. */
function ownElement(nodes: readonly PageNode[], text: number): PageNode | null {
  let own: PageNode | null = null;
  for (let node = nodes[(nodes[text] as PageNode).parent]; node?.kids.length === 1; node = nodes[node.parent])
    own = node;
  return own;
}

/** Tags and classes from an element down to its only text; another for each element that holds more. */
function makeOf(nodes: readonly PageNode[], element: PageNode): string {
  const steps: string[] = [];
  let node: PageNode | undefined = element;
  while (node !== undefined && node.tag !== '#text') {
    if (node.kids.length !== 1) return `${node.index}`;
    steps.push(`${node.tag} ${node.attrs.class ?? ''} ${node.attrs.itemprop ?? ''}`);
    node = nodes[node.kids[0] as number];
  }
  return node === undefined ? `${element.index}` : steps.join('/');
}

/** Whether a node parts values and is none itself. */
function isMark({ tag, text }: PageNode): boolean {
  return tag === 'br' || (tag === '#text' && !/[\p{L}\p{N}]/u.test(text)) || /^(?:and|&)$/i.test(text.trim());
}
