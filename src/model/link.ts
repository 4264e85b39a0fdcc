/** What a link of a page is, by the element and attribute that name it. */
export type LinkKind =
  | 'a'
  | 'area'
  | 'frame'
  | 'iframe'
  | 'refresh'
  | 'canonical'
  | 'next'
  | 'prev'
  | 'alternate'
  | 'feed'
  | 'stylesheet'
  | 'icon'
  | 'preload'
  | 'link' /* a link element of any other relation */
  | 'script'
  | 'form' /* where a form that asks by GET leads to; forms are never submitted for it */
  | 'base'
  | 'background'
  | 'object'
  | 'embed'
  | 'applet'
  | 'image'
  | 'media'
  | 'poster'
  | 'track'
  | 'css'
  | 'ping'
  | 'cite'
  | 'longdesc'
  | 'drawing' /* what an SVG uses */
  | 'manifest'
  | 'written'; /* an address in a header, a comment, a text or a script */

/** `page`: to be crawled. `file`: the page needs it to be shown. `other`: neither. */
export type LinkUse = 'page' | 'file' | 'other';

/** The part of a page that something stands in. */
export type PagePart = 'main' | 'nav' | 'header' | 'footer' | 'aside';

/** What a page says about a link beside its text; absent fields were not there. */
export interface LinkMeta {
  readonly title?: string;
  /** `alt` of the link or of the first image in it that has one. */
  readonly alt?: string;
  /** Text of the nearest heading before it. */
  readonly heading?: string;
  /** Absent: the main part. */
  readonly part?: Exclude<PagePart, 'main'>;
  readonly rel?: string;
  /** Text before and after it in the same line of the page, about 50 characters each. */
  readonly around?: string;
  /** Of an element that is no link: it is on or off by itself. */
  readonly toggle?: 'yes';
  /** Of an element that is no link: nobody could see it when it was found. */
  readonly hidden?: 'yes';
}

/** One link of a page, in document order. */
export interface PageLink {
  readonly kind: LinkKind;
  readonly use: LinkUse;
  /** Absolute address as written, with its fragment; without for files. */
  readonly url: string;
  readonly tag: string;
  /** Path of its element; empty for links that are no pages. */
  readonly xpath: string;
  readonly id: string | null;
  /** Visible text or label, cut at 120 characters. */
  readonly text: string;
  /** Words that say what it does beside its text: id, class, name, title, aria-label. */
  readonly hints: string;
  readonly meta: LinkMeta;
}
