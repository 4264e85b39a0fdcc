/** What is told of an XML text as it comes by. Names are local: without prefix, as written. */
export interface XmlSink {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  /** A piece of text, entities resolved; one text may come in several pieces. */
  text(piece: string): void;
}

/** A tag, comment or declaration that is longer than this is no part of any file that is read here. */
const longest = 64 * 1024;

/**
 * Reads XML piece by piece, as far as sitemaps and feeds need it: tags, attributes, text, CDATA. It forgives
 * what is not well-formed, and resolves no entities but the five of XML and numbers, so that no declaration
 * can make a text grow.
 */
export class XmlScanner {
  readonly #sink: XmlSink;
  #rest = '';
  /** Length of the rest from which on it is looked at again: pieces may be as small as a packet. */
  #due = 0;

  constructor(sink: XmlSink) {
    this.#sink = sink;
  }

  write(piece: string): void {
    this.#rest += piece;
    if (this.#rest.length >= this.#due) this.#scan();
  }

  #scan(): void {
    let at = 0;
    for (;;) {
      const next = this.#token(at);
      if (next === at) break;
      at = next;
    }
    this.#rest = this.#rest.slice(at);
    // What never ends is passed over, so that the rest cannot grow.
    if (this.#rest.length > longest) this.#rest = '';
    this.#due = 2 * this.#rest.length;
  }

  /** Nothing more comes. */
  end(): void {
    this.#scan();
    if (!this.#rest.startsWith('<') && this.#rest !== '') this.#sink.text(resolved(this.#rest));
    this.#rest = '';
  }

  /** Takes one token from a place on; the place behind it, or the same where more has to come first. */
  #token(at: number): number {
    const text = this.#rest;
    if (text[at] !== '<') return this.#plain(at);
    if (text.startsWith('<!--', at)) return behind(text, '-->', at + 4, at);
    if (text.startsWith('<![CDATA[', at)) {
      const end = text.indexOf(']]>', at);
      if (end < 0) return at;
      this.#sink.text(text.slice(at + 9, end));
      return end + 3;
    }
    if (text.startsWith('<?', at)) return behind(text, '?>', at + 2, at);
    if (text.startsWith('<!', at)) return isCut(text, at) ? at : declarationEnd(text, at);
    return this.#tag(at);
  }

  #plain(at: number): number {
    const text = this.#rest;
    const next = text.indexOf('<', at);
    const end = next >= 0 ? next : wholeEnd(text, at);
    if (end > at) this.#sink.text(resolved(text.slice(at, end)));
    return end;
  }

  #tag(at: number): number {
    const text = this.#rest;
    const end = tagEnd(text, at + 1);
    if (end < 0) return at;
    const inner = text.slice(at + 1, end);
    const [, closing, name, rest = ''] = /^(\/?)\s*([^\s/>]+)(.*)$/s.exec(inner) ?? [];
    if (name === undefined) return end + 1;
    if (closing) this.#sink.close(localName(name));
    else {
      this.#sink.open(localName(name), attributesOf(rest));
      if (inner.endsWith('/')) this.#sink.close(localName(name));
    }
    return end + 1;
  }
}

/** The end of what has come, without an entity that may be cut off there. */
function wholeEnd(text: string, at: number): number {
  const amp = text.lastIndexOf('&');
  return amp >= at && text.length - amp < 12 && !text.includes(';', amp) ? amp : text.length;
}

function behind(text: string, mark: string, from: number, otherwise: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? otherwise : found + mark.length;
}

/** Whether what begins here may still become a comment or CDATA. */
function isCut(text: string, at: number): boolean {
  const begun = text.slice(at, at + 9);
  return begun.length < 9 && ('<![CDATA['.startsWith(begun) || '<!--'.startsWith(begun));
}

/** A document type may hold declarations in brackets. */
function declarationEnd(text: string, at: number): number {
  const end = text.indexOf('>', at);
  const bracket = text.indexOf('[', at);
  if (end < 0) return at;
  return bracket >= 0 && bracket < end ? behind(text, ']>', bracket, at) : end + 1;
}

/** The `>` that ends a tag: those in quotes do not. */
function tagEnd(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const sign = text[at] as string;
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '>') return at;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  return -1;
}

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  // A name is taken whether it has a value or not: else each of its letters would be tried as a beginning.
  for (const [, name, double, single] of text.matchAll(/([^\s=/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g)) {
    const value = double ?? single;
    if (value !== undefined) found[localName(name as string)] ??= resolved(value);
  }
  return found;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function resolved(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
