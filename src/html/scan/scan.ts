import { PageReader, type Reading } from '../../dom/reading/reader.ts';
import type { ElementNode } from '../../model/document.ts';
import { Intricate } from './outline.ts';
import { Scanner } from './scanner.ts';
import { BothSinks, type MarkupSink } from './sink.ts';
import { TreeBuilder } from './tree-builder.ts';

/**
 * Reads a page's text in one pass without building its tree: the same elements at the same paths with the
 * same attributes and texts as the tree would have. `null` where that takes a tree: elements that close in
 * another order than they were opened, content that a table does not take, templates and formulas. `beside` takes the
 * same page.
 */
export function scanText(text: string, url: string, beside: MarkupSink | null = null): Reading | null {
  const reader = new PageReader();
  const sink = beside === null ? reader : new BothSinks(reader, beside);
  return scan(text, sink, null) === null ? null : reader.end(url);
}

/** The root of a page's tree, and its document type as written. */
export interface ScannedTree {
  readonly root: ElementNode;
  readonly doctype: string | null;
}

/** Builds the tree of a page in one pass over its text; `null` where that takes the standard's parser. */
export function scanTree(text: string): ScannedTree | null {
  const tree = new TreeBuilder();
  const scanner = scan(text, tree, tree);
  return scanner && { root: tree.root, doctype: scanner.doctype };
}

/** What a page says, together with its tree. */
export interface ReadTree extends ScannedTree {
  readonly reading: Reading;
}

/** Both in one pass; `null` where that takes the standard's parser. */
export function scanWhole(text: string, url: string): ReadTree | null {
  const [reader, tree] = [new PageReader(), new TreeBuilder()];
  const scanner = scan(text, new BothSinks(reader, tree), tree);
  return scanner && { root: tree.root, doctype: scanner.doctype, reading: reader.end(url) };
}

function scan(text: string, sink: MarkupSink, tree: TreeBuilder | null): Scanner | null {
  if (text.includes('\0') || text.charCodeAt(0) === 0xfeff) return null;
  const scanner = new Scanner(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text, sink, tree);
  try {
    scanner.read();
    return scanner;
  } catch (error) {
    if (error instanceof Intricate) return null;
    throw error;
  }
}
