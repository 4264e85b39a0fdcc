import { join } from 'node:path';
import { mainText } from '../dom/main-text.ts';
import { storedDocument } from '../html/stored.ts';
import type { DateSource } from '../model/date.ts';
import type { Page } from '../model/page.ts';
import type { SiteStore } from '../model/store.ts';
import { OwnText } from '../search/index.ts';
import { csvLine } from './csv.ts';
import { writeText } from './disk.ts';
import { EntryPaths, type EntryStep } from './entry-path.ts';
import { pageLabel } from './label.ts';
import { FileLayout } from './layout.ts';
import type { NameStyle } from './names/file-names.ts';
import { wantedPages } from './numbering.ts';

/** One page as listings have it. */
export interface ListedPage {
  readonly number: number;
  /** Address that opens it; `null` for a page that is reached through events only. */
  readonly url: string | null;
  readonly entry: readonly EntryStep[];
  readonly type: string | null;
  readonly title: string;
  readonly fingerprint: string | null;
  /** When it was captured, ISO 8601. */
  readonly time: string | null;
  readonly status: number | null;
  /** Address shown when it was captured. */
  readonly address: string | null;
  /** What hooks have noted on it; absent where they have not. */
  readonly tags?: readonly string[];
  /** When it was written or last changed, ISO 8601, and who said so. */
  readonly dated: string | null;
  readonly datedBy: DateSource | null;
  /** How much it has to do with the topic of the crawl, 0 to 1. */
  readonly relevance: number | null;
  /** Its title and, where events lead to it, what was fired: `New thing › Reviews`. */
  readonly label: string;
}

/** A row with the file of its page inside the mirror, and with its text. */
interface ListedRow extends ListedPage {
  readonly file: string;
  readonly text?: string;
}

/** What a listing says of a page. */
export async function rowOf(page: Page, paths: EntryPaths): Promise<ListedPage> {
  const { content } = page;
  const entry = await paths.of(page);
  return {
    number: page.number,
    url: await paths.addressOf(page),
    entry,
    type: content?.type ?? null,
    title: content?.title ?? '',
    fingerprint: content?.fingerprint ?? null,
    time: content?.capturedAt ?? null,
    status: content?.status ?? null,
    address: content?.address ?? null,
    ...(content?.tags && { tags: content.tags }),
    dated: content?.dated?.moment ?? null,
    datedBy: content?.dated?.source ?? null,
    relevance: content?.relevance ?? null,
    label: pageLabel(content?.title ?? '', entry),
  };
}

const columns = [
  ...(['number', 'url', 'entry', 'type', 'title', 'fingerprint', 'time', 'status'] as const),
  ...(['address', 'dated', 'datedBy', 'relevance', 'label', 'file'] as const),
] as const satisfies readonly (keyof ListedRow)[];

interface ListingForm {
  readonly file: string;
  head(text: boolean): string;
  line(row: ListedRow): string;
}

const forms = {
  jsonl: { file: 'pages.jsonl', head: () => '', line: (row) => `${JSON.stringify(row)}\n` },
  csv: { file: 'pages.csv', head: (text) => csvLine(text ? [...columns, 'text'] : columns), line: csvRow },
} satisfies Record<string, ListingForm>;

/** Formats that a listing can be written in. */
export type ListingFormat = keyof typeof forms;

/** The entry path stays one field: the JSON that the other listing has for it. */
function csvRow(row: ListedRow): string {
  const fields = columns.map((name) => (name === 'entry' ? JSON.stringify(row.entry) : row[name]));
  return csvLine(row.text === undefined ? fields : [...fields, row.text]);
}

/** What a listing of pages consists of. */
export interface PagesReport {
  readonly path: string;
  readonly pages: number;
}

/** Writes `pages.jsonl` or `pages.csv`: one record for each wanted page, in number order. */
export async function writePages(
  site: SiteStore,
  options: {
    readonly dir: string;
    readonly format?: ListingFormat;
    /** Whether the text of each page is written with it, without the frame of the site. */
    readonly text?: boolean;
    /** What files of the mirror are named by; as the crawl has it unless told otherwise. */
    readonly names?: NameStyle | undefined;
    /** Pages and names of files, where they were read already. */
    readonly layout?: FileLayout;
  },
): Promise<PagesReport> {
  const { format = 'jsonl', text = false } = options;
  const form: ListingForm = forms[format];
  const path = join(options.dir, form.file);
  const paths = new EntryPaths(site);
  const layout = options.layout ?? (await FileLayout.read(site, options.names));
  const own = new OwnText(site.search);
  let pages = 0;
  await writeText(path, async (file) => {
    await file.add(form.head(text));
    for await (const page of wantedPages(site)) {
      const row = await rowOf(page, paths);
      const more = text ? { text: await ownText(site, own, page) } : {};
      await file.add(form.line({ ...row, file: layout.fileOf(page.number), ...more }));
      pages++;
    }
  });
  return { path, pages };
}

/** What a page shows beside the frame of its site; its main text where the index does not have it. */
async function ownText(site: SiteStore, own: OwnText, page: Page): Promise<string> {
  const indexed = await site.search.page(page.number);
  const lines = indexed && (await own.besideFrame(indexed));
  return lines?.join('\n') ?? mainText(await storedDocument(site, page));
}
