import { documentToHtml } from '../../dom/html.ts';
import { spellable } from '../../dom/spelling.ts';
import type { DocumentTree, ElementNode } from '../../model/document.ts';
import { policyElement } from '../policy.ts';
import { DocumentRewriter } from './document-rewriter.ts';
import { markSheet, originElements } from './head.ts';
import type { PageWork } from './work.ts';

/** The file of a page: no script, saved files, links to other files of the mirror. */
export function pageHtml(document: DocumentTree, work: PageWork): string {
  return documentHtml(document, work, false);
}

function documentHtml(document: DocumentTree, work: PageWork, inFrame: boolean): string {
  const stand = { root: inFrame ? work.frames.root : work.root, inFrame };
  const rewriter = new DocumentRewriter(document, work, stand, (frame) => documentHtml(frame, work, true));
  const body = rewriter.body();
  const spelled = spellable(rewriter.html(body));
  const first: ElementNode[] = [{ tag: 'meta', attrs: { charset: 'utf-8' } }, policyElement];
  if (!inFrame) first.push(...originElements(work.origin));
  first.push(...rewriter.related());
  if (spelled.renamed || rewriter.marks) first.push(markSheet);
  return documentToHtml({ doctype: document.doctype, root: withHead(spelled.root, first) });
}

function withHead(html: ElementNode, first: readonly ElementNode[]): ElementNode {
  const [head, ...rest] = html.kids as readonly ElementNode[];
  return { ...html, kids: [{ ...(head as ElementNode), kids: [...first, ...(head?.kids ?? [])] }, ...rest] };
}
