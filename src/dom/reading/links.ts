import type { LinkKind, LinkMeta, LinkUse, PageLink } from '../../model/link.ts';
import { fileAddress } from '../addresses.ts';
import { volatileFolded } from '../mask.ts';
import type { TextLines, TextPlace } from '../text-lines.ts';
import { AttributeList } from './attributes.ts';
import type { Frame } from './frame.ts';
import { type Reference, referencesOf, sheetReferences } from './references.ts';

/** A link before its address is resolved, which takes the base, and its text is whole. */
interface Draft {
  readonly kind: LinkKind;
  readonly use: LinkUse;
  readonly written: string;
  readonly codebase: string | undefined;
  readonly tag: string;
  readonly xpath: string;
  readonly id: string | null;
  readonly hints: string;
  readonly title: string;
  readonly label: string;
  readonly rel: string;
  readonly heading: string;
  readonly part: LinkMeta['part'];
  alt: string;
  /** Text inside, as far as it is needed. */
  inner: string;
  /** Where it begins in the text, and the column at which it ends. */
  readonly from: TextPlace;
  to: number;
}

/** A label is cut here. */
const longestLabel = 120;
/** Text kept of one link; folding makes it shorter. */
const longestInner = 4096;
/** Links that may be open at once and still take text: trees of scripts nest them, pages may to do harm. */
const mostOpen = 8;
const aroundSide = 50;
/** Characters of all addresses of a page: a long base makes each of them long. */
export const mostAddresses: number = 32 << 20;

/** Finds the links of a page while it is read, with what the page says about each. */
export class Links {
  readonly #found: Draft[] = [];
  readonly #open: Draft[] = [];
  readonly #lines: TextLines;
  readonly #pathOf: (frame: Frame) => string;
  #heading = '';

  constructor(lines: TextLines, pathOf: (frame: Frame) => string) {
    this.#lines = lines;
    this.#pathOf = pathOf;
  }

