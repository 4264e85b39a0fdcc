import { type DateMarks, pageDate } from '../../dom/dates.ts';
import type { Reading } from '../../dom/reading/reader.ts';
import { readTree } from '../../dom/reading/tree.ts';
import type { Remains } from '../../dom/written.ts';
import { fingerprint, fingerprintBytes } from '../../fingerprint/rabin.ts';
import { type PageRobots, robotsOfMetas } from '../../frontier/page-robots.ts';
import { withoutFragment } from '../../model/address.ts';
import type { RequestRecord } from '../../model/capture.ts';
import type { LinkKind, PageLink } from '../../model/link.ts';
import type { PageContent } from '../../model/page.ts';
import { tooLongAddresses } from '../bounds.ts';
import { decodeAs, pageCharset } from '../charset.ts';
import { mediaType } from '../content-type.ts';
import { linkedData } from '../linked-data.ts';
import { headerMoment, type RawPage } from '../raw.ts';
import { remainsOf } from '../remains.ts';
import { parseIntricate, plainDocument } from '../tree.ts';
import { scanText } from './scan.ts';

/** What one reading of a page's text gave, its document not made. */
export interface PageScan {
  /** Address after redirects, with the fragment that was asked for. */
  readonly url: string;
  /** The same without the fragment. */
  readonly documentUrl: string;
  readonly status: number;
  /** Media type alone; HTML where none was told. */
  readonly contentType: string;
  /** The encoding that its bytes were read in. */
  readonly charset: string;
  /** ISO 8601. */
  readonly lastModified: string | null;
  readonly etag: string | null;
  readonly freshUntil: string | null;
  /** Fingerprint of the bytes as they came. */
  readonly bodyPrint: string;
  readonly title: string;
  readonly lang: string;
  /** Address that references are resolved against. */
  readonly base: string;
  /** Links of every kind, in document order. */
  readonly links: readonly PageLink[];
  /** What the page itself says to crawlers. */
  readonly robots: PageRobots;
  readonly canonical: string | null;
  /** Where the page sends its reader. */
  readonly refresh: string | null;
  /**
   * Print of what the page shows: tags, texts and the attributes that carry content, without head, scripts,
   * styles, comments, templates, classes and ids. Equal to that of the captured document.
   */
  readonly fingerprint: string;
  /** Print of the text alone, equal to `textFingerprint` of the document. */
  readonly textFingerprint: string;
  /** The text as a person reads it. */
  readonly text: string;
  /** Characters of the text, and of the main text, without white space. */
  readonly length: number;
  readonly mainLength: number;
  /** What the page says about its date, for `pageDate`. */
  readonly marks: DateMarks;
  readonly requests: readonly RequestRecord[];
  /** Comments and scripts of its text. */
  readonly remains: Remains;
}

/** What is kept of a scanned page whose bytes are kept as they came; `lastmod` is what a sitemap says of it. */
export function contentOfScan(scan: PageScan, lastmod: string | null, now: number): PageContent {
  const { fingerprint, title, lang, status, contentType, lastModified, etag, freshUntil, bodyPrint } = scan;
  const dated = pageDate(scan.marks, { lastModified, sitemap: lastmod, now });
  return {
    fingerprint,
    address: scan.url,
    title,
    lang,
    status,
    contentType,
    lastModified,
    etag,
    freshUntil,
    bodyPrint,
    type: null,
    capturedAt: new Date(now).toISOString(),
    ...(dated && { dated }),
    charset: scan.charset,
    // The store names blobs by their content.
    blob: '',
  };
}

/**
 * Reads a page in one pass over its text. Pages that need a tree to be understood get one, so what is
 * seen is always what the captured document shows.
 */
export function scanPage(raw: RawPage): PageScan {
  const contentType = mediaType(raw.contentType) || 'text/html';
  const charset = pageCharset(raw.body, raw.contentType);
  const text = decodeAs(raw.body, charset);
  const isPlain = contentType === 'text/plain';
  const quick = isPlain ? null : scanText(text, raw.url);
  const reading =
    quick ?? readTree(isPlain ? plainDocument(text, raw.url) : parseIntricate(text, raw.url, raw.nesting));
  if (reading.isCut) throw tooLongAddresses(raw.url);
  return {
    ...scanOf(reading, raw, contentType),
    charset,
    marks: marksOf(reading, isPlain ? '' : text),
    remains: remainsOf(isPlain ? '' : text),
  };
}

function scanOf(
  reading: Reading,
  raw: RawPage,
  contentType: string,
): Omit<PageScan, 'marks' | 'charset' | 'remains'> {
  const { title, lang, base, links, text, length, mainLength } = reading;
  return {
    url: raw.url,
    documentUrl: withoutFragment(raw.url),
    status: raw.status,
    contentType,
    lastModified: headerMoment(raw.lastModified),
    etag: raw.etag ?? null,
    freshUntil: raw.freshUntil ?? null,
    bodyPrint: fingerprintBytes(raw.body),
    title,
    lang,
    base,
    links,
    robots: robotsOfMetas(reading.metas.filter(({ inHead }) => inHead)),
    canonical: firstOf(links, 'canonical'),
    refresh: firstOf(links, 'refresh'),
    fingerprint: reading.print,
    textFingerprint: fingerprint(text),
    text,
    length,
    mainLength,
    requests: raw.requests,
  };
}

function firstOf(links: readonly PageLink[], kind: LinkKind): string | null {
  return links.find((link) => link.kind === kind)?.url ?? null;
}

function marksOf({ metas, times }: Reading, text: string): DateMarks {
  return { metas, times, data: linkedData(text) };
}
