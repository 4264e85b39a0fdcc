import type { IndexedPage, Page, PageText, SiteStore } from '../model/index.ts';
import { unicodeMap } from './pdf-encodings.ts';

/** What makes texts of PDF files; loaded only where there is one. */
type Reader = (bytes: Uint8Array) => Promise<{ readonly title: string; readonly pages: readonly string[] }>;

/** Files that could not be read, with the reasons. */
export interface FilesRead {
  readonly read: number;
  readonly failed: readonly { readonly url: string; readonly why: string }[];
}

/** Indexes the text of kept PDF files that are not in the index yet; `files` are addresses at which files were found. */
export async function indexFiles(
  site: SiteStore,
  files: AsyncIterable<Page & { readonly url: string }>,
): Promise<FilesRead> {
  const known = new Set(await site.search.files());
  const failed: { url: string; why: string }[] = [];
  let read = 0;
  let reader: Reader | null = null;
  for await (const page of files) {
    if (known.has(page.number) || !isPdf(page)) continue;
    const file = await site.resource(page.url);
    if (!file) continue;
    try {
      reader ??= await loadReader();
      const { title, pages } = await reader(file.body);
      if (pages.every((text) => text.trim() === '')) throw new Error('it holds no text, as scans do');
      await site.search.put([fileEntry(page, title, pages)], []);
      read++;
    } catch (error) {
      failed.push({ url: page.url, why: (error as Error).message });
    }
  }
  return { read, failed };
}

function isPdf({ url, error }: Page & { readonly url: string }): boolean {
  const type = (error?.contentType ?? '').split(';', 1)[0]?.trim().toLowerCase();
  return (
    type === 'application/pdf' ||
    (type === 'application/octet-stream' && /\.pdf$/i.test(URL.parse(url)?.pathname ?? ''))
  );
}

function fileEntry(
  page: Page & { readonly url: string },
  title: string,
  pages: readonly string[],
): IndexedPage {
  const { number, url, depth } = page;
  const name = decodeURIComponent(URL.parse(url)?.pathname.split('/').at(-1) || url);
  const lines = pages
    .flatMap((text) => text.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const text: PageText = { places: ['/pdf'], lines: lines.map((line) => [0, line]) };
  return {
    number,
    kind: 'file',
    group: number,
    document: number,
    shown: url,
    host: URL.parse(url)?.host ?? '',
    type: 'pdf',
    title: title.trim() || name,
    depth,
    text,
  };
}

/** Gives PDF.js the maps that files name and do not hold. */
class Maps {
  async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    const map = unicodeMap(filename);
    if (map === null) throw new Error(`the character map ${filename} is not known`);
    return new TextEncoder().encode(map);
  }
}

/** Without a word of its own on the terminal, and without asking anybody for anything. */
const quiet = { BinaryDataFactory: Maps, cMapPacked: false, useWorkerFetch: false, verbosity: 0 };

/**
 * unpdf is PDF.js without the parts that paint: one file of 2 MB and no further packages, loaded for the first PDF file.
 */
export async function loadReader(): Promise<Reader> {
  const { extractText, getDocumentProxy, getMeta } = await import('unpdf');
  return async (bytes) => {
    const pdf = await getDocumentProxy(new Uint8Array(bytes), quiet);
    try {
      const { text } = await extractText(pdf, { mergePages: false });
      const { info } = await getMeta(pdf);
      const { Title } = info as { readonly Title?: unknown };
      return { title: typeof Title === 'string' ? Title : '', pages: text };
    } finally {
      await pdf.cleanup();
    }
  };
}