  open(frame: Frame, ns: 'svg' | 'math' | undefined, attributes: AttributeList): void {
    if (frame.facts.tag === 'img' && this.#open.length > 0) this.#noteImage(attributes.get('alt') ?? '');
    let first = true;
    referencesOf(frame.facts, ns, attributes, (reference) => {
      const draft = this.#add(frame, reference, attributes);
      if (first && reference.use === 'page') {
        this.#open.push(draft);
        frame.links++;
      }
      first = false;
    });
  }

  /** The images of a link with no text name it. */
  #noteImage(alt: string): void {
    if (alt !== '') for (const draft of this.#open.slice(-mostOpen)) draft.alt ||= alt;
  }

  text(text: string): void {
    for (let at = Math.max(0, this.#open.length - mostOpen); at < this.#open.length; at++) {
      const draft = this.#open[at] as Draft;
      if (draft.inner.length < longestInner) draft.inner += text;
    }
  }

  close(frame: Frame): void {
    for (; frame.links > 0; frame.links--) {
      const draft = this.#open.pop() as Draft;
      const { number, column } = this.#lines.place;
      draft.to = number === draft.from.number ? column : Number.MAX_SAFE_INTEGER;
    }
  }

  /** The heading that what follows stands below. */
  set heading(text: string) {
    if (text !== '') this.#heading = text.slice(0, longestLabel);
  }

  /** The files of a style element. */
  sheet(frame: Frame, text: string): void {
    sheetReferences(text, (reference) => this.#add(frame, reference, none));
  }

  /** All links whose addresses are some, resolved against the base, as far as these can be held. */
  resolve(base: string): { readonly links: readonly PageLink[]; readonly isCut: boolean } {
    const addresses = new Addresses(base);
    const links: PageLink[] = [];
    let room = mostAddresses;
    for (const draft of this.#found) {
      const url = urlOf(draft, addresses);
      if (url === null) continue;
      room -= url.length;
      if (room < 0) return { links, isCut: true };
      links.push(this.#linkOf(draft, url));
    }
    return { links, isCut: false };
  }

  #add(frame: Frame, reference: Reference, attributes: AttributeList): Draft {
    const { kind, use, written } = reference;
    const isPage = use === 'page';
    const draft: Draft = {
      kind,
      use,
      written,
      codebase: reference.codebase,
      tag: frame.facts.tag,
      xpath: isPage ? this.#pathOf(frame) : '',
      id: isPage ? attributes.get('id') || null : null,
      hints: isPage ? hintsOf(attributes) : '',
      title: attributes.get('title') ?? '',
      label: attributes.get('aria-label') ?? '',
      rel: attributes.get('rel') ?? '',
      heading: this.#heading,
      part: frame.part === 'main' ? undefined : frame.part,
      alt: attributes.get('alt') ?? '',
      inner: '',
      from: isPage ? this.#lines.place : nowhere,
      to: 0,
    };
    this.#found.push(draft);
    return draft;
  }

  #linkOf(draft: Draft, url: string): PageLink {
    const { kind, use, tag, xpath, id, hints } = draft;
    const text = (volatileFolded(draft.inner) || draft.label || draft.title || draft.alt).slice(
      0,
      longestLabel,
    );
    return { kind, use, url, tag, xpath, id, text, hints, meta: this.#metaOf(draft) };
  }

  #metaOf({ title, alt, heading, part, rel, from, to, use }: Draft): LinkMeta {
    const meta: { -readonly [Key in keyof LinkMeta]: LinkMeta[Key] } = {};
    if (title !== '') meta.title = volatileFolded(title).slice(0, longestLabel);
    if (alt !== '') meta.alt = volatileFolded(alt).slice(0, longestLabel);
    if (heading !== '') meta.heading = heading;
    if (part !== undefined) meta.part = part;
    if (rel !== '') meta.rel = rel;
    const around = use === 'page' ? aroundOf(this.#lines.lineOf(from), from.column, to) : '';
    if (around !== '') meta.around = around;
    return meta;
  }
}

function aroundOf(line: string, from: number, to: number): string {
  if (line === '') return '';
  const before = line.slice(Math.max(0, from - aroundSide), from).trim();
  const after = to >= line.length ? '' : line.slice(to, to + aroundSide).trim();
  return before !== '' && after !== '' ? `${before} … ${after}` : before + after;
}

/** Calls (`javascript:`) and places on the page itself (`#`) lead nowhere. */
function urlOf({ written, use, codebase }: Draft, addresses: Addresses): string | null {
  const base = codebase === undefined ? null : addresses.resolve(codebase);
  if (use === 'file') return fileAddress(written, base ?? addresses.base);
  const reference = written.trim();
  if (reference === '' || reference === '#') return null;
  return base === null ? addresses.resolve(reference) : new Addresses(base).resolve(reference);
}

const none = new AttributeList();
const nowhere: TextPlace = { line: 0, number: -1, column: 0 };

const otherHints = ['class', 'name', 'title', 'aria-label', 'value'];

function hintsOf(attributes: AttributeList): string {
  let hints = attributes.get('id') ?? '';
  for (const name of otherHints) hints += ` ${attributes.get(name) ?? ''}`;
  return hints.trim();
}

/** Segments that the URL standard leaves as they are, and a query of such signs. */
const plainPath = /^\/(?:[\w~-][\w.~-]*\/)*(?:[\w~-][\w.~-]*)?(?:\?[\w.~&=/-]+)?$/;
const plainName = /^(?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*(?:\?[\w.~&=/-]+)?$/;

/**
 * Resolves references against one base. Most are plain names and paths, which need no parser: joining them
 * to the base costs a tenth of that.
 */
class Addresses {
  readonly base: string;
  readonly #origin: string | null;
  readonly #folder: string;

  constructor(base: string) {
    this.base = base;
    const url = URL.parse(base);
    this.#origin =
      url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === ''
        ? url.origin
        : null;
    this.#folder = url === null ? '' : url.origin + url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1);
  }

  /** The absolute address of a reference, `null` where there is none or it is a script or data. */
  resolve(reference: string): string | null {
    if (this.#origin !== null) {
      if (plainPath.test(reference)) return this.#origin + reference;
      if (plainName.test(reference)) return this.#folder + reference;
    }
    const url = URL.parse(reference, this.base);
    return url === null || /^(?:javascript|about|data):$/.test(url.protocol) ? null : url.href;
  }
}
