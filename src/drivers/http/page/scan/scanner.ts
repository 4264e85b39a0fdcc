import { AttributeList } from '../../../../dom/reading/attributes.ts';
import { PageReader, type Reading } from '../../../../dom/reading/reader.ts';
import { isBlankText } from '../../../../dom/text-lines.ts';
import type { DocumentTree } from '../../../../model/document.ts';
import { Body, type TextContent } from './body.ts';
import { decodeText } from './characters.ts';
import { endOfText, isLinkedData, mayEndLater, quirksOf } from './contents.ts';
import { isLetter, TagReader } from './markup.ts';
import { Nodes } from './nodes.ts';
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
  return scanned(text, null, (scanner) => scanner.read(url));
}

/** The same with the tree that a parser would build, `null` where it takes one. */
export function scanTree(text: string, url: string): ScannedTree | null {
  const nodes = new Nodes();
  return scanned(text, nodes, (scanner) => {
    const reading = scanner.read(url);
    const { title, lang, base } = reading;
    return { reading, document: { url, base, doctype: scanner.doctype, title, lang, root: nodes.end() } };
  });
}

/** What a page says, and its document. */
export interface ScannedTree {
  readonly reading: Reading;
  readonly document: DocumentTree;
}

function scanned<T>(text: string, nodes: Nodes | null, read: (scanner: Scanner) => T): T | null {
  if (text.includes('\0') || text.charCodeAt(0) === 0xfeff) return null;
  const scanner = new Scanner(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text, nodes);
  try {
    return read(scanner);
  } catch (error) {
    if (error instanceof Intricate) return null;
    throw error;
  }
}

class Scanner {
  readonly #text: string;
  readonly #reader = new PageReader();
  readonly #nodes: Nodes | null;
  readonly #outline: Outline;
  readonly #attributes = new AttributeList();
  readonly #tags: TagReader;
  readonly #body: Body;
  #phase: Phase = 'start';
  /** As written; empty where it is too late for one. */
  #doctype: string | null = null;
  #at = 0;
  /** A line feed that comes next is none (after `pre`). */
  #skipsNewline = false;
  /** The next end of a comment by `--!>`; looked for once, since there is hardly ever one. */
  #oddEnd: number | null = null;
  /** Behind the end of the body, comments are no part of it. */
  #ended = false;

  constructor(text: string, nodes: Nodes | null) {
    this.#text = text;
    this.#nodes = nodes;
    this.#outline = new Outline(this.#reader, nodes);
    this.#tags = new TagReader(text);
    this.#body = new Body(this.#outline, this.#attributes, () => quirksOf(this.#doctype));
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
    else if (next === 63) this.#remark(sign);
    else if (this.#tags.read(sign + 1, this.#attributes)) {
      this.#at = this.#tags.at;
      this.#skipsNewline = false;
      this.#startTag(ruleOf(this.#tags.name));
    } else this.#at = this.#text.length;
  }

  #endTag(sign: number): void {
    if (!isLetter(this.#text.charCodeAt(sign + 2))) {
      this.#remark(sign);
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
      const isDoctype = /^doctype/i.test(written);
      if (this.#phase === 'start' && isDoctype) this.#doctype ??= written;
      if (!isDoctype) this.#noteComment();
      this.#skipTo(end, 1);
    }
  }

  /** What begins like a tag and is none counts as a comment, but for an end tag without a name. */
  #remark(sign: number): void {
    const end = this.#text.indexOf('>', sign + 2);
    if (end !== sign + 2 || this.#text.charCodeAt(sign + 1) === 63) this.#noteComment();
    this.#skipTo(end, 1);
  }

  #noteComment(): void {
    if (!this.#nodes || this.#outline.depth === 0) return;
    // The end of a body in which something is open may not have been one.
    if (this.#ended && this.#outline.top !== body) giveUp();
    if (!this.#ended) this.#nodes.comment();
  }

  #comment(from: number): void {
    const text = this.#text;
    this.#noteComment();
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
    this.#ended = false;
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
        // Blanks between frames are in the tree and nowhere else.
        if (this.#nodes && rule.begins === begins.frameset) giveUp();
        this.#outline.push(rule, this.#attributes);
        this.#phase = rule.begins === begins.body ? 'body' : 'frames';
        return;
      case begins.script:
        if (this.#nodes) giveUp();
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
    const isData = this.#nodes !== null && rule.tag === 'script' && isLinkedData(this.#attributes);
    const from = this.#at;
    const end = endOfText(this.#text, rule.tag, from);
    const text = this.#text.slice(from, end);
    if (content === 'script' && mayEndLater(text)) giveUp();
    if (rule.tag !== 'script' && rule.tag !== 'noscript' && text !== '')
      this.#insert(content === 'escapable' ? decodeText(text) : text);
    else if (isData && text !== '') this.#nodes?.text(text);
    this.#skipsNewline = false;
    this.#outline.pop();
    if (end < this.#text.length && !this.#tags.read(end + 2, this.#attributes)) this.#at = this.#text.length;
    else this.#at = end < this.#text.length ? this.#tags.at : this.#text.length;
  }

  #close(tag: string): void {
    const implies = tag === 'body' || tag === 'html' || tag === 'br';
    if (this.#phase === 'start') this.#doctype ??= '';
    if (tag === 'body' || tag === 'html') this.#ended = true;
    else if (tag !== 'head') this.#ended = false;
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
        if (this.#ended && !isBlankText(text)) this.#ended = false;
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
    const rest = skips ? text.slice(1) : text;
    if (rest === '') return;
    this.#reader.text(rest);
    this.#nodes?.text(rest);
  }

  #end(url: string): Reading {
    if (this.#phase !== 'body' && this.#phase !== 'frames' && this.#phase !== 'framed') this.#implyBody();
    while (this.#outline.depth > 0) this.#outline.pop();
    return this.#reader.end(url);
  }

  /** The document type as a tree has it; those that are more than a name are left to the parser. */
  get doctype(): string | null {
    if (!this.#doctype) return null;
    return quirksOf(this.#doctype) === false ? 'html' : giveUp();
  }
}
