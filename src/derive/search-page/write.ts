import { setImmediate as breathe } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import type { IndexedPage, Page, SiteStore } from '../../model/index.ts';
import { OwnText, readingLines } from '../../search/index.ts';
import { EntryPaths } from '../entry-path.ts';
import { pageLabel } from '../label.ts';
import type { FileLayout } from '../layout.ts';
import { wantedPages } from '../numbering.ts';
import { miniOptions, type Shard, type ShardPage } from './client.ts';
import { searchPage } from './page.ts';
import { searchProgram } from './program.ts';

/** Pages in one part of the index, at the most; and characters, so that a part is loaded in a moment. */
const perShard = { pages: 10_000, characters: 8_000_000 };
const pauseEvery = 50;

/** Where the files of the search page go. */
export type PutFile = (file: string, text: string) => Promise<void>;

/** Writes the search page of a mirror with its index; nothing where the store has none. */
export async function writeSearchPage(site: SiteStore, layout: FileLayout, put: PutFile): Promise<void> {
  if ((await site.search.count()) === 0) return;
  const writer = new ShardWriter(put);
  const own = new OwnText(site.search);
  const paths = new EntryPaths(site);
  let pages = 0;
  for await (const page of wantedPages(site)) {
    const indexed = await site.search.page(page.number);
    if (indexed === null) continue;
    const way = page.entry.kind === 'url' ? [] : await paths.of(page);
    await writer.add(await shardPage(indexed, own, layout.fileOf(page.number), labelOf(page, way)));
    if (++pages % pauseEvery === 0) await breathe();
  }
  for (const number of await site.search.files()) {
    const indexed = await site.search.page(number);
    if (indexed) await writer.add(await shardPage(indexed, own, null, indexed.title));
    pages++;
  }
  const shards = await writer.finish();
  const { name } = await site.info();
  await put('search/search.js', searchProgram());
  await put('search.html', searchPage({ name, shards, pages }));
}

function labelOf({ content }: Page, way: Parameters<typeof pageLabel>[1]): string {
  return pageLabel(content?.title ?? '', way) || (content?.address ?? '');
}

async function shardPage(
  indexed: IndexedPage,
  own: OwnText,
  file: string | null,
  label: string,
): Promise<ShardPage> {
  const said = await own.of(indexed);
  return [file, label, indexed.shown, indexed.group, readingLines(said).join(' · '), said.title];
}

/** Fills one part of the index after the other; only one is in memory. */
class ShardWriter {
  readonly #put: PutFile;
  #pages: ShardPage[] = [];
  #characters = 0;
  #index = new MiniSearch(miniOptions);
  #first = 0;
  #shards = 0;

  constructor(put: PutFile) {
    this.#put = put;
  }

  async add(page: ShardPage): Promise<void> {
    const [, , , , text, title] = page;
    this.#index.add({ id: this.#first + this.#pages.length, title, text, words: `${title}\n${text}` });
    this.#pages.push(page);
    this.#characters += text.length;
    if (this.#pages.length >= perShard.pages || this.#characters >= perShard.characters) await this.#flush();
  }

  async finish(): Promise<number> {
    if (this.#pages.length > 0) await this.#flush();
    return this.#shards;
  }

  async #flush(): Promise<void> {
    const shard: Shard = { first: this.#first, pages: this.#pages, index: JSON.stringify(this.#index) };
    await this.#put(`search/${this.#shards}.js`, `argiopeShard(${JSON.stringify(shard)});\n`);
    this.#first += this.#pages.length;
    this.#shards++;
    [this.#pages, this.#characters, this.#index] = [[], 0, new MiniSearch(miniOptions)];
  }
}
