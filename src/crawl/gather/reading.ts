import { assetsOf } from '../../dom/assets.ts';
import { documentPrints } from '../../dom/canonical.ts';
import { readTree } from '../../dom/reading/tree.ts';
import { surelyWritten, unlinked, type WrittenLinks, writtenAddresses } from '../../dom/written.ts';
import { type PageRobots, readRobotsTag, strictest, unrestricted } from '../../frontier/page-robots.ts';
import type { RawPage } from '../../html/raw.ts';
import { contentOfScan, scanPage } from '../../html/scan/page.ts';
import { documentOfBlob } from '../../html/stored.ts';
import type { Capture, DocumentTree, PageContent, PageLink } from '../../model/index.ts';
import { contentOf } from '../commit/content.ts';

/** What a page says, as far as gathering needs it. */
export interface PageReading {
  readonly content: PageContent;
  /** Address after redirects, without fragment. */
  readonly documentUrl: string;
  /** Links that lead to pages. */
  readonly links: readonly PageLink[];
  /** Places of those that hooks have dropped. */
  readonly dropped: ReadonlySet<number>;
  /** Files that the page uses. */
  readonly files: readonly string[];
  readonly robots: PageRobots;
  /** What is kept of it: the page as it came, or its document. */
  readonly document: Uint8Array;
  /** The page as a tree, made when asked for. */
  readonly tree: () => DocumentTree;
  readonly text: string;
}

const none: ReadonlySet<number> = new Set();

/** A page that came over the wire, and what is known of it beside. */
export interface PageAsked {
  readonly raw: RawPage;
  /** What its header says to crawlers; `null`: nothing of that kind is heeded, in the page neither. */
  readonly robotsTag: string | null;
  /** What a sitemap says of it. */
  readonly lastmod: string | null;
  readonly how: WrittenLinks;
  /** When it came, in milliseconds. */
  readonly now: number;
}

/** What is read of a page, its bytes and tree aside: nothing but values. */
export type PageValues = Omit<PageReading, 'document' | 'tree' | 'dropped'>;

/** Reads a page that came over the wire. */
export function readPage(asked: PageAsked): PageReading {
  return withBody(readAsked(asked), asked);
}

/** A reading together with the page that it is of. */
export function withBody(reading: PageValues, { raw }: PageAsked): PageReading {
  // Whoever holds the tree holds no links and no text with it.
  const { body } = raw;
  const { content } = reading;
  return { ...reading, dropped: none, document: body, tree: () => documentOfBlob(body, content) };
}

/** Reads the values of a page. */
export function readAsked({ raw, robotsTag, lastmod, how, now }: PageAsked): PageValues {
  const scan = scanPage(raw);
  const content = contentOfScan(scan, lastmod, now);
  const files = new Set<string>();
  const links: PageLink[] = [];
  for (const link of scan.links) {
    if (link.use === 'page') links.push(link);
    else if (link.use === 'file') files.add(link.url);
  }
  const written =
    how === 'all'
      ? writtenAddresses(documentOfBlob(raw.body, content), scan.remains, how)
      : surelyWritten(scan.text, scan.remains, scan.base);
  links.push(...unlinked([...(raw.announced ?? []), ...written], links).map(writtenLink));
  return {
    content,
    documentUrl: scan.documentUrl,
    links,
    files: [...files],
    text: scan.text,
    robots: robotsTag === null ? unrestricted : strictest(scan.robots, readRobotsTag(robotsTag)),
  };
}

function writtenLink(url: string): PageLink {
  return { kind: 'written', use: 'page', url, tag: '', xpath: '', id: null, text: '', hints: '', meta: {} };
}

/** Reads a page that is no bytes of a server but what was made of its answers: a folder, a file. */
export function readCapture(capture: Capture): PageReading {
  const { document, documentUrl } = capture;
  const { links, text } = readTree(document);
  const offered = new Set(capture.candidates.map(({ xpath }) => xpath));
  return {
    content: contentOf(capture, { type: null }, null),
    documentUrl,
    dropped: none,
    files: assetsOf(document),
    text,
    robots: unrestricted,
    links: links.filter(({ use, xpath }) => use === 'page' && offered.has(xpath)),
    document: new TextEncoder().encode(JSON.stringify(document)),
    tree: () => document,
  };
}

/** Print of a page's form alone. */
export function formPrint({ tree }: PageReading): string {
  return documentPrints(tree(), null).form;
}
