import type { PageNode, PreparedPage } from '../types.ts';

/** XPath of a node: `/HTML/BODY[1]/DIV[2]/text()[1]`, with `/@href` where an attribute is named. */
export function pathOf(page: PreparedPage, index: number, attribute: string | null = null): string {
  const steps: string[] = [];
  for (let at = index; at >= 0; ) {
    const node = page.nodes[at] as PageNode;
    steps.push(stepOf(node, isRoot(page, node)));
    at = node.parent;
  }
  const path = `/${steps.reverse().join('/')}`;
  return attribute === null ? path : `${path}/@${attribute}`;
}

function isRoot(page: PreparedPage, { parent }: PageNode): boolean {
  return parent < 0 || page.nodes[parent]?.tag === '#document';
}

function stepOf({ tag, nth }: PageNode, root: boolean): string {
  if (tag === '#text') return `text()[${nth}]`;
  if (tag.startsWith('#')) return tag;
  return root ? tag.toUpperCase() : `${tag.toUpperCase()}[${nth}]`;
}

/** The node at a path, or that holds the attribute at it; `null` where the page has none. A step without a number means the first. */
export function nodeAt(page: PreparedPage, path: string): PageNode | null {
  const steps = path
    .replace(/\/@[^/]*$/, '')
    .split('/')
    .filter((step) => step !== '');
  let node = page.nodes[0];
  if (node === undefined || steps[0]?.replace(/\[1\]$/, '').toUpperCase() !== node.tag.toUpperCase())
    return null;
  for (const step of steps.slice(1)) {
    node = kidAt(page, node, step);
    if (node === undefined) return null;
  }
  return node;
}

function kidAt(page: PreparedPage, { kids }: PageNode, step: string): PageNode | undefined {
  const [, name = '', nth = '1'] = /^(.*?)(?:\[(\d+)\])?$/s.exec(step) ?? [];
  const tag = name === 'text()' ? '#text' : name;
  const wanted = Number(nth);
  for (const kid of kids) {
    const node = page.nodes[kid] as PageNode;
    if (node.nth === wanted && (node.tag === tag || node.tag.toUpperCase() === tag)) return node;
  }
  return undefined;
}
