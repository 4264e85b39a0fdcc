import type { AttributeList } from '../../dom/reading/attributes.ts';
import { remembering } from '../../model/bounded-map.ts';
import { decodeValue } from './characters.ts';
import { giveUp } from './outline.ts';

/** Each is compared with those before it: more than these are no page that anybody wrote. */
const mostAttributes = 300;

const tab = 9;
const newline = 10;
const feed = 12;
const blank = 32;
const slash = 47;
const equals = 61;
const closing = 62;

/** Whether a character parts attributes. */
function isBlank(unit: number): boolean {
  return unit === blank || unit === newline || unit === tab || unit === feed;
}

/** Whether a character may begin the name of a tag. */
export function isLetter(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);
}

/** Lower case for the letters that HTML folds. */
function lower(name: string): string {
  for (let at = 0; at < name.length; at++) {
    const unit = name.charCodeAt(at);
    if (unit >= 65 && unit <= 90) return name.replace(/[A-Z]+/g, (run) => run.toLowerCase());
  }
  return name;
}

/** Attribute names as one object each, so that comparing them is comparing places. */
const interned = remembering(2000, lower);

/** Reads tags from text by the standard's tokenizer (HTML §13.2.5); line ends are single line feeds. */
export class TagReader {
  readonly #text: string;
  /** Where reading goes on. */
  at = 0;
  name = '';
  selfClosing = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads the tag whose name begins at a place; `false` where the text ends in it, so that there is no tag. */
  read(from: number, attributes: AttributeList): boolean {
    const text = this.#text;
    let at = from;
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === closing || unit === slash || isBlank(unit)) break;
    }
    this.name = lower(text.slice(from, at));
    this.selfClosing = false;
    attributes.clear();
    if (text.charCodeAt(at) === closing) {
      this.at = at + 1;
      return true;
    }
    return this.#attributes(at, attributes);
  }

  #attributes(from: number, attributes: AttributeList): boolean {
    const text = this.#text;
    let at = from;
    for (;;) {
      let unit = text.charCodeAt(at);
      while (isBlank(unit) || unit === slash) {
        this.selfClosing = unit === slash;
        unit = text.charCodeAt(++at);
      }
      if (at >= text.length) return false;
      if (unit === closing) {
        // Only a slash right before the end counts.
        this.selfClosing = text.charCodeAt(at - 1) === slash && this.selfClosing;
        this.at = at + 1;
        return true;
      }
      this.selfClosing = false;
      if (attributes.count >= mostAttributes) giveUp();
      at = this.#attribute(at, attributes);
    }
  }

  /** Reads one attribute; gives the place behind it. */
  #attribute(from: number, attributes: AttributeList): number {
    const text = this.#text;
    let at = from + 1;
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === equals || unit === closing || unit === slash || isBlank(unit)) break;
    }
    const name = interned(text.slice(from, at));
    let next = at;
    while (isBlank(text.charCodeAt(next))) next++;
    if (text.charCodeAt(next) !== equals) {
      if (!attributes.has(name)) attributes.add(name, '');
      return at;
    }
    next++;
    while (isBlank(text.charCodeAt(next))) next++;
    return this.#value(next, name, attributes);
  }

  #value(from: number, name: string, attributes: AttributeList): number {
    const text = this.#text;
    const quote = text.charCodeAt(from);
    let start = from;
    let end: number;
    let after: number;
    if (quote === 34 || quote === 39) {
      start = from + 1;
      end = text.indexOf(quote === 34 ? '"' : "'", start);
      if (end < 0) return text.length;
      after = end + 1;
    } else {
      for (end = from; end < text.length; end++) {
        const unit = text.charCodeAt(end);
        if (unit === closing || isBlank(unit)) break;
      }
      after = end;
    }
    if (!attributes.has(name)) attributes.add(name, decodeValue(text.slice(start, end)));
    return after;
  }
}
