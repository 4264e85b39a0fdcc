import type { DocumentTree, ElementNode } from '../../model/document.ts';
import { AttributeList } from './attributes.ts';
import { PageReader, type Reading } from './reader.ts';

/** Reads a document that is there as a tree; shadow roots and frames are documents of their own. */
export function readTree(document: DocumentTree): Reading {
  const reader = new PageReader();
  visit(document.root, reader, new AttributeList());
  return reader.end(document.url);
}

const withoutText = new Set(['script', 'noscript', 'template']);

function visit(node: ElementNode, reader: PageReader, attributes: AttributeList): void {
  attributes.take(node.attrs);
  reader.open(node.tag, node.ns, attributes);
  if (!withoutText.has(node.tag)) {
    for (const kid of node.kids ?? []) {
      if (typeof kid === 'string') reader.text(kid);
      else visit(kid, reader, attributes);
    }
  }
  reader.close();
}
