import type { DocumentTree, TreeNode } from '../model/document.ts';

/** About what an element takes in memory beside its texts. */
const elementBytes = 200;

/** About how many bytes a document takes in memory, texts that it shares with others included. */
export function treeBytes({ root, sheets = [] }: DocumentTree): number {
  let bytes = lengthOf(sheets);
  const waiting: TreeNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') {
      bytes += node.length;
      continue;
    }
    bytes += elementBytes + (node.css?.length ?? 0) + (node.image?.length ?? 0) + (node.value?.length ?? 0);
    for (const name in node.attrs) bytes += name.length + (node.attrs[name] as string).length;
    if (node.kids) for (const kid of node.kids) waiting.push(kid);
    if (node.shadow) {
      bytes += lengthOf(node.shadow.sheets ?? []);
      for (const kid of node.shadow.kids) waiting.push(kid);
    }
    if (node.frame) bytes += treeBytes(node.frame);
  }
  return bytes;
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
