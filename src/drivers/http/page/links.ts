import type { Candidate } from '../../../model/capture.ts';
import type { DocumentTree, ElementNode } from '../../../model/document.ts';
import { textOf } from './tree.ts';
import { visitElements } from './walk.ts';

/** The links of a document in document order: anchors, areas, frames and meta refreshes. */
export function linksOf(document: DocumentTree): readonly Candidate[] {
  const found: Candidate[] = [];
  visitElements(document.root, (node, xpath) => {
    const href = targetOf(node, document.base);
    if (href !== null) found.push(candidateOf(node, xpath(), href));
  });
  return found;
}

/** Absolute target of an element; calls (`javascript:`) and places on the page itself (`#`) are none. */
function targetOf(node: ElementNode, base: string): string | null {
  const written = writtenTarget(node)?.trim();
  if (written === undefined || written === '' || written === '#') return null;
  const url = URL.parse(written, base);
  return url === null || /^(?:javascript|about|data):$/.test(url.protocol) ? null : url.href;
}

function writtenTarget({ tag, attrs }: ElementNode): string | undefined {
  switch (tag) {
    case 'a':
    case 'area':
      return attrs?.href ?? attrs?.['xlink:href'];
    case 'frame':
    case 'iframe':
      return attrs?.src;
    case 'meta':
      return /^refresh$/i.test(attrs?.['http-equiv'] ?? '') ? refreshTarget(attrs?.content ?? '') : undefined;
    default:
      return undefined;
  }
}

function refreshTarget(content: string): string | undefined {
  return /^\s*[\d.]+\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content)?.[1];
}

function candidateOf(node: ElementNode, xpath: string, href: string): Candidate {
  const text = labelOf(node).slice(0, 120);
  return {
    xpath,
    id: node.attrs?.id || null,
    tag: node.tag,
    event: 'click',
    href,
    text,
    traits: traitsOf(node, text),
    hints: hintNames
      .map((name) => node.attrs?.[name] ?? '')
      .join(' ')
      .trim(),
  };
}

function labelOf(node: ElementNode): string {
  const { attrs = {} } = node;
  const own = textOf(node).replace(/\s+/g, ' ').trim();
  return own || attrs['aria-label'] || attrs.title || attrs.alt || imageLabel(node) || '';
}

function imageLabel(node: ElementNode): string {
  for (const kid of node.kids ?? []) {
    if (typeof kid === 'string') continue;
    const label = (kid.tag === 'img' && kid.attrs?.alt) || imageLabel(kid);
    if (label) return label;
  }
  return '';
}

const hintNames = ['id', 'class', 'name', 'title', 'aria-label', 'value'];
const traitNames = new Set(['id', 'name', 'value', 'href', 'src', 'aria-label', 'title', 'rel']);

function traitsOf(node: ElementNode, text: string): string {
  const telling = Object.entries(node.attrs ?? {})
    .filter(([name]) => traitNames.has(name) || name.startsWith('data-'))
    .map(([name, value]) => `${name}=${value}`);
  return `${[node.tag, ...telling].join(' ')} ${text}`;
}
