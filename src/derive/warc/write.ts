import { join } from 'node:path';
import { storedDocument } from '../../html/stored.ts';
import type { Page } from '../../model/page.ts';
import type { SiteInfo, SiteStore } from '../../model/store.ts';
import { type ByteFile, writeBytes } from '../disk.ts';
import { EntryPaths, entryText } from '../entry-path.ts';
import { filePages } from '../files.ts';
import { rowOf } from '../listing.ts';
import { wantedPages } from '../numbering.ts';
import { ArchiveIndex } from './archive-index.ts';
import { StoredFiles } from './files.ts';
import { aboutOf, archivedHtml, ownNameOf, targetOf } from './page.ts';
import { recordId, recordMember, type WarcRecord } from './record.ts';
import { recordings } from './recording.ts';

/** Where to write an archive, and who says that it wrote it. */
export interface WarcOptions {
  readonly dir: string;
  /** Name and version of the program: `argiope/1.0.0`. */
  readonly software: string;
}

/** What an archive consists of. */
export interface WarcReport {
  readonly path: string;
  readonly pages: number;
  /** Stored files that pages use or link to. */
  readonly files: number;
  readonly records: number;
  /** Bytes on disk. */
  readonly bytes: number;
}

const fileName = 'pages.warc.gz';
/**
 * Writes `pages.warc.gz`, a WARC 1.1 archive of the wanted pages and the files they use.
 *
 * Pages that were read without a browser are in the store as the server sent them, and are written so, byte
 * for byte; of others it has the document as it was after scripts had run. Headers are kept of neither. So
 * nothing is written as a `response`: pages and files are `resource` records, which promise no more than
 * content, and what is known beside it (status, how the page is reached, what it asked for) stands in a `metadata`
 * record. What was recorded while the crawl ran (`archive/`) is not written again: of such pages only the text that
 * scripts made of them is, under a name of its own.
 */
export async function writeWarc(site: SiteStore, options: WarcOptions): Promise<WarcReport> {
  const path = join(options.dir, fileName);
  const recorded = new ArchiveIndex();
  try {
    for (const each of await recordings(options.dir)) await recorded.read(each);
    return await writeBytes(path, async (file) => {
      const archive = new Archive(site, await site.info(), file, recorded);
      await archive.begin(options.software);
      for await (const page of wantedPages(site)) await archive.page(page);
      for await (const { url, foundOn } of filePages(site)) await archive.file(url, foundOn);
      return { path, ...archive.figures, bytes: file.bytes };
    });
  } finally {
    recorded.close();
  }
}

class Archive {
  readonly #site: SiteStore;
  readonly #info: SiteInfo;
  readonly #file: ByteFile;
  readonly #paths: EntryPaths;
  readonly #files: StoredFiles;
  readonly #recorded: Pick<ArchiveIndex, 'has'>;
  #about = '';
  /** When the page in hand was captured: files were loaded for it, and have no time of their own. */
  #time = '';
  #pages = 0;
  #records = 0;

  constructor(site: SiteStore, info: SiteInfo, file: ByteFile, recorded: Pick<ArchiveIndex, 'has'>) {
    this.#site = site;
    this.#recorded = recorded;
    this.#info = info;
    this.#file = file;
    this.#paths = new EntryPaths(site);
    this.#files = new StoredFiles(site, async ({ url, contentType, body }) => {
      if (recorded.has(url)) return;
      const type = contentType.trim() === '' ? 'application/octet-stream' : contentType;
      await this.#add({ type: 'resource', target: url, time: this.#time, contentType: type, block: body });
    });
  }

  get figures(): Pick<WarcReport, 'pages' | 'files' | 'records'> {
    return { pages: this.#pages, files: this.#files.count, records: this.#records };
  }

  /** Says what the file is; every other record points here. */
  async begin(software: string): Promise<void> {
    const { name, settings } = this.#info;
    const fields = {
      software,
      format: 'WARC File Format 1.1',
      conformsTo: 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
      isPartOf: name,
      ...(typeof settings.robots === 'string' && { robots: settings.robots }),
      description:
        'Pages read without a browser as the server sent them; others as they were after scripts had run, spelled as HTML without scripts; files as they were loaded. Status and entry path of each page are in its metadata record.',
    };
    const block = Object.entries(fields).map(([field, value]) => `${field}: ${value}\r\n`);
    this.#about = await this.#add({
      type: 'warcinfo',
      target: null,
      time: new Date().toISOString(),
      contentType: 'application/warc-fields',
      block: Buffer.from(block.join('')),
      more: { 'WARC-Filename': fileName },
    });
  }

  async page(page: Page): Promise<void> {
    const document = await storedDocument(this.#site, page);
    const sent = await this.#sent(page);
    const row = await rowOf(page, this.#paths);
    this.#time = row.time ?? this.#info.createdAt;
    const files = await this.#files.of(document);
    const entry = row.url === null ? entryText(row.entry) : null;
    const origin = { address: row.url ?? document.url, entry };
    const block = sent?.block ?? Buffer.from(archivedHtml(document, files, origin));
    const time = this.#time;
    const { name } = this.#info;
    const target = targetOf(page, name);
    const isRecorded = this.#recorded.has(target);
    const id =
      isRecorded && sent
        ? null
        : await this.#add({
            type: 'resource',
            target: isRecorded ? ownNameOf(page, name) : target,
            time,
            block,
            contentType: sent?.contentType ?? 'text/html', // the text itself says its encoding
          });
    const { contentType, lastModified, lang } = page.content ?? {};
    const known = { ...row, contentType, lastModified, lang, requests: await this.#requests(page) };
    await this.#add({
      type: 'metadata',
      target: aboutOf(page, name),
      time,
      contentType: 'application/json',
      block: Buffer.from(JSON.stringify(known)),
      ...(id !== null && { more: { 'WARC-Refers-To': id } }),
    });
    this.#pages++;
  }

  /** A file that links lead to, as of the page on which it was found. */
  async file(url: string, foundOn: number | undefined): Promise<void> {
    const page = foundOn === undefined ? null : await this.#site.page(foundOn);
    this.#time = page?.content?.capturedAt ?? this.#info.createdAt;
    await this.#files.at(url);
  }

  /** What the page was made from. */
  async #requests({ number }: Page): Promise<readonly object[]> {
    const made = (await this.#site.inputs([number])).get(number) ?? [];
    return made.map(({ method, url, kind }) => ({ method, url, kind }));
  }

  /** The page as the server sent it, where it was kept so. */
  async #sent({ content }: Page): Promise<Pick<WarcRecord, 'block' | 'contentType'> | null> {
    if (content?.charset === undefined) return null;
    const block = await this.#site.blob(content.blob);
    return block && { block, contentType: `${content.contentType}; charset=${content.charset}` };
  }

  async #add(record: WarcRecord): Promise<string> {
    const id = recordId();
    const more = this.#about === '' ? record.more : { ...record.more, 'WARC-Warcinfo-ID': this.#about };
    await this.#file.add(await recordMember(more ? { ...record, more } : record, id));
    this.#records++;
    return id;
  }
}
