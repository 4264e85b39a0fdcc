import type { CrawlSettings } from '../../config/settings.ts';
import type { AddressViews, Manners, SitemapFetch } from '../../frontier/index.ts';
import type { HookChain } from '../../hooks/index.ts';
import type {
  ArgiopeError,
  CrawlListener,
  Driver,
  Guide,
  Resource,
  ResourceSink,
  SiteStore,
  Totals,
} from '../../model/index.ts';
import type { Revisited } from '../revisit/findings.ts';
import type { RevisitOrder } from '../revisit/revisit.ts';
import type { ExploringShare } from '../share/documents.ts';
import type { CrawlPace, Stopped } from './limits.ts';

/** Reads single files: robots.txt, sitemaps, and what pages use. */
export interface Files {
  fetch(url: string): Promise<Resource | null>;
  robots(url: string): Promise<{ readonly status: number; readonly body: string }>;
  /** Reads a large file piece by piece, unpacked. */
  readonly stream?: SitemapFetch;
  counts(): { readonly requests: number; readonly bytes: number };
}

/** What a driver asks and tells the crawl. */
export interface DriverSeams {
  readonly permit: (url: string) => Promise<void>;
  readonly sink: ResourceSink;
  /** Told the header `X-Robots-Tag` of a document, one line for each, empty where there is none. */
  readonly robotsTag: (url: string, header: string) => void;
  /** Has pages visited once more of which not everything was seen; says how many of them were known. */
  readonly reopen: (urls: readonly string[]) => Promise<number>;
  /** Waits until a site may be asked once more. */
  readonly turn: (url: string) => Promise<void>;
}

/** What a crawl of one site needs. */
export interface CrawlParts {
  readonly settings: CrawlSettings;
  readonly site: SiteStore;
  readonly files: Files;
  readonly manners: Manners;
  /** Makes the driver once its seams are known. */
  readonly driver: (seams: DriverSeams) => Promise<Driver>;
  readonly listen: CrawlListener;
  readonly signal: AbortSignal | null;
  /** Who holds the crawl back; nobody where nothing is said. */
  readonly pace?: CrawlPace | null;
  /** Who says what is worth firing; everything is where nobody does. */
  readonly guide?: Guide | null;
  /** Knows which addresses show answers once more; nobody where nothing is said. */
  readonly views?: AddressViews | null;
  /** Pages of an earlier run to be visited again, before what waits. */
  readonly revisit?: RevisitOrder;
  /** What waits is left to somebody else, and on the disk. */
  readonly onlyRevisits?: boolean;
  /** Code of the user's own; none where nothing is said. */
  readonly hooks?: HookChain;
  /** Where several workers share the crawl: documents are leased, and recorded in turns. */
  readonly share?: ExploringShare;
}

/** How a crawl ended. */
export interface Explored {
  readonly stopped: Stopped;
  readonly totals: Totals;
  /** Kept pages, those of earlier runs included. */
  readonly pages: { readonly urlPages: number; readonly statePages: number };
  readonly firstError: ArgiopeError | null;
  /** What revisits came to, where some were asked for. */
  readonly revisited?: Revisited;
}
