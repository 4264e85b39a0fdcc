import { RtdmBuilder } from '../dom/rtdm/tree.ts';
import type { RtdmTree } from '../dom/rtdm.ts';
import type { DocumentTree } from '../model/document.ts';
import { draftOf, finished } from './skeleton/draft.ts';
import { formatSkeleton, parseSkeleton, type SkeletonNode } from './skeleton/node.ts';

export { formatSkeleton, parseSkeleton, type SkeletonNode } from './skeleton/node.ts';

/** Nodes that a skeleton keeps at most. */
const maxNodes = 400;

/**
 * The structure of a page without repetition, as text that a person can read:
 * `html(body(header(nav(a*)) div#comments(div.comment*(p a.vote))))`.
 *
 * Elements as in the structure of `treeOf`, without the head, the inside of pictures, and unnamed formatting
 * of text. They are named by tag and by those ids and classes that hold on every page of a kind. Siblings of
 * one name are one, with the kids of all; an element within one of the same name, a reply to a comment, is
 * added to that. So three comments or fifty, with a quote or without, give nearly the same text.
 */
export function skeletonOf(document: DocumentTree): string {
  let skeleton = made.get(document);
  if (skeleton === undefined) {
    skeleton = formatSkeleton(finished(draftOf(document), maxNodes));
    made.set(document, skeleton);
  }
  return skeleton;
}

/** Those that were made: who chooses the engine asks for the same as who guides the crawl. */
const made = new WeakMap<DocumentTree, string>();

/** The tree of a skeleton for distances; kids are in the order of their names, for blocks change places. */
export function treeOfSkeleton(text: string): RtdmTree {
  return weighed(parseSkeleton(text), () => 1).tree;
}

/** A skeleton ready to be compared. */
export interface WeighedSkeleton {
  readonly tree: RtdmTree;
  /** How many nodes of the tree are at each path. */
  readonly paths: ReadonlyMap<string, number>;
}

/**
 * The tree with nodes that weigh as many as `weigh` says of their path (labels joined by `/`): a node of weight
 * three has two more leaves, so that whatever happens to it costs three times as much, and one of weight nothing
 * is left out with all below it. One weight holds for a path in all trees that are compared, so distances stay
 * those of RTDM.
 */
export function weighed(root: SkeletonNode, weigh: (path: string) => number): WeighedSkeleton {
  const builder = new RtdmBuilder();
  const paths = new Map<string, number>();
  const open = (label: string, path: string): boolean => {
    const weight = weigh(path);
    if (weight === 0) return false;
    paths.set(path, (paths.get(path) ?? 0) + weight);
    builder.open(label);
    for (let more = weight - 1; more > 0; more--) builder.leaf('+');
    return true;
  };
  const add = (node: SkeletonNode, above: string) => {
    const path = `${above}/${node.label}`;
    if (!open(node.label, path)) return;
    for (const mark of node.marks) if (open(mark, `${path}/${mark}`)) builder.close();
    for (const kid of inOrder(node.kids)) add(kid, path);
    builder.close();
  };
  add(root, '');
  return { tree: builder.tree(), paths };
}

const ordered = new WeakMap<readonly SkeletonNode[], readonly SkeletonNode[]>();

function inOrder(kids: readonly SkeletonNode[]): readonly SkeletonNode[] {
  if (kids.length < 2) return kids;
  let sorted = ordered.get(kids);
  if (!sorted) {
    sorted = sortedKids(kids);
    ordered.set(kids, sorted);
  }
  return sorted;
}

function sortedKids(kids: readonly SkeletonNode[]): readonly SkeletonNode[] {
  const keyed = kids.map((kid) => ({ kid, key: kid.label }));
  const shared = new Set(keyed.map(({ key }) => key)).size < keyed.length;
  if (shared) for (const entry of keyed) entry.key = `${entry.key} ${formatSkeleton(entry.kid)}`;
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ kid }) => kid);
}
