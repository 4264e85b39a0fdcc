import { compile, type Options } from 'css-select';
import type { PageNode, PreparedPage } from '../types.ts';

/** Elements of a page that match any of the selectors; what is no selector is passed over. */
export function selectNodes(page: PreparedPage, selectors: readonly string[]): readonly number[] {
  const options = adapterOf(page);
  const tests = selectors.flatMap((selector) => {
    try {
      return compile<PageNode, PageNode>(selector, options);
    } catch {
      // Lists hold selectors of every blocker's own dialect; one that is not understood hides nothing.
      return [];
    }
  });
  return page.nodes
    .filter((node) => isElement(node) && tests.some((test) => test(node)))
    .map(({ index }) => index);
}

function isElement(node: PageNode): node is PageNode {
  return !node.tag.startsWith('#');
}

function adapterOf({ nodes }: PreparedPage): Options<PageNode, PageNode> {
  const at = (index: number) => nodes[index] as PageNode;
  const parentOf = (node: PageNode) => (node.parent < 0 ? null : at(node.parent));
  const childrenOf = (node: PageNode) => node.kids.map(at);
  const below = (node: PageNode) => nodes.slice(node.index, node.end);
  return {
    cacheResults: false,
    adapter: {
      isTag: isElement,
      existsOne: (test, some) =>
        some.some((node) => below(node).some((each) => isElement(each) && test(each))),
      getAttributeValue: (node, name) => node.attrs[name],
      getChildren: childrenOf,
      getName: (node) => node.tag,
      getParent: parentOf,
      getSiblings: (node) => {
        const parent = parentOf(node);
        return parent === null ? [node] : childrenOf(parent);
      },
      getText: (node) =>
        below(node)
          .map(({ text }) => text)
          .join(' '),
      hasAttrib: (node, name) => name in node.attrs,
      removeSubsets: (some) => some.filter((node) => !some.includes(parentOf(node) as PageNode)),
      findAll: (test, some) =>
        some.flatMap((node) => below(node).filter((each) => isElement(each) && test(each))),
      findOne: (test, some) => some.flatMap(below).find((each) => isElement(each) && test(each)) ?? null,
    },
  };
}
