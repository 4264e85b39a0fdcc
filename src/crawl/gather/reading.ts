import { assetsOf } from '../../dom/assets.ts';
import { documentPrints } from '../../dom/canonical.ts';
import { readTree } from '../../dom/reading/tree.ts';
import { surelyWritten, unlinked, type WrittenLinks, writtenAddresses } from '../../dom/written.ts';
import { contentOfScan, documentOfBlob, type RawPage, scanPage } from '../../drivers/http/index.ts';
import { type PageRobots, readRobotsTag, strictest, unrestricted } from '../../frontier/index.ts';
import type { Capture, DocumentTree, PageContent, PageLink } from '../../model/index.ts';
import { contentOf } from '../index.ts';

/** What a page says, as far as gathering needs it. */
export interface Reading {
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

/**
 * Reads a page that came over the wire; what it says to crawlers is left aside where `robotsTag` is `null`.
 * `lastmod` is what a sitemap says of it.
 */
export function readPage(
  raw: RawPage,
  robotsTag: string | null,
  lastmod: string | null = null,
  how: WrittenLinks = 'documents',
): Reading {
  const scan = scanPage(raw);
  const tree = () => documentOfBlob(raw.body, contentOfScan(scan, null, 0));
  const files = new Set<string>();
  const links: PageLink[] = [];
  for (const link of scan.links) {
    if (link.use === 'page') links.push(link);
    else if (link.use === 'file') files.add(link.url);
  }
  const written =
    how === 'all'
      ? writtenAddresses(tree(), scan.remains, how)
      : surelyWritten(scan.text, scan.remains, scan.base);
  links.push(...unlinked([...(raw.announced ?? []), ...written], links).map(writtenLink));
  return {
    content: contentOfScan(scan, lastmod, Date.now()),
    ...{ documentUrl: scan.documentUrl, links, dropped: none, files: [...files], text: scan.text },
    robots: robotsTag === null ? unrestricted : strictest(scan.robots, readRobotsTag(robotsTag)),
    document: raw.body,
    tree,
  };
}

function writtenLink(url: string): PageLink {
  return { kind: 'written', use: 'page', url, tag: '', xpath: '', id: null, text: '', hints: '', meta: {} };
}

/** Reads a page that is no bytes of a server but what was made of its answers: a folder, a file. */
export function readCapture(capture: Capture): Reading {
  const { document, documentUrl } = capture;
  const { links, text } = readTree(document);
  const offered = new Set(capture.candidates.map(({ xpath }) => xpath));
  return {
    content: contentOf(capture, { type: null }, null),
    ...{ documentUrl, dropped: none, files: assetsOf(document), text, robots: unrestricted },
    links: links.filter(({ use, xpath }) => use === 'page' && offered.has(xpath)),
    document: new TextEncoder().encode(JSON.stringify(document)),
    tree: () => document,
  };
}

/** Print of a page's form alone. */
export function formOf({ tree }: Reading): string {
  return documentPrints(tree(), null).form;
}
