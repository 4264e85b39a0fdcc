import type { PageNode, PreparedPage } from '../types.ts';
import { textsIn } from './item-texts.ts';
import type { Measures } from './measures.ts';
import type { RecordList } from './records.ts';
import { firstClass } from './shapes.ts';

/** Elements that hold what was said and, in others of their name, what was answered to it. */
const holders = /^(?:li|article|section|div|details|dd|blockquote)$/;
/** Items that a tree has at least. */
const leastItems = 3;
/** Share of the items that say something beside what is answered to them. */
const leastSpeaking = 0.8;
/** Texts that items which say nothing else may have: names of those who answered, or a fold. */
const leastTexts = 2;

/**
 * A list whose items hold items of the same name, as replies hold replies: all of them in the order of the page, each
 * without those inside it. `null` where nothing is nested.
 */
export function unfolded(page: PreparedPage, measures: Measures, list: RecordList): RecordList | null {
  const { nodes } = page;
  const tops = list.items.map((item) => nodes[item[0] ?? 0] as PageNode);
  const [first] = tops;
  const name = first === undefined ? '' : nameOf(first);
  if (name === '' || list.items.some(({ length }) => length > 1)) return null;
  if (!tops.every((top) => nameOf(top) === name)) return null;
  const root = rootOf(page, list.parent, name);
  const twins = nodes.slice(root.index + 1, root.end).filter((node) => nameOf(node) === name);
  const outer = twins.filter(({ parent }) => !isWithin(page, parent, root.index, name));
  if (twins.length < leastItems || outer.length === twins.length) return null;
  const items = ownParts(page, twins, name).filter((item) => item.length > 0);
  const speaking = items.filter((item) => textsIn(page, item).length >= leastTexts).length;
  if (speaking < leastSpeaking * twins.length) return null;
  const textOf = (all: readonly PageNode[]) =>
    all.reduce((sum, { index, end }) => sum + measures.text(index, end), 0);
  const gain = Math.log2(1 + items.length) / Math.log2(1 + tops.length);
  return {
    parent: root.index,
    items,
    score: ((list.score * textOf(outer)) / Math.max(1, textOf(tops))) * gain,
  };
}

/** What an element is called by its author, where it may hold others of its name. */
function nameOf(node: PageNode): string {
  const own = firstClass(node);
  return own === '' || !holders.test(node.tag) ? '' : `${node.tag}.${own}`;
}

/** What holds the outermost elements of a name that a node is in. */
function rootOf({ nodes }: PreparedPage, at: number, name: string): PageNode {
  let root = nodes[at] as PageNode;
  for (let node = root; node.parent >= 0; node = nodes[node.parent] as PageNode)
    if (nameOf(node) === name) root = nodes[node.parent] as PageNode;
  return root;
}

function isWithin({ nodes }: PreparedPage, at: number, root: number, name: string): boolean {
  for (let node = nodes[at]; node !== undefined && node.index !== root; node = nodes[node.parent])
    if (nameOf(node) === name) return true;
  return false;
}

/** The parts of each element that hold none of its name; what is taken apart in one is in all of them. */
function ownParts(page: PreparedPage, twins: readonly PageNode[], name: string): readonly number[][] {
  const { nodes } = page;
  // As nodes are in document order, one that holds others holds the first of those that begin after it.
  const starts = twins.map(({ index }) => index);
  const next = new Int32Array(nodes.length);
  for (let at = nodes.length - 1, nth = starts.length - 1; at >= 0; at--) {
    next[at] = starts[nth + 1] ?? nodes.length;
    if (starts[nth] === at) nth--;
  }
  const holds = ({ index, end }: PageNode) => (next[index] ?? end) < end;
  const apart = new Set<string>();
  const walk = (node: PageNode, path: string, found: number[] | null): void => {
    for (const kid of node.kids) {
      const inner = nodes[kid] as PageNode;
      if (nameOf(inner) === name) continue;
      const key = `${path}>${inner.tag}.${firstClass(inner)}`;
      if (holds(inner)) apart.add(key);
      if (apart.has(key)) walk(inner, key, found);
      else if (textsIn(page, [kid]).length > 0) found?.push(kid);
    }
  };
  for (const twin of twins) walk(twin, '', null);
  return twins.map((twin) => {
    const found: number[] = [];
    walk(twin, '', found);
    return found;
  });
}
