import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { fileAddress } from './addresses.ts';
import { cssReferences } from './css.ts';
import { fileAttributes, linkUse, loadedAttributes } from './references.ts';
import { parseSrcset } from './srcset.ts';

/** Absolute addresses of all files a document uses, frames and shadow roots included, each once. */
export function assetsOf(document: DocumentTree): string[] {
  const found = new Set<string>();
  collectDocument(document, found);
  return [...found];
}

/** Absolute addresses of all files a style sheet uses, imported sheets included, each once. */
export function assetsOfCss(text: string, base: string): string[] {
  const found = new Set<string>();
  collectCss(text, base, found);
  return [...found];
}

function collectDocument(document: DocumentTree, found: Set<string>): void {
  for (const sheet of document.sheets ?? []) collectCss(sheet, document.base, found);
  collectElement(document.root, document.base, found);
}

function collectNodes(nodes: readonly TreeNode[], base: string, found: Set<string>): void {
  for (const node of nodes) if (typeof node !== 'string') collectElement(node, base, found);
}

function collectElement(node: ElementNode, base: string, found: Set<string>): void {
  if (node.tag === 'noscript' && node.ns === undefined) return;
  if (node.attrs) collectAttributes(node, base, found);
  if (node.tag === 'style') collectCss(node.css ?? textOf(node.kids), base, found);
  else if (node.kids) collectNodes(node.kids, base, found);
  if (node.shadow) {
    collectNodes(node.shadow.kids, base, found);
    for (const sheet of node.shadow.sheets ?? []) collectCss(sheet, base, found);
  }
  if (node.frame) collectDocument(node.frame, found);
}

function collectAttributes(node: ElementNode, base: string, found: Set<string>): void {
  const attrs = loadedAttributes(node);
  if (node.css !== undefined && node.tag === 'link') {
    collectCss(node.css, sheetBase(node, base), found);
    if (linkUse(attrs) === 'stylesheet') return;
  }
  for (const { name, form } of fileAttributes(node, attrs)) {
    const value = attrs[name] as string;
    if (form === 'css') collectCss(value, base, found);
    else if (form === 'address') add(value, base, found);
    else for (const candidate of parseSrcset(value)) add(candidate.address, base, found);
  }
  if (attrs.imagesrcset !== undefined && linkUse(attrs) === 'preload') {
    for (const candidate of parseSrcset(attrs.imagesrcset)) add(candidate.address, base, found);
  }
}

/** What references inside a sheet are resolved against: a linked sheet's own address, else the document's base. */
export function sheetBase(node: ElementNode, base: string): string {
  const href = node.tag === 'link' ? node.attrs?.href : undefined;
  return (href !== undefined && fileAddress(href, base)) || base;
}

function collectCss(text: string, base: string, found: Set<string>): void {
  for (const { address } of cssReferences(text)) add(address, base, found);
}

function add(reference: string, base: string, found: Set<string>): void {
  const address = fileAddress(reference, base);
  if (address !== null) found.add(address);
}

function textOf(kids: readonly TreeNode[] | undefined): string {
  return (kids ?? []).filter((kid) => typeof kid === 'string').join('');
}
