import type { PageNode, PreparedPage } from '../types.ts';
import { dataKids } from '../wrapper/scope.ts';

/** Elements that are meant to be inside a line, and hold blocks only where someone forgot to close them. */
const inline: ReadonlySet<string> = new Set('font b i em strong u small big span center nobr'.split(' '));

const blocks: ReadonlySet<string> = new Set(
  'li dl dt dd p div table ol ul h1 h2 h3 h4 h5 h6 hr blockquote'.split(' '),
);

/** Unclosed elements that are looked through, one within the other. */
const maxDepth = 200;

/**
 * The kids of a node as their author saw them: an unclosed `<font>` makes each record the kid of the one before,
 * so its kids count as siblings of the element before it.
 */
export function siblingsIn(page: PreparedPage, node: PageNode, limit: number): PageNode[] {
  const found: PageNode[] = [];
  const add = (kids: readonly PageNode[], depth: number): void => {
    for (const kid of kids) {
      if (found.length >= limit) return;
      if (depth < maxDepth && inline.has(kid.tag) && holdsBlocks(page, kid))
        add(dataKids(page, kid), depth + 1);
      else found.push(kid);
    }
  };
  add(dataKids(page, node), 0);
  return found;
}

function holdsBlocks(page: PreparedPage, { kids }: PageNode): boolean {
  return kids.some((kid) => {
    const node = page.nodes[kid] as PageNode;
    return (
      blocks.has(node.tag) ||
      (inline.has(node.tag) && node.kids.some((at) => blocks.has(page.nodes[at]?.tag ?? '')))
    );
  });
}
