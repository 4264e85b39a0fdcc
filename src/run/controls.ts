import type { CrawlPace } from '../crawl/index.ts';
import type { Labeller } from '../extract/index.ts';
import type { Hooks } from '../hooks/index.ts';
import type { CrawlListener, SiteStore } from '../model/index.ts';
import type { KeptLogin } from './login/sign-in.ts';

/** Who watches a crawl, and what ends it early. */
export interface CrawlControls {
  readonly listen?: CrawlListener;
  /** Aborted: no further page is begun, what is in hand is finished and saved. */
  readonly signal?: AbortSignal;
  /** Code that looks at, changes or drops what goes through the crawl; comes after the hooks of files. */
  readonly hooks?: readonly Hooks[];
  /** Where records are made by a schema: who points at the values of its fields. Nobody unless given. */
  readonly labeller?: Labeller;
  /** Whether mirror, graph, sitemap and listing are written at the end; they are unless told otherwise. */
  readonly outputs?: boolean;
  /** Told of the site before anything is asked; what it gives back is waited for before the store is closed. */
  readonly attend?: (site: SiteStore) => () => Promise<void>;
  /** Asked before a page is taken, so that a crawl does not run ahead of who takes its pages. */
  readonly pace?: CrawlPace;
  /** The login that the rounds of one crawl share; each signs in by itself unless given. */
  readonly login?: KeptLogin;
}

/** A store and the folder that its derived outputs go to. */
export interface StorePlace {
  readonly out: string;
  readonly store?: string;
}
