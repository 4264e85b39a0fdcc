import { AttributeList } from '../../dom/reading/attributes.ts';
import { isBlankText } from '../../dom/text-lines.ts';
import { giveUp, inLists, type Outline } from './outline.ts';
import { begins, breakouts, type Rule, ruleOf, svgRuleOf } from './rules.ts';
import { svgName } from './svg.ts';
import { beginPart, endPart, type Mode, modeOf } from './tables.ts';

/** What is read as text alone after a start tag, and whether its references are decoded. */
export type TextContent = 'raw' | 'escapable' | 'script' | null;

const none = new AttributeList();
const [paragraph, lineBreak, image, svg] = [ruleOf('p'), ruleOf('br'), ruleOf('img'), svgRuleOf('svg')];
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const drawn = new Set(['a', 'title', 'style', 'svg', 'image']);
const structure: ReadonlySet<Mode> = new Set<Mode>(['table', 'rows', 'row', 'columns']);

/**
 * Lays out the body of a page: which elements its tags open and close (HTML §13.2.6.4.7 and what belongs
 * to it), as far as nothing has to be moved to another place for that.
 */
export class Body {
  readonly #outline: Outline;
  readonly #attributes: AttributeList;
  /** Whether a paragraph stays open before a table; `null` where the document type leaves that open. */
  readonly #quirks: () => boolean | null;
  #mode: Mode = 'body';
  /** A form is open as far as the standard goes: another cannot begin. `place`: where, -1 for nowhere. */
  #form: { readonly place: number } | null = null;
  /** The page has said that its body ends: comments are not part of it until something else comes. */
  ended = false;

  constructor(outline: Outline, attributes: AttributeList, quirks: () => boolean | null) {
    this.#outline = outline;
    this.#attributes = attributes;
    this.#quirks = quirks;
  }

