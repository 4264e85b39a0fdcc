import { AttributeList } from '../../dom/reading/attributes.ts';
import { Body, type TextContent } from './body.ts';
import { decodeText } from './characters.ts';
import { isLetter, TagReader } from './markup.ts';
import { giveUp, Outline } from './outline.ts';
import { begins, type Rule, ruleOf } from './rules.ts';
import type { MarkupSink } from './sink.ts';
import type { TreeBuilder } from './tree-builder.ts';

/** How far the page has come: what the standard's insertion modes before and beside the body say. */
type Phase = 'start' | 'html' | 'head' | 'headed' | 'body' | 'frames' | 'framed';

const none = new AttributeList();
const [html, head, body] = [ruleOf('html'), ruleOf('head'), ruleOf('body')];

/** Goes through the text of a page and tells a sink of its elements and texts. */
export class Scanner {
  readonly #text: string;
  readonly #sink: MarkupSink;
  /** The sink, where it builds a tree, which has more to it than a reader wants to know. */
  readonly #tree: TreeBuilder | null;
  readonly #outline: Outline;
  readonly #attributes = new AttributeList();
  readonly #tags: TagReader;
  readonly #body: Body;
  #phase: Phase = 'start';
  /** The document type as written. */
  doctype: string | null = null;
  /** Something stood before the document type, which makes it none. */
  #begun = false;
  #at = 0;
  /** A line feed that comes next is none (after `pre`). */
  #skipsNewline = false;
  /** The next end of a comment by `--!>`; looked for once, since there is hardly ever one. */
  #oddEnd: number | null = null;

  constructor(text: string, sink: MarkupSink, tree: TreeBuilder | null) {
    this.#text = text;
    this.#sink = sink;
    this.#tree = tree;
    this.#outline = new Outline(sink);
    this.#tags = new TagReader(text);
    this.#body = new Body(this.#outline, this.#attributes, () => this.#quirks());
  }

  /** Reads the page to its end. */
  read(): void {
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
    this.#end();
  }

  #markup(sign: number, next: number): void {
    if (next === 47) this.#endTag(sign);
    else if (next === 33) this.#declaration(sign);
    else if (next === 63) this.#bogus(sign);
    else if (this.#tags.read(sign + 1, this.#attributes)) {
      this.#at = this.#tags.at;
      this.#skipsNewline = false;
      this.#startTag(ruleOf(this.#tags.name));
    } else this.#at = this.#text.length;
  }

  #endTag(sign: number): void {
    if (!isLetter(this.#text.charCodeAt(sign + 2))) {
      this.#bogus(sign);
      return;
    }
    this.#begun = true;
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
      if (/^doctype/i.test(written)) this.#documentType(written);
      else this.#tellComment();
      this.#skipTo(end, 1);
    }
  }

  #documentType(written: string): void {
    this.#skipsNewline = false;
    if (this.#phase === 'start' && !this.#begun) this.doctype ??= written;
  }

  /** What is taken for a comment up to the next `>`; of `</>` nothing is left. */
  #bogus(sign: number): void {
    const end = this.#text.indexOf('>', sign + 2);
    if (end !== sign + 2 || this.#text.charCodeAt(sign + 1) === 63) this.#tellComment();
    this.#skipTo(end, 1);
  }

  #tellComment(): void {
    this.#skipsNewline = false;
    if (!this.#body.ended) this.#tree?.comment();
  }

  #comment(from: number): void {
    const text = this.#text;
    this.#tellComment();
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
        if (this.#tree && this.#phase === 'frames') giveUp();
        return;
      case begins.script:
        if (this.#tree) giveUp();
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
    // Where a choice is made the element may have been passed over.
    if (rule.begins === begins.pre || rule.begins === begins.textarea)
      this.#skipsNewline = this.#outline.top === rule;
    if (content === null) return;
    const from = this.#at;
    const end = this.#endOf(rule.tag, from);
    const text = this.#text.slice(from, end);
    if (content === 'script' && mayEndLater(text)) giveUp();
    if (rule.tag === 'script') {
      if (text !== '' && holdsData(this.#attributes)) this.#tree?.text(text);
    } else if (rule.tag !== 'noscript') this.#insert(content === 'escapable' ? decodeText(text) : text);
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
    if (text === '') return;
    const skips = this.#skipsNewline && text.charCodeAt(0) === 10;
    this.#skipsNewline = false;
    if (!skips) this.#sink.text(text);
    else if (text.length > 1) this.#sink.text(text.slice(1));
  }

  #end(): void {
    if (this.#phase !== 'body' && this.#phase !== 'frames' && this.#phase !== 'framed') this.#implyBody();
    while (this.#outline.depth > 0) this.#outline.pop();
  }

  #quirks(): boolean | null {
    if (this.doctype === null) return true;
    return /^doctype\s+html\s*$/i.test(this.doctype) ? false : null;
  }
}

/** Whether a script holds data about the page. */
function holdsData(attributes: AttributeList): boolean {
  return /^\s*application\/ld\+json\b/i.test(attributes.get('type') ?? '');
}

/** Whether a script holds another in a comment, so that the first end tag is not its own. */
function mayEndLater(script: string): boolean {
  const comment = script.indexOf('<!--');
  return comment >= 0 && /<script[\s/>]/i.test(script.slice(comment));
}
