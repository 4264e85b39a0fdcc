import { documentToHtml } from '../../dom/html.ts';
import type { DocumentTree } from '../../model/document.ts';
import { markdownOf } from '../markdown/tree-writer.ts';
import { targetsOf } from '../mirror/targets.ts';

/** The lines that two versions of a page are compared by: its main text, or its document. */
export function comparedLines(document: DocumentTree, html: boolean): readonly string[] {
  return html ? elementsOnLines(documentToHtml(document)) : textLines(document);
}

/** The main text as Markdown has it, addresses left out: one line for each paragraph, item and heading. */
function textLines(document: DocumentTree): readonly string[] {
  const nowhere = targetsOf(document, [], { resolve: () => null, fileOf: String });
  return markdownOf(document, nowhere)
    .split('\n')
    .map((line) => line.replace(/\]\([^)\s]*\)/g, ']').trimEnd())
    .filter((line) => line !== '');
}

/** Each element on a line of its own: what scripts write has no line breaks. */
function elementsOnLines(html: string): readonly string[] {
  return html
    .replace(/>\s*</g, '>\n<')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
