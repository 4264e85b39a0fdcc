import { setImmediate as breathe } from 'node:timers/promises';
import { placedText } from '../dom/text-places.ts';
import { documentOfBlob } from '../html/stored.ts';
import { giveBackMemory } from '../memory/relief.ts';
import type { FiledPage, IndexedPage, Page, SearchIndex, SiteStore } from '../model/index.ts';
import { inlinkBytes } from './find.ts';
import { type OwnLine, ownLines, ownTitle, printsOf, sampleSize, siteFrame } from './own-text.ts';
import { SegmentMaker, scattered } from './segment.ts';
import { findTokens, partTokens, rankTokens, shortParts } from './tokens.ts';

/** How far indexing has come. */
export type IndexProgress = (done: number, of: number) => void;

/** Which pages are indexed, and who is told of the progress. */
export interface CatchUpOptions {
  readonly isWanted?: (page: Page) => boolean;
  readonly progress?: IndexProgress;
}

/** Pages that are read at once, and the bytes of them: of large pages fewer are. */
const [piece, pieceBytes] = [200, 4 << 20];
/** A frame is looked for again once one in so many pages has changed; always on hosts with few pages. */
const [changedShare, fewPages] = [0.1, 1000];

/**
 * Brings the index up to date: reads the waiting pages, finds the lines that belong to the frame of the site, and files
 * the words of the rest. Gives how many pages were read, and the addresses of those whose text is too long to be
 * found as a whole. It may be stopped at any time, and goes on where it was.
 */
export async function catchUp(
  site: SiteStore,
  { isWanted = () => true, progress = () => {} }: CatchUpOptions = {},
): Promise<{ readonly read: number; readonly cut: readonly string[] }> {
  // First: once no page waits any more nothing tells a command that was killed that they are still to be counted.
  if ((await site.search.waiting(1)).length > 0) await countLinks(site);
  const read = await readWaiting(site, isWanted, progress);
  await findFrames(site.search);
  const cut = await fileWords(site.search, progress);
  return { read, cut };
}

async function readWaiting(
  site: SiteStore,
  isWanted: (page: Page) => boolean,
  progress: IndexProgress,
): Promise<number> {
  const groups = new Groups(site);
  let read = 0;
  for (;;) {
    const numbers = await site.search.waiting(piece);
    if (numbers.length === 0) return read;
    let [pages, gone, bytes]: [IndexedPage[], number[], number] = [[], [], 0];
    for (const number of numbers) {
      const page = await site.page(number);
      const found = page?.status === 'kept' && isWanted(page) ? await indexedPage(site, page, groups) : null;
      if (found) pages.push(found.page);
      else gone.push(number);
      bytes += found?.bytes ?? 0;
      if (bytes < pieceBytes && number !== numbers.at(-1)) continue;
      await site.search.put(pages, gone);
      const put = bytes;
      [pages, gone, bytes] = [[], [], 0];
      giveBackMemory(put);
    }
    read += numbers.length;
    progress(read, read);
    await breathe();
  }
}

/** A page as it is indexed, and how large it is. */
async function indexedPage(
  site: SiteStore,
  page: Page,
  groups: Groups,
): Promise<{ readonly page: IndexedPage; readonly bytes: number } | null> {
  const { number, document, depth, content } = page;
  const bytes = content && (await site.blob(content.blob));
  if (!content || !bytes) return null;
  const indexed: IndexedPage = {
    number,
    kind: 'page',
    document,
    depth,
    type: content.type,
    title: content.title,
    ...(await groups.of(page, content.address)),
    text: placedText(documentOfBlob(bytes, content)),
  };
  return { page: indexed, bytes: bytes.length };
}

/** Finds out which pages are one hit. */
class Groups {
  readonly #site: SiteStore;
  /** Those of the piece in hand and before, by document and address. */
  readonly #known = new Map<string, number>();

  constructor(site: SiteStore) {
    this.#site = site;
  }

