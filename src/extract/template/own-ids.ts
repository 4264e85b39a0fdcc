import { groupsWith } from '../../model/counts.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../../model/document.ts';
import type { PreparedPage } from '../types.ts';

/** Pages from which on it can be said that an id belongs to one of them. */
const enoughPages = 4;
/** Share of the pages, and pages at least, that an id of the site's own making is on. */
const [leastShare, leastPages] = [0.03, 2];

/**
 * Pages without the ids that name their own content (`section#a-short-history`, as documents have them for links to
 * their parts): these tell one page from all others, and nothing about what kind of page it is.
 */
export function withoutOwnIds(pages: readonly PreparedPage[]): readonly PreparedPage[] {
  if (pages.length < enoughPages) return pages;
  const counts = groupsWith(pages.map(idsOf));
  const least = Math.max(leastPages, leastShare * pages.length);
  const isOwn = (id: string) => (counts.get(id) ?? 0) < least;
  return pages.map((page) => ([...idsOf(page)].some(isOwn) ? withoutIds(page, isOwn) : page));
}

function idsOf({ nodes }: PreparedPage): ReadonlySet<string> {
  return new Set(nodes.flatMap(({ attrs: { id } }) => id ?? []));
}

function withoutIds(page: PreparedPage, isOwn: (id: string) => boolean): PreparedPage {
  return {
    ...page,
    document: bareDocument(page.document, isOwn),
    nodes: page.nodes.map((node) => ({ ...node, attrs: bareAttributes(node.attrs, isOwn) })),
  };
}

function bareDocument(document: DocumentTree, isOwn: (id: string) => boolean): DocumentTree {
  const bare = (node: TreeNode): TreeNode => (typeof node === 'string' ? node : element(node));
  const element = (node: ElementNode): ElementNode => ({
    ...node,
    ...(node.attrs && { attrs: bareAttributes(node.attrs, isOwn) }),
    ...(node.kids && { kids: node.kids.map(bare) }),
    ...(node.shadow && { shadow: { ...node.shadow, kids: node.shadow.kids.map(bare) } }),
    ...(node.frame && { frame: bareDocument(node.frame, isOwn) }),
  });
  return { ...document, root: element(document.root) };
}

function bareAttributes(
  attrs: Readonly<Record<string, string>>,
  isOwn: (id: string) => boolean,
): Readonly<Record<string, string>> {
  if (attrs.id === undefined || !isOwn(attrs.id)) return attrs;
  const { id: _, ...rest } = attrs;
  return rest;
}
