import { assetsOf } from '../dom/assets.ts';
import { documentPrints } from '../dom/canonical.ts';
import { visibleText } from '../dom/text.ts';
import { capturePage, type RawPage } from '../drivers/http/page/capture.ts';
import {
  type PageRobots,
  readRobotsMeta,
  readRobotsTag,
  strictest,
  unrestricted,
} from '../frontier/index.ts';
import type { PageContent } from '../model/index.ts';
import type { FoundLink } from './judge.ts';

/** What a page says, as far as gathering needs it. */
export interface Reading {
  readonly content: Omit<PageContent, 'capturedAt' | 'blob' | 'type'>;
  /** Address after redirects, without fragment. */
  readonly documentUrl: string;
  readonly links: readonly FoundLink[];
  /** Files that the page uses. */
  readonly files: readonly string[];
  readonly robots: PageRobots;
  /** What is kept of it. */
  readonly document: Uint8Array;
  /** Print of its form alone, made when asked for. */
  readonly form: () => string;
  readonly text: () => string;
}

/** Reads a page that came over the wire; what it says to crawlers is left aside where `robotsTag` is `null`. */
export function readPage(raw: RawPage, robotsTag: string | null): Reading {
  const capture = capturePage(raw);
  const { document, fingerprint, status, contentType, lastModified, etag, freshUntil, bodyPrint } = capture;
  return {
    content: {
      ...{ fingerprint, address: document.url, title: document.title, lang: document.lang, status },
      ...{ contentType, lastModified, etag, freshUntil, bodyPrint },
    },
    documentUrl: capture.documentUrl,
    links: capture.candidates.map(({ href = '', xpath, id, text, hints }) => {
      return { url: href, xpath, id, text, hints };
    }),
    files: assetsOf(document),
    robots: robotsTag === null ? unrestricted : strictest(readRobotsMeta(document), readRobotsTag(robotsTag)),
    document: Buffer.from(JSON.stringify(document)),
    form: () => documentPrints(document, null).form,
    text: () => visibleText(document),
  };
}
