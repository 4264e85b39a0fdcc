import { AttributeList } from '../../../../dom/reading/attributes.ts';
import { PageReader, type Reading } from '../../../../dom/reading/reader.ts';
import { Body, type TextContent } from './body.ts';
import { decodeText } from './characters.ts';
import { isLetter, TagReader } from './markup.ts';
import { giveUp, Intricate, Outline } from './outline.ts';
import { begins, type Rule, ruleOf } from './rules.ts';

/** How far the page has come: what the standard's insertion modes before and beside the body say. */
type Phase = 'start' | 'html' | 'head' | 'headed' | 'body' | 'frames' | 'framed';

const none = new AttributeList();
const [html, head, body] = [ruleOf('html'), ruleOf('head'), ruleOf('body')];

/**
 * Reads a page's text in one pass without building its tree: the same elements at the same paths with the
 * same attributes and texts as the tree would have. `null` where that takes a tree: elements that close in
 * another order than they were opened, content that a table does not take, templates and formulas.
 */
export function scanText(text: string, url: string): Reading | null {
  if (text.includes('\0') || text.charCodeAt(0) === 0xfeff) return null;
  const scanner = new Scanner(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
  try {
    return scanner.read(url);
  } catch (error) {
    if (error instanceof Intricate) return null;
    throw error;
  }
}

class Scanner {
  readonly #text: string;
  readonly #reader = new PageReader();
  readonly #outline = new Outline(this.#reader);
  readonly #attributes = new AttributeList();
  readonly #tags: TagReader;
  readonly #body: Body;
  #phase: Phase = 'start';
  #doctype: string | null = null;
  #at = 0;
  /** A line feed that comes next is none (after `pre`). */
  #skipsNewline = false;
  /** The next end of a comment by `--!>`; looked for once, since there is hardly ever one. */
  #oddEnd: number | null = null;

  constructor(text: string) {
    this.#text = text;
    this.#tags = new TagReader(text);
    this.#body = new Body(this.#outline, this.#attributes, () => this.#quirks());
  }

  read(url: string): Reading {
    const text = this.#text;
    let from = 0;
    for (;;) {
      const sign = text.indexOf('<', this.#at);
      if (sign < 0) break;
      const next = text.charCodeAt(sign + 1);
      const isEnd = next === 47;
      if (isLetter(next) || isEnd || next === 33 || next === 63) {
        if (isEnd && sign + 2 >= text.length) break;
        if (sign > from) this.#characters(text.slice(from, sign));
        this.#markup(sign, next);
        from = this.#at;
      } else this.#at = sign + 1;
    }
    if (from < text.length) this.#characters(text.slice(from));
    return this.#end(url);
  }

  #markup(sign: number, next: number): void {
    if (next === 47) this.#endTag(sign);
    else if (next === 33) this.#declaration(sign);
    else if (next === 63) this.#skipTo(this.#text.indexOf('>', sign + 2), 1);
    else if (this.#tags.read(sign + 1, this.#attributes)) {
      this.#at = this.#tags.at;
      this.#skipsNewline = false;
      this.#startTag(ruleOf(this.#tags.name));
    } else this.#at = this.#text.length;
  }

  #endTag(sign: number): void {
    if (!isLetter(this.#text.charCodeAt(sign + 2))) {
      this.#skipTo(this.#text.indexOf('>', sign + 2), 1);
      return;
    }
    const whole = this.#tags.read(sign + 2, this.#attributes);
    this.#at = whole ? this.#tags.at : this.#text.length;
    this.#skipsNewline = false;
    if (whole) this.#close(this.#tags.name);
  }

  #declaration(sign: number): void {
    const text = this.#text;
    if (text.startsWith('--', sign + 2)) this.#comment(sign + 4);
    else if (text.startsWith('[CDATA[', sign + 2) && this.#outline.depth > 0 && this.#outline.inDrawing)
      giveUp();
    else {
      const end = text.indexOf('>', sign + 2);
      const written = text.slice(sign + 2, end < 0 ? text.length : end);
      if (this.#phase === 'start' && /^doctype/i.test(written)) this.#doctype ??= written;
      this.#skipTo(end, 1);
    }
  }

  #comment(from: number): void {
    const text = this.#text;
    if (text.startsWith('>', from)) this.#at = from + 1;
    else if (text.startsWith('->', from)) this.#at = from + 2;
    else {
      const end = text.indexOf('-->', from);
      if (this.#oddEnd === null || (this.#oddEnd >= 0 && this.#oddEnd < from))
        this.#oddEnd = text.indexOf('--!>', from);
      if (this.#oddEnd >= 0 && (end < 0 || this.#oddEnd < end)) this.#at = this.#oddEnd + 4;
      else this.#skipTo(end, 3);
    }
  }

  #skipTo(end: number, length: number): void {
    this.#at = end < 0 ? this.#text.length : end + length;
  }

  #startTag(rule: Rule): void {
    switch (this.#phase) {
      case 'start':
        this.#outline.push(html, rule === html ? this.#attributes : none);
        this.#phase = 'html';
        if (rule !== html) this.#startTag(rule);
        return;
      case 'html':
        this.#startHead(rule);
        return;
      case 'head':
        this.#startInHead(rule);
        return;
      case 'headed':
        this.#startAfterHead(rule);
        return;
      case 'body':
        this.#content(rule, this.#body.start(rule, this.#tags.selfClosing));
        return;
      case 'frames':
      case 'framed':
        this.#startInFrames(rule);
    }
  }

  #startHead(rule: Rule): void {
    if (rule === html) {
      this.#refuseAttributes();
      return;
    }
    this.#outline.push(head, rule === head ? this.#attributes : none);
    this.#phase = 'head';
    if (rule !== head) this.#startInHead(rule);
  }

  #refuseAttributes(): void {
    if (this.#attributes.count > 0) giveUp();
  }

  #startInHead(rule: Rule): void {
    switch (rule.begins) {
      case begins.headVoid:
        this.#outline.add(rule, this.#attributes);
        return;
      case begins.title:
        this.#textElement(rule, 'escapable');
        return;
      case begins.script:
        this.#textElement(rule, 'script');
        return;
      case begins.raw:
        if (rule.tag === 'iframe' || rule.tag === 'noembed') break;
        this.#textElement(rule, 'raw');
        return;
      case begins.head:
        return;
      case begins.html:
        this.#refuseAttributes();
        return;
      case begins.intricate:
        giveUp();
    }
    this.#outline.pop();
    this.#phase = 'headed';
    this.#startAfterHead(rule);
  }

  /** What belongs in the head and comes after it would be put back there; of scripts alone nothing shows it. */
  #startAfterHead(rule: Rule): void {
    switch (rule.begins) {
      case begins.body:
      case begins.frameset:
        this.#outline.push(rule, this.#attributes);
        this.#phase = rule.begins === begins.body ? 'body' : 'frames';
        return;
      case begins.script:
        this.#textElement(rule, 'script');
        return;
      case begins.headVoid:
      case begins.title:
      case begins.intricate:
        giveUp();
        break;
      case begins.raw:
        if (rule.tag === 'style' || rule.tag === 'noframes') giveUp();
        break;
      case begins.head:
        return;
      case begins.html:
        this.#refuseAttributes();
        return;
    }
    this.#outline.push(body, none);
    this.#phase = 'body';
    this.#content(rule, this.#body.start(rule, this.#tags.selfClosing));
  }

  #startInFrames(rule: Rule): void {
    if (rule === html) this.#refuseAttributes();
    else if (rule.tag === 'noframes') this.#textElement(rule, 'raw');
    else if (this.#phase === 'framed') return;
    else if (rule.begins === begins.frameset) this.#outline.push(rule, this.#attributes);
    else if (rule.begins === begins.frame) this.#outline.add(rule, this.#attributes);
  }

  #textElement(rule: Rule, content: TextContent): void {
    this.#outline.push(rule, this.#attributes);
    this.#content(rule, content);
  }

  /** Reads what follows a start tag whose element holds text alone, up to its end. */
  #content(rule: Rule, content: TextContent): void {
    if (rule.begins === begins.pre || rule.begins === begins.textarea) this.#skipsNewline = true;
    if (content === null) return;
    const from = this.#at;
    const end = this.#endOf(rule.tag, from);
    const text = this.#text.slice(from, end);
    if (content === 'script' && mayEndLater(text)) giveUp();
    if (rule.tag !== 'script' && rule.tag !== 'noscript' && text !== '')
      this.#insert(content === 'escapable' ? decodeText(text) : text);
    this.#skipsNewline = false;
    this.#outline.pop();
    if (end < this.#text.length && !this.#tags.read(end + 2, this.#attributes)) this.#at = this.#text.length;
    else this.#at = end < this.#text.length ? this.#tags.at : this.#text.length;
  }

  #endOf(tag: string, from: number): number {
    const text = this.#text;
    for (let at = text.indexOf('</', from); at >= 0; at = text.indexOf('</', at + 2)) {
      const after = at + 2 + tag.length;
      if (after >= text.length) break;
      const unit = text.charCodeAt(after);
      const ends = unit === 62 || unit === 47 || unit === 32 || unit === 10 || unit === 9 || unit === 12;
      if (ends && text.slice(at + 2, after).toLowerCase() === tag) return at;
    }
    return text.length;
  }

  #close(tag: string): void {
    const implies = tag === 'body' || tag === 'html' || tag === 'br';
    switch (this.#phase) {
      case 'start':
      case 'html':
        if (implies || tag === 'head') {
          this.#implyHead();
          this.#close(tag);
        }
        return;
      case 'head':
        if (tag === 'template') giveUp();
        if (tag !== 'head' && !implies) return;
        this.#outline.pop();
        this.#phase = 'headed';
        if (implies) this.#close(tag);
        return;
      case 'headed':
        if (!implies) return;
        this.#implyBody();
        this.#body.end(tag);
        return;
      case 'body':
        this.#body.end(tag);
        return;
      case 'frames':
        if (tag !== 'frameset' || this.#outline.top.tag !== 'frameset') return;
        this.#outline.pop();
        if (this.#outline.top.tag !== 'frameset') this.#phase = 'framed';
        return;
      case 'framed':
        return;
    }
  }

  #implyHead(): void {
    if (this.#phase === 'start') this.#outline.push(html, none);
    this.#outline.push(head, none);
    this.#phase = 'head';
  }

  #implyBody(): void {
    if (this.#phase === 'start' || this.#phase === 'html') this.#implyHead();
    if (this.#phase === 'head') this.#outline.pop();
    this.#outline.push(body, none);
    this.#phase = 'body';
  }

  #characters(written: string): void {
    const text = decodeText(written);
    switch (this.#phase) {
      case 'body':
        if (!this.#body.takesText(text)) giveUp();
        this.#insert(text);
        return;
      case 'frames':
      case 'framed':
        return;
      default:
        this.#early(text);
        return;
    }
  }

  /** White space before the body belongs to where it stands, if anywhere; other text begins the body. */
  #early(text: string): void {
    const rest = text.replace(/^[\t\n\f\r ]+/, '');
    const blank = text.slice(0, text.length - rest.length);
    if (blank !== '' && (this.#phase === 'head' || this.#phase === 'headed')) this.#insert(blank);
    if (rest === '') return;
    this.#implyBody();
    this.#insert(rest);
  }

  #insert(text: string): void {
    const skips = this.#skipsNewline && text.charCodeAt(0) === 10;
    this.#skipsNewline = false;
    if (!skips) this.#reader.text(text);
    else if (text.length > 1) this.#reader.text(text.slice(1));
  }

  #end(url: string): Reading {
    if (this.#phase !== 'body' && this.#phase !== 'frames' && this.#phase !== 'framed') this.#implyBody();
    while (this.#outline.depth > 0) this.#outline.pop();
    return this.#reader.end(url);
  }

  #quirks(): boolean | null {
    if (this.#doctype === null) return true;
    return /^doctype\s+html\s*$/i.test(this.#doctype) ? false : null;
  }
}

/** Whether a script holds another in a comment, so that the first end tag is not its own. */
function mayEndLater(script: string): boolean {
  const comment = script.indexOf('<!--');
  return comment >= 0 && /<script[\s/>]/i.test(script.slice(comment));
}
