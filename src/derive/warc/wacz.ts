import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Page } from '../../model/page.ts';
import type { SiteInfo, SiteStore } from '../../model/store.ts';
import { type ByteFile, writeBytes } from '../disk.ts';
import { EntryPaths } from '../entry-path.ts';
import { rowOf } from '../listing.ts';
import { wantedPages } from '../numbering.ts';
import { ArchiveIndex } from './archive-index.ts';
import { targetOf } from './page.ts';
import { recordings } from './recording.ts';
import { type WarcOptions, type WarcReport, writeWarc } from './write.ts';

/** What a packed archive consists of. */
export interface WaczReport extends Omit<WarcReport, 'records'> {
  /** Lines of the index. */
  readonly entries: number;
}

const fileName = 'pages.wacz';
/** Lines of the index that are packed together: a reader fetches one such piece for a lookup. */
const linesTogether = 1024;

interface Resource {
  readonly name: string;
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
}

/**
 * Writes `pages.wacz` (WACZ 1.1.1): the archives of the crawl with a list of its pages, an index, and the digest of
 * each file. What was recorded while it ran is in it as it went over the wire; pages that only scripts make are
 * listed under names of their own.
 */
export async function writeWacz(site: SiteStore, options: WarcOptions): Promise<WaczReport> {
  const path = join(options.dir, fileName);
  const warc = await writeWarc(site, options);
  const files = [...(await recordings(options.dir)), { path: warc.path, bytes: warc.bytes }];
  const index = new ArchiveIndex();
  try {
    for (const file of files) await index.read(file);
    return await writeBytes(path, async (file) => {
      const zip = await Zip.begin(file);
      for (const each of files) {
        const reader = createReadStream(each.path, { end: each.bytes - 1 });
        await zip.add(`archive/${basename(each.path)}`, reader);
      }
      const packed = new PackedIndex(index.lines());
      await zip.add('indexes/index.cdx.gz', Readable.from(packed.pieces()));
      await zip.add('indexes/index.idx', Readable.from([packed.places()]));
      await zip.add('pages/pages.jsonl', Readable.from(pageLines(site)));
      await zip.finish(await aboutOf(site, options.software));
      const { pages, files: count } = warc;
      return { path, pages, files: count, entries: packed.count, bytes: file.bytes };
    });
  } finally {
    index.close();
  }
}

/** Lines of an index, packed some at a time, and a second index of where each piece begins (`ZipNum`). */
class PackedIndex {
  readonly #lines: Iterable<string>;
  readonly #places: string[] = ['!meta 0 {"format":"cdxj-gzip-1.0","filename":"index.cdx.gz"}'];
  count = 0;
  #offset = 0;

  constructor(lines: Iterable<string>) {
    this.#lines = lines;
  }

  *pieces(): Generator<Buffer> {
    let held: string[] = [];
    for (const line of this.#lines) {
      held.push(line);
      this.count++;
      if (held.length < linesTogether) continue;
      yield this.#pack(held);
      held = [];
    }
    if (held.length > 0 || this.#offset === 0) yield this.#pack(held);
  }

  places(): string {
    return `${this.#places.join('\n')}\n`;
  }

  #pack(lines: readonly string[]): Buffer {
    const piece = gzipSync(lines.map((line) => `${line}\n`).join(''));
    const [key = ''] = /^\S+ \S+/.exec(lines[0] ?? '') ?? [];
    const place = {
      offset: this.#offset,
      length: piece.length,
      digest: sha256(piece),
      filename: 'index.cdx.gz',
    };
    if (key !== '') this.#places.push(`${key} ${JSON.stringify(place)}`);
    this.#offset += piece.length;
    return piece;
  }
}

async function* pageLines(site: SiteStore): AsyncGenerator<string> {
  yield `${JSON.stringify({ format: 'json-pages-1.0', id: 'pages', title: 'All pages', hasText: false })}\n`;
  const { name } = await site.info();
  const paths = new EntryPaths(site);
  for await (const page of wantedPages(site)) yield `${JSON.stringify(await pageLine(page, name, paths))}\n`;
}

async function pageLine(page: Page, site: string, paths: EntryPaths): Promise<object> {
  const { number, label, time } = await rowOf(page, paths);
  return { id: String(number), url: targetOf(page, site), ts: time, title: label };
}

/** What `datapackage.json` says beside the list of files. */
async function aboutOf(site: SiteStore, software: string): Promise<object> {
  const info: SiteInfo = await site.info();
  const start = await site.page(0);
  const main = start?.entry.kind === 'url' ? start.entry.url : null;
  return {
    profile: 'data-package',
    wacz_version: '1.1.1',
    software,
    title: info.name,
    created: new Date().toISOString(),
    ...(main !== null && { mainPageUrl: main, mainPageDate: start?.content?.capturedAt ?? info.createdAt }),
  };
}

function sha256(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** A ZIP file whose entries are stored as they are, so that readers can fetch parts of them. */
class Zip {
  readonly #file: import('yazl').ZipFile;
  readonly #written: Promise<void>;
  readonly #resources: Resource[] = [];

  private constructor(file: import('yazl').ZipFile, out: ByteFile) {
    this.#file = file;
    this.#written = (async () => {
      for await (const piece of file.outputStream) await out.add(piece as Buffer);
    })();
    this.#written.catch(() => {});
  }

  static async begin(out: ByteFile): Promise<Zip> {
    const { ZipFile } = (await import('yazl')).default;
    return new Zip(new ZipFile(), out);
  }

  async add(path: string, source: Readable): Promise<void> {
    const hash = createHash('sha256');
    let bytes = 0;
    const through = new Transform({
      transform(piece: Buffer, _, done) {
        hash.update(piece);
        bytes += piece.length;
        done(null, piece);
      },
    });
    const read = new Promise<void>((resolve, reject) => {
      source.on('error', reject);
      through.on('end', resolve).on('error', reject);
    });
    this.#file.addReadStream(source.pipe(through), path, { compress: false });
    await Promise.race([read, this.#written.then(() => read)]);
    this.#resources.push({ name: basename(path), path, hash: `sha256:${hash.digest('hex')}`, bytes });
  }

  /** Adds the list of files with their digests, and its own. */
  async finish(about: object): Promise<void> {
    const list = Buffer.from(`${JSON.stringify({ ...about, resources: this.#resources }, null, 2)}\n`);
    this.#file.addBuffer(list, 'datapackage.json', { compress: false });
    const digest = { path: 'datapackage.json', hash: sha256(list) };
    this.#file.addBuffer(Buffer.from(JSON.stringify(digest)), 'datapackage-digest.json', { compress: false });
    this.#file.end();
    await this.#written;
  }
}
