import { fingerprint } from '../../fingerprint/rabin.ts';
import { PageNotes } from '../../frontier/index.ts';
import type { Page } from '../../model/page.ts';
import { pagesOf } from '../../model/pages.ts';
import type { SiteInfo, SiteStore } from '../../model/store.ts';
import { EntryPaths } from '../entry-path.ts';
import { keptPages } from '../numbering.ts';
import { ReadablePaths } from '../readable-paths.ts';
import { folded, naturalName } from './file-name.ts';

/** What files of pages are named by: the path of their address and what was fired, or their numbers. */
export type NameStyle = 'path' | 'number';

/** Key of the note that says how the files of a crawl are named. */
export const nameStyleNote = 'names';
/** Names that would not be found again by the address alone. */
const fixedNotes = 'name';

/** Files beside those of pages; no page takes their names. */
const reserved = ['index', 'overview', 'search'];

/**
 * The names of the files of pages, without their endings.
 *
 * They stay from recrawl to recrawl. That of a page with an address follows from it. Others are noted once they
 * were written: what led to a page may be called otherwise next time. Where two pages ask for one name, the one of
 * the lower number has it, and the other's number is added behind `~`, which no name has otherwise; names that
 * differ in case alone are one. Pages that are gone keep their names, since they may come back.
 */
export class FileNames {
  readonly #names: NameTable | null;
  readonly #fixed: readonly (readonly [number, string])[];

  private constructor(names: NameTable | null, fixed: readonly (readonly [number, string])[]) {
    this.#names = names;
    this.#fixed = fixed;
  }

  /** `style`: as the crawl has it unless told otherwise. */
  static async read(site: SiteStore, style?: NameStyle): Promise<FileNames> {
    const noted = style ?? ((await site.note(nameStyleNote)) as NameStyle | null) ?? 'path';
    if (noted === 'number') return new FileNames(null, []);
    const info = await site.info();
    const given = new GivenNames(site, info);
    const fixed = await new PageNotes(site, fixedNotes).below(info.nextNumber);
    for (const [number, name] of fixed) given.take(number, name);
    for await (const page of pagesOf(site, 'gone')) await given.name(page);
    for await (const page of keptPages(site)) await given.name(page);
    return new FileNames(given.names, given.fixed);
  }

  /** Whether pages are named by their numbers. */
  get areNumbers(): boolean {
    return this.#names === null;
  }

  /** Name of a kept page's file, without an ending. */
  of(kept: number): string {
    return this.#names?.get(kept) ?? `${kept}`;
  }

  /** Keeps the names that would not be found again in the same way. */
  async keep(site: SiteStore): Promise<void> {
    await new PageNotes(site, fixedNotes).put(this.#fixed);
  }
}

/** What names are made of. */
interface NameParts {
  readonly home: string;
  readonly paths: EntryPaths;
  readonly readable: ReadablePaths;
}

function namePartsOf(site: SiteStore, { seeds }: SiteInfo): NameParts {
  const { protocol = '', host = '' } = URL.parse(seeds[0] ?? '') ?? {};
  return { home: `${protocol}//${host}`, paths: new EntryPaths(site), readable: new ReadablePaths(site) };
}

async function naturalNameOf(page: Page, { home, paths, readable }: NameParts): Promise<string> {
  const way = page.entry.kind === 'url' ? [] : await paths.of(page);
  const url = await paths.addressOf(page);
  const [first] = way;
  const path = await readable.of(url ?? (first && 'open' in first ? first.open : ''));
  return naturalName({ url, entry: way, title: page.content?.title ?? '', path }, home);
}

/**
 * The names that the file of one page may have, without looking at the others: which one it is shows on the disk.
 * Those that do not follow from the page itself were noted when they were given.
 */
export async function possibleNames(site: SiteStore, page: Page): Promise<readonly string[]> {
  const info = await site.info();
  const noted = await new PageNotes(site, fixedNotes).get(page.number);
  const name = noted ?? (await naturalNameOf(page, namePartsOf(site, info)));
  const isNumber = (await site.note(nameStyleNote)) === 'number';
  return [...(page.number === 0 ? ['index'] : []), isNumber ? `${page.number}` : name];
}

/** Gives names to pages, one after the other. */
class GivenNames {
  readonly #parts: NameParts;
  /** Names by a print of each: that two have one costs no more than a number behind the later of them. */
  readonly #taken = new Set(reserved.map(printOf));
  readonly names: NameTable;
  readonly fixed: [number, string][] = [];

  constructor(site: SiteStore, info: SiteInfo) {
    this.#parts = namePartsOf(site, info);
    this.names = new NameTable(info.nextNumber);
  }

  take(number: number, name: string): void {
    this.names.set(number, name);
    this.#taken.add(printOf(name));
  }

  async name(page: Page): Promise<void> {
    const { number, entry } = page;
    if (this.names.get(number) !== undefined) return;
    const natural = await naturalNameOf(page, this.#parts);
    const isTaken = this.#taken.has(printOf(natural));
    const name = isTaken ? `${natural}~${number}` : natural;
    this.take(number, name);
    if (isTaken || entry.kind !== 'url') this.fixed.push([number, name]);
  }
}

/** The same for all spellings of a name that are one file somewhere. */
function printOf(name: string): string {
  return fingerprint(folded(name));
}

const first = 1 << 12;

/** Short texts by number, kept as bytes: a million of them in little more room than their letters. */
export class NameTable {
  #bytes = Buffer.alloc(first);
  #used = 1;
  /** Where the text of a number begins, its length before it; 0: it has none. */
  #places: Uint32Array;

  /** `size` is how many numbers there are, as far as that is known. */
  constructor(size: number) {
    this.#places = new Uint32Array(size);
  }

  get(number: number): string | undefined {
    const at = this.#places[number] ?? 0;
    if (at === 0) return undefined;
    const from = at + 2;
    return this.#bytes.toString('utf8', from, from + this.#bytes.readUInt16LE(at));
  }

  /** A text has at most 65,535 bytes. */
  set(number: number, text: string): void {
    const length = Buffer.byteLength(text);
    if (this.#used + length + 2 > this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length + length)]);
    if (number >= this.#places.length) {
      const longer = new Uint32Array(number * 2 + 1);
      longer.set(this.#places);
      this.#places = longer;
    }
    this.#places[number] = this.#used;
    this.#bytes.writeUInt16LE(length, this.#used);
    this.#bytes.write(text, this.#used + 2);
    this.#used += length + 2;
  }
}
