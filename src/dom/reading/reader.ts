import { resolvedBase } from '../../model/address.ts';
import type { PageLink } from '../../model/link.ts';
import { volatileFolded } from '../mask.ts';
import { isBlankText, TextLines } from '../text-lines.ts';
import type { AttributeList } from './attributes.ts';
import { factsOf } from './facts.ts';
import { Frame } from './frame.ts';
import { Lengths, lettersIn } from './lengths.ts';
import { Links } from './links.ts';
import { beginPrint, endPrint } from './print.ts';

/** What a `meta` element says. */
export interface MetaFact {
  /** `name`, `property`, `itemprop` or `http-equiv`, in lower case. */
  readonly name: string;
  readonly content: string;
  /** Whether it stands in the head itself. */
  readonly inHead: boolean;
}

/** A moment that the page names. */
export interface TimeFact {
  readonly datetime: string;
  /** `itemprop`, or `pubdate` where it has that attribute; empty else. */
  readonly role: string;
  /** Whether it stands in the main part of the page. */
  readonly main: boolean;
}

/** What reading a page came to. */
export interface Reading {
  readonly title: string;
  readonly lang: string;
  /** Address that references are resolved against. */
  readonly base: string;
  readonly links: readonly PageLink[];
  /** Whether there are more, whose addresses could not be held. */
  readonly isCut: boolean;
  readonly metas: readonly MetaFact[];
  readonly times: readonly TimeFact[];
  /** Print of what the page shows, equal to `exactDocumentPrint` of its tree. */
  readonly print: string;
  /** The text as a person reads it, equal to `visibleText` of its tree. */
  readonly text: string;
  /** Characters of the text and of the main text, without white space. */
  readonly length: number;
  readonly mainLength: number;
}

type Gathering = NonNullable<Frame['gathers']>;

/** Facts of one kind that are kept; a page that has more says nothing by them. */
const mostFacts = 200;

/**
 * Reads a page element by element, from a tree or straight from the text: `open`, `text` and `close` in
 * document order, contents of scripts, `noscript` and templates left out. Keeps no tree.
 */
export class PageReader {
  readonly #frames: Frame[] = [];
  readonly #lines = new TextLines();
  readonly #lengths = new Lengths();
  readonly #links = new Links(this.#lines, (frame) => this.#pathOf(frame));
  readonly #metas: MetaFact[] = [];
  readonly #times: TimeFact[] = [];
  #depth = 0;
  #title: string | null = null;
  #base: string | null = null;
  #lang = '';
  #print = '';
  /** Texts of the heading, title and sheet in hand. */
  readonly #gathered: Record<Gathering, string | null> = { heading: null, title: null, css: null };
  #gathering = 0;

  /** Begins an element; its attributes are not kept. */
  open(tag: string, ns: 'svg' | 'math' | undefined, attributes: AttributeList): void {
    const parent = this.#depth === 0 ? null : (this.#frames[this.#depth - 1] as Frame);
    this.#frames[this.#depth] ??= new Frame();
    const frame = this.#frames[this.#depth++] as Frame;
    this.#begin(frame, parent, tag, ns);
    this.#lengths.open(frame, parent, attributes);
    this.#layOut(frame, parent);
    if (!frame.skipped) beginPrint(frame, attributes);
    if (attributes.count > 0) {
      this.#links.open(frame, ns, attributes);
      this.#noteFacts(frame, parent, attributes);
    }
  }

