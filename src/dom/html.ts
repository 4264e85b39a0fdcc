import { remembering } from '../model/bounded-map.ts';
import type { DocumentTree, ElementNode, ShadowTree, TreeNode } from '../model/document.ts';
import { rawTextElements, voidElements } from './elements.ts';

/** Writes a whole document as HTML text, doctype first; without a doctype it stays in quirks mode. */
export function documentToHtml(document: Pick<DocumentTree, 'doctype' | 'root'>): string {
  return doctypeText(document.doctype) + nodeToHtml(document.root);
}

function doctypeText(doctype: string | null): string {
  if (doctype === null) return '';
  const inner = doctype.replace(/^\s*<!doctype\s+/i, '').replace(/[<>\0]/g, '');
  return `<!DOCTYPE ${inner.trim() || 'html'}>\n`;
}

/** Writes one node as HTML text by the standard's serialisation rules. */
export function nodeToHtml(node: TreeNode): string {
  const text = new GrowingText();
  writeNode(node, text);
  return text.whole();
}

/** Characters from which what was written is made one text. */
const blockCharacters = 1 << 14;

/** A text that grows: put together at once, each of its many small pieces would be an object until the end. */
class GrowingText {
  readonly #blocks: string[] = [];
  #block = '';

  add(piece: string): void {
    this.#block += piece;
    if (this.#block.length >= blockCharacters) this.#endBlock();
  }

  whole(): string {
    if (this.#blocks.length === 0) return this.#block;
    this.#endBlock();
    return this.#blocks.join('');
  }

  #endBlock(): void {
    this.#blocks.push(flat(this.#block));
    this.#block = '';
  }
}

/** A text without the pieces that it was put together from: looking for something makes it so. */
function flat(text: string): string {
  text.indexOf('\0', text.length - 1);
  return text;
}

function writeNode(node: TreeNode, out: GrowingText): void {
  if (typeof node === 'string') out.add(escapeText(node));
  else writeElement(node, out);
}

function writeElement(node: ElementNode, out: GrowingText): void {
  const html = node.ns === undefined;
  let start = `<${node.tag}`;
  for (const name in node.attrs) start += attributeText(name, node.attrs[name] as string);
  out.add(`${start}>`);
  if (html && voidElements.has(node.tag)) return;
  if (node.shadow) writeShadow(node.shadow, out);
  if (html && rawTextElements.has(node.tag)) out.add(rawText(node));
  else if (node.kids) {
    if (html && startsWithNewline(node)) out.add('\n');
    for (const kid of node.kids) writeNode(kid, out);
  }
  out.add(`</${node.tag}>`);
}

/** The parser drops one newline right after these start tags. */
function startsWithNewline(node: ElementNode): boolean {
  if (node.tag !== 'pre' && node.tag !== 'textarea' && node.tag !== 'listing') return false;
  const first = node.kids?.[0];
  return typeof first === 'string' && first.startsWith('\n');
}

function rawText(node: ElementNode): string {
  let text = '';
  for (const kid of node.kids ?? []) if (typeof kid === 'string') text += kid;
  // In CSS `\/` is `/`; in other raw text nothing can stand for an end tag, so it is broken apart.
  const close = node.tag === 'style' ? '<\\/' : '< /';
  return text.includes('</') ? text.replace(new RegExp(`</(?=${node.tag})`, 'gi'), close) : text;
}

/** A shadow root as a declarative one, its adopted sheets after its own content as in the cascade. */
function writeShadow(shadow: ShadowTree, out: GrowingText): void {
  out.add(`<template shadowrootmode="${shadow.mode}">`);
  for (const kid of shadow.kids) writeNode(kid, out);
  for (const sheet of shadow.sheets ?? []) writeElement({ tag: 'style', kids: [sheet] }, out);
  out.add('</template>');
}

const oddAttributeName = /[\s"'<>/=\p{Cc}]/u;

/** Whether names can be written: they are few, and looking at each of their signs costs more than the rest. */
const isWritable = remembering(2000, (name: string) => name !== '' && !oddAttributeName.test(name));

function attributeText(name: string, value: string): string {
  if (!isWritable(name)) return '';
  return value === '' ? ` ${name}=""` : ` ${name}="${escapeAttribute(value)}"`;
}

const textSpecials = /[&<>\u00a0\r\0]/;
const attributeSpecials = /[&<>"\u00a0\r\0]/;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
  '\r': '&#13;',
  '\0': '',
};

/** Escapes text between tags. */
export function escapeText(text: string): string {
  return textSpecials.test(text) ? text.replace(/[&<>\u00a0\r\0]/g, (c) => references[c] as string) : text;
}

/** Escapes text between double quotes of an attribute. */
export function escapeAttribute(text: string): string {
  return attributeSpecials.test(text)
    ? text.replace(/[&<>"\u00a0\r\0]/g, (c) => references[c] as string)
    : text;
}
