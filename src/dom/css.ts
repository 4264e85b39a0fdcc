/**
 * Finds the addresses in CSS text: a tokenizer for just the tokens that matter (comments, strings,
 * names with escapes, functions, url tokens), by the rules of CSS Syntax Level 3.
 */

/** An address in a style sheet and where its token stands. */
export interface CssReference {
  readonly kind: 'url' | 'import';
  /** The address with escapes resolved. */
  readonly address: string;
  readonly start: number;
  readonly end: number;
  /** A bare string stays one; a url token is written anew as `url("…")`. */
  readonly form: 'string' | 'url';
  /** The property it is a value of, lower case, `''` where there is none. */
  readonly property: string;
}

// Without any of these there is no address. An escape may hide a name (`u\72l(…)`).
const worthReading = /url\(|@|image|src\(|\\/i;

/** All addresses in a style sheet or in the value of a style attribute, in order. */
export function cssReferences(text: string): CssReference[] {
  return worthReading.test(text) ? new CssReader(text).read() : [];
}

/** Replaces addresses in CSS text; where `replace` gives `null` the text stays as it is. */
export function rewriteCss(text: string, replace: (reference: CssReference) => string | null): string {
  let out = '';
  let done = 0;
  for (const reference of cssReferences(text)) {
    const address = replace(reference);
    if (address === null) continue;
    const string = cssString(address);
    out += text.slice(done, reference.start) + (reference.form === 'url' ? `url(${string})` : string);
    done = reference.end;
  }
  return done === 0 ? text : out + text.slice(done);
}

/** Writes text as a CSS string. */
export function cssString(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replace(/[\n\r\f]/g, (c) => `\\${c.charCodeAt(0).toString(16)} `)}"`;
}

const nameStart = /[\p{L}_\-\\\u0080-\u{10ffff}]/u;
const nameRun = /(?:[\w\-\u0080-\u{10ffff}]|\\(?:[0-9a-f]{1,6}(?:\r\n|[ \t\n\r\f])?|[^\n\r\f0-9a-f]))+/giuy;
const numberRun = /[0-9.]+(?:e[+-]?\d+)?/iy;
const space = /[ \t\n\r\f]*/y;
const imageFunctions = new Set(['image-set', '-webkit-image-set', 'src', 'image']);

class CssReader {
  readonly #text: string;
  readonly #found: CssReference[] = [];
  /** Open functions and brackets: `true` where a bare string is an address. */
  #open: boolean[] = [];
  /** `import`: the next string or url is an address of a sheet. `namespace`: it is no address at all. */
  #rule: 'none' | 'import' | 'namespace' = 'none';
  #name = '';
  #property = '';
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): CssReference[] {
    while (this.#at < this.#text.length) this.#token();
    return this.#found;
  }

  #token(): void {
    const text = this.#text;
    const c = text[this.#at] as string;
    if (c === '/' && text[this.#at + 1] === '*') {
      const end = text.indexOf('*/', this.#at + 2);
      this.#at = end < 0 ? text.length : end + 2;
    } else if (c === '"' || c === "'") this.#string();
    else if (c === '@' || c === '#') this.#keyword(c);
    else if (c >= '0' && c <= '9') this.#number();
    else if (nameStart.test(c)) this.#word();
    else this.#mark(c);
  }

  #mark(c: string): void {
    this.#at++;
    if (c === '(') this.#open.push(false);
    else if (c === ')') this.#open.pop();
    else if (c === ':' && this.#open.length === 0) this.#property = this.#name;
    else if (c === '{' || c === '}') this.#endOfPart();
    else if (c === ';' && this.#open.length === 0) this.#endOfPart();
  }

  #endOfPart(): void {
    this.#open = [];
    this.#rule = 'none';
    this.#property = '';
  }

  #run(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const run = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += run.length;
    return run;
  }

  #keyword(c: string): void {
    this.#at++;
    const name = unescapeCss(this.#run(nameRun)).toLowerCase();
    if (c !== '@') return;
    if (name === 'import') this.#rule = 'import';
    else if (name === 'namespace') this.#rule = 'namespace';
  }

  /** A number with its unit, so that `10url(` is not taken for a function of that name. */
  #number(): void {
    this.#run(numberRun);
    this.#run(nameRun);
  }

  #word(): void {
    const start = this.#at;
    const run = this.#run(nameRun);
    if (run === '') {
      this.#at++;
      return;
    }
    const name = unescapeCss(run).toLowerCase();
    if (this.#text[this.#at] !== '(') {
      this.#name = name;
      return;
    }
    this.#at++;
    if (name === 'url') this.#url(start);
    else this.#open.push(imageFunctions.has(name));
  }

  #url(start: number): void {
    this.#run(space);
    const c = this.#text[this.#at];
    if (c === '"' || c === "'") {
      this.#open.push(true);
      this.#string();
      return;
    }
    let value = '';
    let bad = false;
    for (;;) {
      const d = this.#text[this.#at];
      if (d === undefined || d === ')') break;
      if (d === '\\' && this.#at + 1 < this.#text.length) {
        value += this.#text.slice(this.#at, this.#at + 2);
        this.#at += 2;
        continue;
      }
      if (d === '"' || d === "'" || d === '(') bad = true;
      value += d;
      this.#at++;
    }
    this.#at = Math.min(this.#at + 1, this.#text.length);
    const trimmed = withoutBlanks(value);
    // A browser ignores a malformed url token, and so must its declaration be left alone.
    if (bad || /(?<!\\[0-9a-f]{0,6})[ \t\n\r\f]/i.test(trimmed)) return;
    this.#note(unescapeCss(trimmed), start, 'url');
  }

  #string(): void {
    const start = this.#at;
    const quote = this.#text[start] as string;
    let at = start + 1;
    for (; at < this.#text.length; at++) {
      const c = this.#text[at] as string;
      if (c === '\\') at++;
      else if (c === quote) break;
      else if (c === '\n' || c === '\r' || c === '\f') {
        this.#at = at;
        return;
      }
    }
    this.#at = Math.min(at + 1, this.#text.length);
    if (this.#rule !== 'import' && this.#open.at(-1) !== true) return;
    this.#note(unescapeCss(this.#text.slice(start + 1, at)), start, 'string');
  }

  #note(address: string, start: number, form: 'string' | 'url'): void {
    if (this.#rule === 'namespace') return;
    const kind = this.#rule === 'import' ? 'import' : 'url';
    // What follows the address of an import (layer, supports, media) holds no further one.
    if (kind === 'import') this.#rule = 'namespace';
    this.#found.push({ kind, address, start, end: this.#at, form, property: this.#property });
  }
}

/** Without blanks at both ends, but for one that is escaped. By hand: a pattern tries each blank of a long run anew. */
function withoutBlanks(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && isBlank(value, start)) start++;
  while (end > start && isBlank(value, end - 1) && value[end - 2] !== '\\') end--;
  return value.slice(start, end);
}

function isBlank(value: string, at: number): boolean {
  return ' \t\n\r\f'.includes(value[at] as string);
}

const escapes = /\\(?:([0-9a-f]{1,6})(?:\r\n|[ \t\n\r\f])?|(\r\n|[\s\S]))/gi;

function unescapeCss(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(escapes, (_all, hex: string | undefined, other: string | undefined) => {
    if (hex === undefined) return other === undefined || /^[\r\n\f]/.test(other) ? '' : other;
    const point = Number.parseInt(hex, 16);
    const valid = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
    return valid ? String.fromCodePoint(point) : '\ufffd';
  });
}