  async of(page: Page, address: string): Promise<Pick<IndexedPage, 'group' | 'shown' | 'host'>> {
    const shown = shownAddress(address);
    const host = URL.parse(shown)?.host ?? '';
    if (page.entry.kind === 'url') return { group: page.number, shown, host };
    const key = `${page.document} ${shown}`;
    const group = this.#known.get(key) ?? (await this.#find(page, shown));
    if (this.#known.size > 10_000) this.#known.clear();
    this.#known.set(key, group);
    return { group, shown, host };
  }

  async #find({ document, number }: Page, shown: string): Promise<number> {
    const own = await this.#site.page(document);
    if (own?.status === 'kept' && shownAddress(own.content?.address ?? '') === shown) return document;
    return (await this.#site.search.groupOf(document, shown)) ?? number;
  }
}

/** An address without what only names a place in the page; routes behind `#` stay. */
function shownAddress(address: string): string {
  const at = address.indexOf('#');
  return at < 0 || /^#[!/]/.test(address.slice(at)) ? address : address.slice(0, at);
}

async function findFrames(index: SearchIndex): Promise<void> {
  for (const { host, pages, changed } of await index.hosts()) {
    if (pages >= fewPages && changed < changedShare * pages) continue;
    await index.putFrame(host, siteFrame(await index.sample(host, sampleSize), pages));
    await breathe();
  }
}

/** Files the words of pages; gives the addresses of those that have too many. */
async function fileWords(index: SearchIndex, progress: IndexProgress): Promise<readonly string[]> {
  await index.unfile(scattered(await index.segments()));
  const own = new OwnText(index);
  const of = await index.count();
  const segment = new SegmentMaker();
  const cut: string[] = [];
  let [done, after, last] = [0, -1, -2];
  for (; last !== after; await breathe()) {
    last = after;
    for (const page of await index.unfiled(piece, after)) {
      if (!segment.add(filedPage(page, await own.of(page)))) cut.push(page.shown);
      if (segment.isFull) {
        await index.file(segment.take());
        giveBackMemory(Number.MAX_SAFE_INTEGER);
      }
      after = page.number;
      done++;
    }
    progress(done, Math.max(of, done));
  }
  if (!segment.isEmpty) await index.file(segment.take());
  return cut;
}

/** Tokens of a page, ready to be filed: made while they are filed, since those of a large page are a hundred MiB. */
export function filedPage(
  { number, group, depth, shown }: IndexedPage,
  { title, lines }: OwnPage,
): FiledPage {
  const of = (...kinds: readonly OwnLine['kind'][]) =>
    lines.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text);
  const [said, beside] = [of('text', 'head'), of('beside')];
  return {
    ...{ number, group, depth, title: findTokens(title) },
    text: tokensOf(said, findTokens),
    beside: tokensOf(beside, findTokens),
    heads: tokensOf(of('head'), findTokens),
    url: findTokens(readable(shown)),
    parts: tokensOf([title, ...said], partTokens),
    words: tokensOf([title, ...said, ...beside], rankTokens),
  };
}

function* tokensOf(lines: readonly string[], cut: (text: string) => string[]): Generator<string> {
  for (const line of lines) for (const part of shortParts(line)) yield* cut(part);
}

function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/** What a page says of its own. */
export interface OwnPage {
  readonly title: string;
  readonly lines: readonly OwnLine[];
}

/** Texts of a page as people read them: what stands beside its text comes behind it. */
export function readingLines({ lines }: OwnPage): readonly string[] {
  const [text, beside] = [
    lines.filter(({ kind }) => kind !== 'beside'),
    lines.filter(({ kind }) => kind === 'beside'),
  ];
  return [...text, ...beside].map((line) => line.text);
}

/** Tells what pages say of their own; frames, and what the last first page showed, are kept at hand. */
export class OwnText {
  readonly #index: SearchIndex;
  readonly #frames = new Map<string, ReadonlySet<number>>();
  #shown: { readonly group: number; readonly prints: ReadonlySet<number> | null } = {
    group: -1,
    prints: null,
  };

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  async of(page: IndexedPage): Promise<OwnPage> {
    const { title, text, kind } = page;
    if (kind === 'file') return { title, lines: ownLines(text, new Set()) };
    const frame = await this.#frame(page.host);
    return { title: ownTitle(title, frame), lines: ownLines(text, frame, await this.#first(page)) };
  }

  /** All that a page shows beside the frame of its site; `null` where there is no other page to tell a frame by. */
  async besideFrame({ host, text }: IndexedPage): Promise<readonly string[] | null> {
    const frame = await this.#index.frame(host);
    if (frame === null || frame.pages < 2) return null;
    return ownLines(text, await this.#frame(host)).map((line) => line.text);
  }

  async #frame(host: string): Promise<ReadonlySet<number>> {
    const known = this.#frames.get(host);
    if (known) return known;
    if (this.#frames.size > 100) this.#frames.clear();
    const frame = new Set((await this.#index.frame(host))?.prints);
    this.#frames.set(host, frame);
    return frame;
  }

  async #first({ number, group }: IndexedPage): Promise<ReadonlySet<number> | null> {
    if (group === number) return null;
    if (this.#shown.group !== group) {
      const first = await this.#index.page(group);
      this.#shown = { group, prints: first && printsOf(first.text) };
    }
    return this.#shown.prints;
  }
}

/** Pages whose links are read at once. */
const sources = 1000;

/** How many pages lead to each page; a page counts once, however many of its links do. */
async function countLinks(site: SiteStore): Promise<void> {
  const { nextNumber } = await site.info();
  const counts = new Map<number, number>();
  for (let from = 0; from < nextNumber; from += sources) {
    const numbers = await site.leadNumbers({ from, to: from + sources });
    let [source, targets] = [-1, new Set<number>()];
    for (let at = 0; at < numbers.length; at += 2) {
      if (numbers[at] !== source) [source, targets] = [numbers[at] as number, new Set()];
      const target = numbers[at + 1] as number;
      if (target === source || targets.has(target)) continue;
      targets.add(target);
      counts.set(target, (counts.get(target) ?? 0) + 1);
    }
    await breathe();
  }
  await site.search.putInlinks(inlinkBytes(counts));
}
