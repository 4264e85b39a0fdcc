import type { PageNode, PreparedPage } from '../types.ts';

/** Whether two texts, and no others, are a block of the page. */
export function isTheirOwn({ nodes }: PreparedPage, one: number, other: number): boolean {
  let block = nodes[one] as PageNode;
  while (!holds(block, other)) {
    const above = nodes[block.parent];
    if (above === undefined) return false;
    block = above;
  }
  return textsIn(nodes, block).length === 2;
}

/** Whether a label before a value ends a block of its own with another value: it speaks of that one. */
export function isTaken(
  { nodes }: PreparedPage,
  value: number,
  label: number,
  isCommon: (text: string) => boolean,
): boolean {
  let block = nodes[label] as PageNode;
  for (let above = nodes[block.parent]; above && !holds(above, value); above = nodes[above.parent])
    block = above;
  const [other, last, ...more] = textsIn(nodes, block);
  return more.length === 0 && last?.index === label && other !== undefined && !isCommon(other.text);
}

/** Cells of a row from which on its last one says nothing of the row below. */
const wideRow = 3;

/** Whether a text ends a wide row of a table and the other begins the next: heads stand above values then, not before. */
export function isAcrossRows({ nodes }: PreparedPage, one: number, other: number): boolean {
  const [row, next] = [rowOf(nodes, one), rowOf(nodes, other)];
  return (
    row !== null && next !== null && row !== next && row.parent === next.parent && row.kids.length >= wideRow
  );
}

function rowOf(nodes: readonly PageNode[], from: number): PageNode | null {
  for (let node = nodes[from]; node !== undefined; node = nodes[node.parent])
    if (node.tag === 'tr') return node;
  return null;
}

/** Whether a text is something to press: that leads on and says nothing of what stands beside it. */
export function isLinked({ nodes }: PreparedPage, text: number): boolean {
  let node: PageNode | undefined = nodes[text];
  for (let level = 0; node !== undefined && level < 3; level++, node = nodes[node.parent])
    if (node.tag === 'a' || node.tag === 'button') return true;
  return false;
}

function holds({ index, end }: PageNode, node: number): boolean {
  return node >= index && node < end;
}

/** Texts of a block that say something; three stand for many. */
function textsIn(nodes: readonly PageNode[], { index, end }: PageNode): readonly PageNode[] {
  const found: PageNode[] = [];
  for (let at = index; at < end && found.length < 3; at++) {
    const node = nodes[at] as PageNode;
    if (node.tag === '#text' && /[\p{L}\p{N}]/u.test(node.text)) found.push(node);
  }
  return found;
}
