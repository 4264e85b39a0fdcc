import { decodedPart } from '../model/address.ts';
import type { IndexedPage, Page, PageText, SiteStore } from '../model/index.ts';
import { PdfReader } from './pdf-reader.ts';

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
  const reader = new PdfReader();
  for await (const page of files) {
    if (known.has(page.number) || !isPdf(page)) continue;
    const file = await site.resource(page.url);
    if (!file) continue;
    try {
      const { title, pages } = await reader.read(file.body);
      if (pages.every((text) => text.trim() === '')) throw new Error('it holds no text, as scans do');
      await site.search.put([fileEntry(page, title, pages)], []);
      read++;
    } catch (error) {
      failed.push({ url: page.url, why: (error as Error).message });
    }
  }
  await reader.close();
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
  const name = nameOf(url);
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

/** The last part of an address, as it reads; bytes that are no text stay as they are written. */
function nameOf(url: string): string {
  return decodedPart(URL.parse(url)?.pathname.split('/').at(-1) || url);
}
