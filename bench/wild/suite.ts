import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from '../../test/sites/answer.ts';

/** What is true of a suite: facts that a crawl is measured by. */
export interface Truth {
  /** Paths that have to be found. */
  readonly addresses?: readonly string[];
  /** Texts that kept pages have to show, in any case of letters. */
  readonly texts?: readonly string[];
  /** Pages that a person would keep; absent where nobody can say. */
  readonly pages?: number;
  /** Events that a person needs who knows the site. */
  readonly events?: number;
}

/** Where a suite comes from. */
export type Source =
  /** A folder of the data: served as it is, or by the program `start` in it, which is given `PORT`. */
  | { readonly kind: 'folder'; readonly folder: string }
  /** A page of our own on published packages, which are looked up in `node_modules` of the data. */
  | {
      readonly kind: 'page';
      /** File in `pages/`. */
      readonly entry: string;
      readonly packages: readonly string[];
      /** Answers what the page asks for; `null` is 404. */
      readonly answer?: (path: string) => Answer | null;
    }
  /** A small site of our own. */
  | { readonly kind: 'site'; readonly handle: Handler; readonly hosts?: number };

/** Answers one request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A site and what is true of it. */
export interface Suite {
  /** With a slash where a source has several entries: `todomvc/react`. */
  readonly name: string;
  readonly source: Source;
  /** Path that a crawl starts from. */
  readonly start: string;
  /** Options of the crawl beside the default ones. */
  readonly flags?: readonly string[];
  /** Read from the folder of the data where the suite has a list of its own. */
  readonly truth: Truth | ((folder: string) => Truth | Promise<Truth>);
  /** Addresses count when the server was asked for them, not only when a listing names them. */
  readonly byLog?: boolean;
}
