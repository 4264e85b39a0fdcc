import type { DateSource, PageDate } from '../model/date.ts';
import type { DocumentTree, ElementNode } from '../model/document.ts';
import { readMoment } from '../values/index.ts';
import type { MetaFact, TimeFact } from './reading/reader.ts';

/** What a page says of itself that may tell its date. */
export interface DateMarks {
  readonly metas: readonly MetaFact[];
  readonly times: readonly TimeFact[];
  /** Texts of `application/ld+json` scripts. */
  readonly data: readonly string[];
}

const modifiedNames = new Set([
  ...['article:modified_time', 'og:updated_time', 'datemodified', 'dcterms.modified', 'dc.date.modified'],
  ...['last-modified', 'lastmod', 'revised', 'og:article:modified_time', 'bt:moddate', 'article.updated'],
]);
const publishedNames = new Set([
  ...[
    'article:published_time',
    'datepublished',
    'datecreated',
    'dcterms.created',
    'dcterms.issued',
    'dc.date',
  ],
  ...['dcterms.date', 'dc.date.issued', 'dc.date.created', 'dc.created', 'date', 'pubdate', 'publishdate'],
  ...['publish_date', 'publication_date', 'og:article:published_time', 'article.published', 'citation_date'],
  ...['citation_publication_date', 'parsely-pub-date', 'sailthru.date', 'article.created', 'bt:pubdate'],
]);

/** A moment that is not in the page's past or before the web is somebody's mistake. */
const earliest = Date.UTC(1990, 0, 1);
const day = 86_400_000;

/** Who is believed first. */
const order: readonly DateSource[] = ['modified', 'published', 'sitemap', 'header', 'time'];

/** Beside what the page says: headers of its answer, a sitemap, and when it was asked for. */
export interface DateHints {
  /** `Last-Modified` as ISO 8601. */
  readonly lastModified: string | null;
  /** `lastmod` of a sitemap. */
  readonly sitemap: string | null;
  /** When the page was fetched, in milliseconds. */
  readonly now: number;
}

/**
 * The date of a page. What it says of its last change counts before when it was published; then what a
 * sitemap and the server say, and a moment in its text at last. A `Last-Modified` of the very moment in
 * which the page was asked for says that it is made anew each time, and nothing else.
 */
export function pageDate(marks: DateMarks, { lastModified, sitemap, now }: DateHints): PageDate | null {
  const told = markedDates(marks, now);
  const header = momentOf(lastModified ?? '', now);
  const fresh = header !== null && now - Date.parse(header) < 10_000;
  const own = told('modified') ?? told('published') ?? dated('header', fresh ? null : header) ?? told('time');
  return withSitemap(own, sitemap, now);
}

/** A page's date where a sitemap may know better. */
export function withSitemap(own: PageDate | null, sitemap: string | null, now: number): PageDate | null {
  const listed = dated('sitemap', momentOf(sitemap ?? '', now));
  if (own === null || listed === null) return own ?? listed;
  return order.indexOf(own.source) < order.indexOf('sitemap') ? own : listed;
}

/** What a document says that may tell its date; trees do not keep the texts of scripts. */
export function dateMarks({ root }: DocumentTree): DateMarks {
  const marks = { metas: [] as MetaFact[], times: [] as TimeFact[], data: [] };
  collectMarks(root, marks, false);
  return marks;
}

function collectMarks(
  node: ElementNode,
  marks: { metas: MetaFact[]; times: TimeFact[] },
  beside: boolean,
): void {
  const { tag, attrs } = node;
  if (tag === 'meta' && attrs?.content !== undefined) {
    const name = attrs.name ?? attrs.property ?? attrs.itemprop ?? '';
    if (name !== '')
      marks.metas.push({ name: name.trim().toLowerCase(), content: attrs.content, inHead: true });
  } else if (tag === 'time' && attrs?.datetime !== undefined) {
    const role = attrs.itemprop ?? (attrs.pubdate === undefined ? '' : 'pubdate');
    marks.times.push({ datetime: attrs.datetime, role: role.trim().toLowerCase(), main: !beside });
  }
  if (node.kids === undefined || tag === 'template') return;
  const inside = beside || tag === 'nav' || tag === 'aside' || tag === 'footer';
  for (const kid of node.kids) if (typeof kid !== 'string') collectMarks(kid, marks, inside);
}

type Told = (source: 'modified' | 'published' | 'time') => PageDate | null;

function markedDates({ metas, times, data }: DateMarks, now: number): Told {
  const marks: { modified: string[]; published: string[]; time: string[] } = {
    modified: [],
    published: [],
    time: [],
  };
  for (const { name, content } of metas) {
    if (modifiedNames.has(name)) marks.modified.push(content);
    else if (publishedNames.has(name)) marks.published.push(content);
  }
  for (const { datetime, role, main } of times) {
    if (role === 'datemodified') marks.modified.push(datetime);
    else if (role === 'datepublished' || role === 'datecreated' || role === 'pubdate')
      marks.published.push(datetime);
    else if (main) marks.time.push(datetime);
  }
  for (const text of data) {
    const found = linkedDates(text);
    marks.modified.push(...found.modified);
    marks.published.push(...found.published);
  }
  return (source) => {
    for (const written of marks[source]) {
      const moment = momentOf(written, now);
      if (moment !== null) return { moment, source };
    }
    return null;
  };
}

function dated(source: DateSource, moment: string | null): PageDate | null {
  return moment === null ? null : { moment, source };
}

/** The dates of linked data, wherever in it; read as text, since it is often broken. */
function linkedDates(text: string): { modified: string[]; published: string[] } {
  const valuesOf = (name: string): string[] =>
    [...text.matchAll(new RegExp(`"${name}"\\s*:\\s*"([^"]{4,40})"`, 'g'))]
      .slice(0, 3)
      .map(([, value = '']) => value);
  return {
    modified: valuesOf('dateModified'),
    published: [...valuesOf('datePublished'), ...valuesOf('dateCreated'), ...valuesOf('uploadDate')],
  };
}

/**
 * A written moment as ISO 8601, `null` where it is none, cannot be, or may be another: of `5/6/2010` nobody knows
 * whether it is in May.
 */
export function momentOf(written: string, now: number): string | null {
  if (written.length < 4 || written.length > 64) return null;
  const text = written.trim();
  const told = readMoment(/^\d{4}$/.test(text) ? `${text}-01` : text);
  if (told === null || told.guessed || told.at < earliest || told.at > now + day) return null;
  return new Date(told.at).toISOString();
}