  text(text: string): void {
    const frame = this.#frames[this.#depth - 1] as Frame;
    const isBlank = text.charCodeAt(0) <= 32 && isBlankText(text);
    // Blanks at the begin of a line are none, and most texts between elements are nothing else.
    if (!frame.skipped && !(isBlank && frame.line === ''))
      frame.line = frame.line === '' ? text : frame.line + text;
    if (!frame.unread) {
      if (isBlank && !frame.pre) this.#lines.blank();
      else this.#lines.add(text, frame.pre);
    }
    if (!isBlank) this.#lengths.add(frame, lettersIn(text));
    this.#links.text(text);
    if (this.#gathering > 0) this.#gather(text);
  }

  close(): void {
    const frame = this.#frames[--this.#depth] as Frame;
    const parent = this.#depth === 0 ? null : (this.#frames[this.#depth - 1] as Frame);
    if (frame.links > 0) this.#links.close(frame);
    if (frame.gathers !== null) this.#endGathering(frame, frame.gathers);
    if (frame.block) this.#lines.end();
    this.#lengths.close(frame);
    if (!frame.skipped) this.#print = endPrint(frame, parent);
  }

  /** What the page came to, its elements being closed. */
  end(url: string): Reading {
    const base = resolvedBase(this.#base, url);
    const text = this.#lines.text();
    return {
      title: this.#title ?? '',
      lang: this.#lang,
      base,
      ...this.#links.resolve(base),
      metas: this.#metas,
      times: this.#times,
      print: this.#print,
      text,
      length: this.#lengths.all,
      mainLength: this.#lengths.main,
    };
  }

  #begin(frame: Frame, parent: Frame | null, tag: string, ns: 'svg' | 'math' | undefined): void {
    const facts = factsOf(tag);
    frame.facts = facts;
    frame.html = ns === undefined;
    frame.index = parent === null ? 0 : parent.count(facts.upper);
    frame.path = null;
    frame.clear();
    frame.links = 0;
    frame.gathers = null;
    // Of the root the print is made in any case: it is what stands for the page.
    frame.skipped = (parent?.skipped ?? false) || (facts.skipped && parent !== null);
    frame.uncounted = (parent?.uncounted ?? false) || facts.uncounted;
  }

  #layOut(frame: Frame, parent: Frame | null): void {
    const { layout, unread, heading, tag } = frame.facts;
    frame.unread = (parent?.unread ?? false) || (unread && frame.html);
    frame.pre = parent?.pre ?? false;
    frame.block = false;
    if (heading && frame.html) this.#beginGathering(frame, 'heading');
    else if (tag === 'title' && frame.html && this.#title === null) this.#beginGathering(frame, 'title');
    else if (tag === 'style') this.#beginGathering(frame, 'css');
    if (frame.unread || layout === 'inline') return;
    if (layout === 'break') this.#lines.end();
    else if (layout === 'cell') this.#lines.cell();
    else if (frame.html) {
      this.#lines.end();
      frame.block = true;
      frame.pre ||= layout === 'pre';
    }
  }

  #beginGathering(frame: Frame, what: Gathering): void {
    if (this.#gathered[what] !== null) return;
    this.#gathered[what] = '';
    this.#gathering++;
    frame.gathers = what;
  }

  #gather(text: string): void {
    const { heading, title, css } = this.#gathered;
    if (heading !== null) this.#gathered.heading = heading + text;
    if (title !== null) this.#gathered.title = title + text;
    if (css !== null) this.#gathered.css = css + text;
  }

  #endGathering(frame: Frame, what: Gathering): void {
    const gathered = this.#gathered[what] ?? '';
    this.#gathered[what] = null;
    this.#gathering--;
    if (what === 'css') this.#links.sheet(frame, gathered);
    else if (what === 'title') this.#title = volatileFolded(gathered);
    else this.#links.heading = volatileFolded(gathered);
  }

  #noteFacts(frame: Frame, parent: Frame | null, attributes: AttributeList): void {
    const { tag } = frame.facts;
    if (parent === null) this.#lang = attributes.get('lang') ?? '';
    else if (tag === 'base') this.#base ??= attributes.get('href') ?? null;
    else if (tag === 'meta') this.#noteMeta(parent, attributes);
    else if (tag === 'time') this.#noteTime(frame, attributes);
  }

  #noteMeta(parent: Frame, attributes: AttributeList): void {
    const content = attributes.get('content');
    const name =
      attributes.get('name') ??
      attributes.get('property') ??
      attributes.get('itemprop') ??
      attributes.get('http-equiv');
    if (content === undefined || name === undefined || this.#metas.length >= mostFacts) return;
    this.#metas.push({ name: name.trim().toLowerCase(), content, inHead: parent.facts.tag === 'head' });
  }

  #noteTime(frame: Frame, attributes: AttributeList): void {
    const datetime = attributes.get('datetime');
    if (datetime === undefined || this.#times.length >= mostFacts) return;
    const role = attributes.get('itemprop') ?? (attributes.has('pubdate') ? 'pubdate' : '');
    this.#times.push({ datetime, role: role.trim().toLowerCase(), main: frame.part === 'main' });
  }

  #pathOf(frame: Frame): string {
    if (frame.path !== null) return frame.path;
    let path = '';
    for (const each of this.#frames) {
      each.path ??= each.index === 0 ? `/${each.facts.upper}` : `${path}/${each.facts.upper}[${each.index}]`;
      path = each.path;
      if (each === frame) break;
    }
    return path;
  }
}
