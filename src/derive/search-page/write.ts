import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { giveBackMemory } from '../../memory/relief.ts';
import type { FiledPage, IndexedPage, Page, SiteStore } from '../../model/index.ts';
import { html } from '../../reports/markup.ts';
import { reportPage } from '../../reports/page.ts';
import { filedPage, OwnText, pageInlinks, readingLines, SegmentMaker } from '../../search/index.ts';
import { EntryPaths } from '../entry-path.ts';
import { pageLabel } from '../label.ts';
import type { FileLayout } from '../layout.ts';
import { wantedPages } from '../numbering.ts';
import type { Shard, ShardPage } from './client.ts';
import { searchProgram } from './program.ts';

const gzipped = promisify(gzip);

/** Pages in one part of the index, at the most; and characters, so that a part is loaded in a moment. */
const perShard = { pages: 10_000, characters: 8_000_000 };
/** Where the files of the search page go. */
export type PutFile = (file: string, text: string) => Promise<void>;

/** Writes the search page of a mirror with its index; nothing where the store has none. */
export async function writeSearchPage(site: SiteStore, layout: FileLayout, put: PutFile): Promise<void> {
  if ((await site.search.count()) === 0) return;
  const writer = new ShardWriter(put);
  const own = new OwnText(site.search);
  const paths = new EntryPaths(site);
  const inlinks = await pageInlinks(site.search);
  let pages = 0;
  const add = async (indexed: IndexedPage, file: string | null, label: string) => {
    const said = await own.of(indexed);
    const { number, shown: address, type, title } = indexed;
    const text = readingLines(said).join(' · ');
    const page = { number, file, label, address, type, inlinks: inlinks[number] ?? 0, title, text };
    await writer.add(page, filedPage(indexed, said));
    pages++;
  };
  for await (const page of wantedPages(site)) {
    const indexed = await site.search.page(page.number);
    if (indexed === null) continue;
    const way = page.entry.kind === 'url' ? [] : await paths.of(page);
    await add(indexed, layout.fileOf(page.number), labelOf(page, way));
  }
  for (const number of await site.search.files()) {
    const indexed = await site.search.page(number);
    if (indexed) await add(indexed, null, indexed.title);
  }
  const shards = await writer.finish();
  const { name } = await site.info();
  await put('search/search.js', searchProgram());
  await put('search.html', searchPage({ name, shards, pages }));
}

function labelOf({ content }: Page, way: Parameters<typeof pageLabel>[1]): string {
  return pageLabel(content?.title ?? '', way) || (content?.address ?? '');
}

/** Fills one part of the index after the other; only one is in memory. */
class ShardWriter {
  readonly #put: PutFile;
  #pages: ShardPage[] = [];
  readonly #segment = new SegmentMaker();
  #segments: Shard['segments'][number][] = [];
  #characters = 0;
  #shards = 0;

  constructor(put: PutFile) {
    this.#put = put;
  }

  async add(page: ShardPage, filed: FiledPage): Promise<void> {
    this.#pages.push(page);
    this.#segment.add(filed);
    this.#characters += page.text.length;
    if (this.#segment.isFull) this.#close();
    if (this.#pages.length >= perShard.pages || this.#characters >= perShard.characters) await this.#flush();
  }

  async finish(): Promise<number> {
    if (this.#pages.length > 0) await this.#flush();
    return this.#shards;
  }

  #close(): void {
    const { pages, blocks } = this.#segment.take();
    this.#segments.push({
      pages: base64(pages),
      blocks: blocks.map(({ first, data }) => [
        Buffer.from(first).swap16().toString('utf16le'),
        base64(data),
      ]),
    });
  }

  async #flush(): Promise<void> {
    if (!this.#segment.isEmpty) this.#close();
    const shard: Shard = { pages: this.#pages, segments: this.#segments };
    const packed = await gzipped(JSON.stringify(shard));
    await this.#put(`search/${this.#shards}.js`, `argiopeShard("${base64(packed)}");\n`);
    this.#shards++;
    [this.#pages, this.#segments, this.#characters] = [[], [], 0];
    giveBackMemory(Number.MAX_SAFE_INTEGER);
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

const style = `
form { display: flex; gap: .5rem; margin: 1rem 0; }
input { flex: 1; font: inherit; padding: .5rem .7rem; border: 1px solid var(--rule); border-radius: .4rem; background: transparent; color: inherit; }
button { font: inherit; padding: .4rem .9rem; }
#hits { list-style: none; margin: 0; padding: 0; }
#hits > li { margin: 1.1rem 0; overflow-wrap: anywhere; }
#hits > li > a { font-size: 1.1rem; font-weight: 600; }
#hits small { display: block; color: var(--soft); }
#hits p { margin: .2rem 0; }
mark { background: #ffe08a; color: #222; border-radius: .15rem; }
#note { color: var(--soft); min-height: 1.4em; }
summary { cursor: pointer; color: var(--soft); }
`;

/**
 * What may run and be loaded on the search page: scripts of its own folder and nothing else. From the disk a folder
 * is no origin, so files are named as such.
 */
const policy =
  "default-src 'none'; script-src 'self' file:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The search page of a mirror. Its scripts are files beside it; nothing of a page stands in it. */
function searchPage({ name, shards, pages }: { name: string; shards: number; pages: number }): string {
  const root = html` data-shards="${shards}"`;
  const head = { title: `Search ${name}`, policy, style, isUnlisted: true, root };
  return reportPage(
    head,
    html`<h1>Search ${name}</h1>
<p>${pages.toLocaleString('en')} pages. “Phrases”, beginnings (abc*), -exclusions, this OR that, title: and url: are understood. <a href="index.html">Start page</a>, <a href="overview.html">all pages</a>.</p>
<form role="search"><input type="search" aria-label="Words to look for" placeholder="Words to look for" autocomplete="off"><button>Search</button></form>
<p id="note" role="status"></p>
<button id="hint" hidden></button>
<ol id="hits"></ol>
<button id="more" hidden>More</button>
<noscript><p>This page searches with a script of its own. <a href="overview.html">All pages</a> are listed without one.</p></noscript>
<script src="search/search.js"></script>`,
  );
}
