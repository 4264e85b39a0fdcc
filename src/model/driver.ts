import type { Capture, ContentChange, Resource } from './capture.ts';
import type { VolatileSpot } from './document.ts';

/** Where to fire: the element is found by id if that is unique and of the right kind, else by XPath. */
export interface FireOrder {
  readonly id: string | null;
  readonly xpath: string;
  readonly event: string;
  /** What to choose, type or press. */
  readonly value?: string;
  /**
   * Where the pointer first has to leave what it is over, and that shows something that is not among the
   * known: do not fire, but show that.
   */
  readonly pauses?: true;
  /**
   * The event asks a form: addresses, without their queries, that it may post to. What else it would post is kept from
   * leaving and told by the capture.
   */
  readonly posts?: readonly string[];
}

/** What firing an event, going back or opening an address led to. */
export type Outcome =
  | {
      readonly kind: 'captured';
      readonly capture: Capture;
      /** Where the event would have taken the page, whatever else it changed; it was kept where it is. */
      readonly leaves?: string;
      readonly before?: string;
      /** The event has changed how the whole document looks: a theme, a folded side bar. */
      readonly redressed?: true;
      /** The event has changed nothing that is read, but some element is marked in another way. */
      readonly marks?: true;
      /** This is what the pointer left behind: the event was not fired yet. */
      readonly paused?: true;
      /** Fingerprint of what the page shows now, where some of what the event has shown is gone by itself. */
      readonly rests?: string;
    }
  /** The page is one of those the caller said it knows: no document was made. */
  | {
      readonly kind: 'known';
      readonly fingerprint: string;
      readonly wanted: readonly string[];
      readonly leaves?: string;
      readonly change?: ContentChange;
      /**
       * Fingerprint of what the event was fired on, where the pointer had left what it was over and the page
       * had changed with that.
       */
      readonly before?: string;
      readonly redressed?: true;
      readonly marks?: true;
      readonly rests?: string;
    }
  /** The element is not there. */
  | { readonly kind: 'lost' };

/** A rectangle on a page, in CSS pixels from its upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a page looks like, from its top, as far as pictures go; and where some of its elements are. */
export interface Picture {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Cut to the picture; `null` where the element is not there or not shown. */
  readonly boxes: readonly (Box | null)[];
}

/** A small picture (JPEG) of what is in the window of a tab, and the milliseconds that taking it took. */
export interface Glance {
  readonly jpeg: Uint8Array;
  readonly ms: number;
}

/** One tab. Errors are `ArgiopeError`s; after a `retry` error the tab has been renewed and is blank. */
export interface Tab {
  /**
   * Opens an address from the network. With `ahead` the page's clock is so many milliseconds ahead, which
   * shows what depends on the time; with `events` it is opened because events are to be fired on it.
   */
  open(url: string, ahead?: number, events?: boolean): Promise<Capture>;
  /** Fires, settles, captures. `known` are fingerprints of which no document is needed. */
  fire(order: FireOrder, known: ReadonlySet<string>): Promise<Outcome>;
  /** Goes one step back in the session history; `lost` where there is none. */
  back(known: ReadonlySet<string>): Promise<Outcome>;
  /** Fingerprints of the elements at some XPaths of the page that is shown; `null` where there is none. */
  printsAt(paths: readonly string[]): Promise<readonly (string | null)[]>;
  /** A picture of the page that is shown, with the places of elements at some XPaths; `null` without a page. */
  picture(paths: readonly string[]): Promise<Picture | null>;
  /** A small picture (JPEG) of what is in the window; `null` where nothing is shown. Only where there is a window. */
  glance?(): Promise<Uint8Array | null>;
  /** Whether the last event added a step to the session history. */
  readonly historyGrew: boolean;
  close(): Promise<void>;
}

/** Counts of what went over the wire. */
export interface DriverCounts {
  readonly requests: number;
  readonly requestsFromCache: number;
  readonly bytes: number;
}

/**
 * A way to see pages: in Chromium, by HTTP, by either as the page needs, by FTP, on the screen of a BBS, or by
 * what the protocol of each address asks for.
 */
export interface Driver {
  readonly kind: 'chromium' | 'http' | 'auto' | 'ftp' | 'bbs' | 'protocols';
  /** Whether events can be fired on what an address shows. */
  fires(url: string): boolean;
  tab(): Promise<Tab>;
  counts(): DriverCounts;
  /** From now on these spots count by their form only. */
  ignore(spots: readonly VolatileSpot[]): void;
  /** Reads one file that pages use, with the session of the crawl; `null` where there is none. */
  fetch(url: string): Promise<Resource | null>;
  close(): Promise<void>;
}

/** Told of each style sheet, image and font the driver happened to load. */
export type ResourceSink = (resource: Resource) => void;

/** Says whether an address may be asked; throws an `ArgiopeError` where it may not. */
export type Permit = (url: string) => Promise<void>;