  /** Whether text may stand where the page is: in a table it would be moved before it. */
  takesText(text: string): boolean {
    if (this.ended && !isBlankText(text)) this.ended = false;
    return !structure.has(this.#mode) || this.#outline.inDrawing || isBlankText(text);
  }

  start(rule: Rule, selfClosing: boolean): TextContent {
    const outline = this.#outline;
    this.ended &&= rule.begins === begins.html;
    if (outline.inDrawing && !isIntegrationPoint(outline.top)) return this.#draw(rule, selfClosing);
    if (this.#mode === 'select') return this.#choose(rule);
    if (structure.has(this.#mode)) return this.#startInTable(rule, selfClosing);
    return this.#begin(rule, selfClosing);
  }

  end(tag: string): void {
    const outline = this.#outline;
    this.ended &&= tag === 'html';
    if (outline.inDrawing && this.#endDrawn(tag)) return;
    const { begins: kind } = ruleOf(tag);
    if (this.#mode === 'select') this.#endChoice(tag, kind);
    else if (kind === begins.table || kind === begins.tablePart)
      this.#mode = endPart(outline, this.#mode, tag);
    else if (structure.has(this.#mode)) this.#endInTable(tag, kind);
    else this.#close(tag, kind);
  }

  #begin(rule: Rule, selfClosing: boolean): TextContent {
    const outline = this.#outline;
    const attributes = this.#attributes;
    switch (rule.begins) {
      case begins.block:
        outline.closeParagraph();
        outline.push(rule, attributes);
        return null;
      case begins.item:
        outline.closeItem('li', 'li');
        outline.closeParagraph();
        outline.push(rule, attributes);
        return null;
      case begins.definition:
        outline.closeItem('dd', 'dt');
        outline.closeParagraph();
        outline.push(rule, attributes);
        return null;
      case begins.heading:
        outline.closeParagraph();
        if (outline.top.begins === begins.heading && !outline.inDrawing) outline.pop();
        outline.push(rule, attributes);
        return null;
      case begins.pre:
        outline.closeParagraph();
        outline.push(rule, attributes);
        return null;
      case begins.void:
      case begins.headVoid:
        outline.add(rule, attributes);
        return null;
      case begins.image:
        outline.add(image, attributes);
        return null;
      case begins.rule:
        outline.closeParagraph();
        outline.add(rule, attributes);
        return null;
      case begins.anchor:
        this.#endAnchor();
        outline.push(rule, attributes);
        return null;
      case begins.raw:
      case begins.xmp:
      case begins.script:
      case begins.title:
      case begins.textarea:
        return this.#beginText(rule);
      default:
        return this.#beginRare(rule, selfClosing);
    }
  }

  #beginRare(rule: Rule, selfClosing: boolean): TextContent {
    const outline = this.#outline;
    const attributes = this.#attributes;
    switch (rule.begins) {
      case begins.table:
        this.#beginTable(rule);
        return null;
      case begins.tablePart:
        this.#mode = beginPart(outline, this.#mode, rule, attributes);
        return null;
      case begins.form:
        if (this.#form !== null) return null;
        outline.closeParagraph();
        outline.push(rule, attributes);
        this.#form = { place: outline.depth - 1 };
        return null;
      case begins.button: {
        const place = outline.inScope('button');
        if (place >= 0) outline.closeTo(place);
        break;
      }
      case begins.select:
        this.#mode = 'select';
        break;
      case begins.option:
        if (outline.top.tag === 'option') outline.pop();
        break;
      case begins.ruby:
        if (outline.inScope('ruby') >= 0)
          outline.closeImplied(rule.tag === 'rt' || rule.tag === 'rp' ? 'rtc' : '');
        break;
      case begins.nobr:
        if (outline.inScope('nobr') >= 0) giveUp();
        break;
      case begins.svg:
        if (selfClosing) outline.add(svg, attributes, true);
        else outline.push(svg, attributes, true);
        return null;
      case begins.html:
      case begins.body:
        if (attributes.count > 0) giveUp();
        return null;
      case begins.head:
      case begins.frame:
        return null;
      case begins.frameset:
      case begins.intricate:
        return giveUp();
    }
    outline.push(rule, attributes);
    return null;
  }

  /** An anchor ends the one before it, unless something bounds that. */
  #endAnchor(): void {
    const place = this.#outline.formatting('a');
    if (place === -2) giveUp();
    if (place >= 0) this.#outline.closeFormatting(place);
  }

  #beginText(rule: Rule): TextContent {
    if (rule.begins === begins.xmp) this.#outline.closeParagraph();
    this.#outline.push(rule, this.#attributes);
    if (rule.begins === begins.script) return 'script';
    return rule.begins === begins.title || rule.begins === begins.textarea ? 'escapable' : 'raw';
  }

  #beginTable(rule: Rule): void {
    const outline = this.#outline;
    if (outline.hasParagraph()) {
      const quirks = this.#quirks();
      if (quirks === null) giveUp();
      if (!quirks) outline.closeParagraph();
    }
    outline.push(rule, this.#attributes);
    this.#mode = 'table';
  }

  #startInTable(rule: Rule, selfClosing: boolean): TextContent {
    const outline = this.#outline;
    if (this.#mode === 'columns' && rule.begins !== begins.tablePart) {
      if (rule.begins === begins.intricate || rule.begins === begins.html) giveUp();
      outline.pop();
      this.#mode = 'table';
    }
    switch (rule.begins) {
      case begins.tablePart:
        this.#mode = beginPart(outline, this.#mode, rule, this.#attributes);
        return null;
      case begins.table:
        outline.closeTo(outline.inScope('table'));
        this.#mode = modeOf(outline);
        return this.start(rule, selfClosing);
      case begins.script:
        return this.#beginText(rule);
      case begins.raw:
        return rule.tag === 'style' ? this.#beginText(rule) : giveUp();
      case begins.form:
        if (this.#form !== null) return null;
        outline.add(rule, this.#attributes);
        this.#form = { place: -1 };
        return null;
      case begins.void:
        if (rule.tag !== 'input' || this.#attributes.get('type')?.toLowerCase() !== 'hidden') giveUp();
        outline.add(rule, this.#attributes);
        return null;
      default:
        return giveUp();
    }
  }

  #choose(rule: Rule): TextContent {
    const outline = this.#outline;
    switch (rule.begins) {
      case begins.option:
      case begins.rule:
        if (outline.top.tag === 'option') outline.pop();
        if (rule.tag !== 'option' && outline.top.tag === 'optgroup') outline.pop();
        if (rule.begins === begins.rule) outline.add(rule, this.#attributes);
        else outline.push(rule, this.#attributes);
        return null;
      case begins.script:
        return this.#beginText(rule);
      case begins.select:
      case begins.textarea:
      case begins.table:
      case begins.tablePart:
      case begins.html:
      case begins.intricate:
        return giveUp();
      default:
        return rule.tag === 'input' || rule.tag === 'keygen' ? giveUp() : null;
    }
  }

  #endChoice(tag: string, kind: number): void {
    const outline = this.#outline;
    if (tag === 'option') {
      if (outline.top.tag === 'option') outline.pop();
    } else if (tag === 'optgroup') {
      if (outline.top.tag === 'option' && outline.rules[outline.depth - 2]?.tag === 'optgroup') outline.pop();
      if (outline.top.tag === 'optgroup') outline.pop();
    } else if (tag === 'select') {
      outline.closeTo(outline.inScope('select'), true);
      this.#mode = modeOf(outline);
    } else if (kind === begins.table || kind === begins.tablePart || kind === begins.intricate) giveUp();
  }

  #close(tag: string, kind: number): void {
    const outline = this.#outline;
    switch (kind) {
      case begins.formatting:
      case begins.anchor:
      case begins.nobr: {
        const place = outline.formatting(tag);
        if (place >= 0) outline.closeFormatting(place);
        else if (place === -1) outline.closeNearest(tag);
        return;
      }
      case begins.block:
        if (tag === 'p') this.#endParagraph();
        else this.#closeIn(outline.inScope(tag));
        return;
      case begins.pre:
      case begins.button:
      case begins.definition:
        this.#closeIn(outline.inScope(tag));
        return;
      case begins.item:
        this.#closeIn(outline.inScope('li', inLists));
        return;
      case begins.heading:
        this.#closeIn(Math.max(...headings.map((each) => outline.inScope(each))));
        return;
      case begins.marked: {
        const place = outline.inScope(tag);
        if (place >= 0) outline.closeTo(place, true);
        return;
      }
      case begins.form:
        this.#endForm();
        return;
      case begins.html:
      case begins.body:
        this.ended ||= outline.inScope('body') >= 0;
        return;
      case begins.intricate:
        giveUp();
        break;
      default:
        if (tag === 'br') outline.add(lineBreak, none);
        else outline.closeNearest(tag);
    }
  }

  #closeIn(place: number): void {
    if (place >= 0) this.#outline.closeTo(place);
  }

  #endParagraph(): void {
    if (this.#outline.hasParagraph()) this.#outline.closeParagraph();
    else this.#outline.add(paragraph, none);
  }

  /** A form ends alone; what is still open in it would stay open outside of it. */
  #endForm(): void {
    const outline = this.#outline;
    const form = this.#form;
    this.#form = null;
    if (form === null || outline.inScope('form') < 0) return;
    outline.closeImplied('');
    if (outline.depth - 1 !== form.place || outline.top.tag !== 'form') giveUp();
    outline.pop();
  }

  #endInTable(tag: string, kind: number): void {
    if (kind === begins.form) this.#form = null;
    else if (tag === 'p' || tag === 'br' || kind === begins.intricate || this.#mode === 'columns') giveUp();
  }

  #draw(rule: Rule, selfClosing: boolean): TextContent {
    const outline = this.#outline;
    if (breakouts.has(rule.tag) || (rule.begins !== begins.generic && !drawn.has(rule.tag))) giveUp();
    const own = svgRuleOf(svgName(rule.tag));
    if (selfClosing) outline.add(own, this.#attributes, true);
    else outline.push(own, this.#attributes, true);
    return null;
  }

  /** Whether an end tag was one of the drawing; else it means something around it. */
  #endDrawn(tag: string): boolean {
    const outline = this.#outline;
    if (tag === 'p' || tag === 'br') giveUp();
    for (let at = outline.depth - 1; outline.drawn[at] === true; at--) {
      if ((outline.rules[at] as Rule).tag.toLowerCase() !== tag) continue;
      outline.closeTo(at);
      return true;
    }
    return false;
  }
}

function isIntegrationPoint({ tag }: Rule): boolean {
  return tag === 'foreignObject' || tag === 'desc' || tag === 'title';
}
