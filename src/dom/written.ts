import { decodedPart, withoutFragment } from '../model/address.ts';
import type { DocumentTree, ElementNode } from '../model/document.ts';
import { isFileName, leadsToDocument } from './references.ts';

/** Which addresses count that stand somewhere else than in links. */
export type WrittenLinks =
  /** Those that are surely addresses of documents: whole ones in texts, and links in comments. */
  | 'documents'
  /** Whatever reads like an address: in attributes, texts, comments and scripts. */
  | 'all';

/** What parsing a page leaves aside. */
export interface Remains {
  /** Texts of comments. */
  readonly comments: readonly string[];
  /** Texts of scripts that stand in the page. */
  readonly scripts: readonly string[];
}

/** More than this of one page says nothing: lists of data have many. */
const most = 200;
/** Longer texts are looked at up to here: bundles have megabytes. */
const longest = 2_000_000;

/** Addresses that a page writes elsewhere than in its links, each once. */
export function writtenAddresses(
  document: DocumentTree,
  remains: Remains,
  how: WrittenLinks,
): readonly string[] {
  const found = new Found(document.base);
  if (how === 'all' && document.doctype !== null) found.strings(document.doctype);
  visit(document.root, found, how);
  for (const comment of remains.comments) {
    found.markup(comment);
    found.whole(comment);
    if (how === 'all') found.strings(comment);
  }
  if (how === 'all') for (const script of remains.scripts) found.script(script);
  return found.list();
}

/** The same of a page without a tree: whole addresses in its text, and links in its comments. */
export function surelyWritten(text: string, { comments }: Remains, base: string): readonly string[] {
  const found = new Found(base);
  if (text.includes('://')) found.whole(text);
  for (const comment of comments) {
    found.markup(comment);
    found.whole(comment);
  }
  return found.list();
}

/** Those of some addresses that no link of the page has. */
export function unlinked(
  written: readonly string[],
  links: Iterable<{ readonly href?: string; readonly url?: string }>,
): readonly string[] {
  if (written.length === 0) return written;
  const linked = new Set<string | undefined>();
  for (const { href, url } of links) linked.add(withoutFragment(href ?? url ?? ''));
  return [...new Set(written)].filter((address) => !linked.has(withoutFragment(address)));
}

/** Addresses in the text of a script that is a file of its own. */
export function scriptAddresses(text: string, url: string): readonly string[] {
  const found = new Found(url);
  found.script(text.slice(0, longest));
  return found.list();
}

/** Addresses in the headers of an answer: of the next page, of the document itself, of what goes with it. */
export function headerAddresses(header: (name: string) => string, url: string): readonly string[] {
  const found = new Found(url);
  const refresh = /^\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(header('refresh'))?.[1];
  for (const each of [refresh, header('content-location')]) if (each) found.add(each);
  for (const [, href = '', rest = ''] of header('link').matchAll(/<([^>]*)>([^,<]*)/g)) {
    const said = (name: string) => new RegExp(`;\\s*${name}\\s*=\\s*"?([^";]*)`, 'i').exec(rest)?.[1];
    const rel = (said('rel') ?? '').toLowerCase().split(/\s+/);
    const near = rel.some((word) => /^(?:next|prev|previous|canonical|alternate)$/.test(word));
    if (near ? !isFileName(href) : leadsToDocument(rel, said('as'), href)) found.add(href);
  }
  return found.list();
}

function visit(node: ElementNode, found: Found, how: WrittenLinks): void {
  if (how === 'all') {
    for (const [name, value] of Object.entries(node.attrs ?? {})) found.attribute(name, value);
  }
  for (const kid of node.kids ?? []) {
    if (typeof kid !== 'string') visit(kid, found, how);
    else if (kid.includes('://')) found.whole(kid);
    if (typeof kid === 'string' && how === 'all' && kid.includes('/')) found.strings(kid);
  }
}

/** Attributes that hold no addresses, or such as are known already. */
const plain =
  /^(?:class|id|style|d|points|viewbox|transform|xmlns.*|on.*|srcset|content-type|lang|alt|title)$/i;

class Found {
  readonly #base: string;
  readonly #host: string | null;
  readonly #addresses = new Set<string>();

  constructor(base: string) {
    this.#base = base;
    this.#host = URL.parse(base)?.host ?? null;
  }

  list(): readonly string[] {
    return [...this.#addresses];
  }

  /** An address as written, where that leads to a document of the same host. */
  add(written: string, base = this.#base): void {
    const url = URL.parse(written.trim(), base);
    if (url === null || !/^https?:$/.test(url.protocol) || url.host !== this.#host) return;
    if (this.#addresses.size < most && !isFileName(url.pathname)) this.#addresses.add(url.href);
  }

  /** Whole addresses in a text, without the marks that end a sentence. */
  whole(text: string): void {
    for (const [address] of text.slice(0, longest).matchAll(/\bhttps?:\/\/[^\s"'`<>\\{}|^)\]]+/g))
      this.add(address.replace(/[.,;:!?*]+$/, ''));
  }

  /** Links of elements in a text. */
  markup(text: string): void {
    for (const [, quoted, bare] of text.matchAll(
      /<[a-z][^<>]*?\s(?:href|src|action)\s*=\s*(?:["']([^"'<>]*)["']|([^\s"'<>]+))/gi,
    )) {
      const address = quoted ?? bare ?? '';
      if (!/^\s*(?:#|javascript:|data:|mailto:)/i.test(address) && address !== '') this.add(address);
    }
  }

  attribute(name: string, value: string): void {
    if (plain.test(name) || value.length > longest) return;
    if (value.startsWith('data:') && value.includes('%')) this.strings(decodedPart(value));
    else if (value.includes('/')) this.strings(value);
  }

  /** Words that read like addresses; relative ones may mean the page or the root of the site. */
  strings(text: string): void {
    for (const [, word = ''] of text.slice(0, longest).matchAll(path)) this.#path(word);
    this.whole(text);
  }

  /** Texts in quotes that read like addresses, also those that are put together of two; comments count too. */
  script(text: string): void {
    for (const [, word = ''] of text.matchAll(quotedPath)) if (!isBareWord(word)) this.#path(word);
    this.whole(text);
    for (const word of joined(text)) this.add(word);
  }

  #path(written: string): void {
    const word = written.replace(/\.+$/, '');
    if (/^\/\/|\/\/|\.{3}|^\/(?:[a-z]{1,6})?$|[*$]/.test(word)) return;
    this.add(word);
    if (word.startsWith('.')) this.add(word, new URL('/', this.#base).href);
  }
}

const path =
  /(?:^|[\s"'(=,;])((?:\.{1,2})?\/[\w~%.-]+(?:\/[\w~%.-]+)*\/?(?:\?[\w.~%&=+-]*)?)(?=$|[\s"'),;<>])/g;
const quotedPath = /["'`]((?:\.{1,2})?\/[\w~%.-]+(?:\/[\w~%.-]+)*\/?(?:\?[\w.~%&=+-]*)?)["'`]/g;

/** Whole addresses that are the sum of two variables of a script. */
function joined(text: string): readonly string[] {
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(/([\w$]+)\s*[=:]\s*["'`]([^"'`\n]{1,200})["'`]/g))
    values.set(name, value);
  const sums: string[] = [];
  for (const [, left = '', right = ''] of text.matchAll(/\b([\w$]+)\s*\+\s*([\w$]+)\b/g)) {
    const [start, end] = [values.get(left), values.get(right)];
    if (start !== undefined && end !== undefined && /^https?:\/\/[^/]/.test(start)) sums.push(start + end);
  }
  return sums;
}

/** One word after a slash: in scripts mostly a route, a part of an expression or a mark, not a document. */
function isBareWord(word: string): boolean {
  return /^\.{0,2}\/[\w~%-]*$/.test(word);
}
