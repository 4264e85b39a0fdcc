import { normalizeUrl } from './normalize.ts';
import { XmlScanner, type XmlSink } from './xml-scanner.ts';

/** An address that a sitemap or feed names. */
export interface SitemapEntry {
  /** `sitemap`: another file with addresses, named by an index. */
  readonly kind: 'page' | 'sitemap';
  /** Normalised. */
  readonly url: string;
  /** When it was last changed, as ISO 8601; `null` where nothing or nonsense is said. */
  readonly lastmod: string | null;
}

/** An element that stands for one address, and where it says what. */
interface Form {
  /** What it stands in, where only there it has this meaning: the `url` of an image is none. */
  readonly within?: string;
  readonly kind: SitemapEntry['kind'];
  readonly address: string;
  readonly dates: readonly string[];
}

const forms: Readonly<Record<string, Form>> = {
  url: { within: 'urlset', kind: 'page', address: 'loc', dates: ['lastmod'] },
  sitemap: { within: 'sitemapindex', kind: 'sitemap', address: 'loc', dates: ['lastmod'] },
  item: { kind: 'page', address: 'link', dates: ['pubDate', 'date'] },
  entry: { kind: 'page', address: 'link', dates: ['updated', 'published'] },
};

/**
 * Reads a sitemap as it comes: XML (pages or an index), RSS, Atom, or plain text with an address on each
 * line. Gives at most so many entries; the rest is passed over.
 */
export class SitemapFile {
  readonly #url: string;
  readonly #most: number;
  readonly #found: SitemapEntry[] = [];
  #decoder: TextDecoder | null = null;
  #reader: { write(text: string): void; end(): void } | null = null;
  #left = 0;

  constructor(url: string, most: number) {
    this.#url = url;
    this.#most = most;
  }

  write(bytes: Uint8Array): void {
    this.#decoder ??= new TextDecoder(encodingOf(bytes));
    this.#read(this.#decoder.decode(bytes, { stream: true }));
  }

  /** What was found, once everything has come. */
  end(): { readonly entries: readonly SitemapEntry[]; readonly left: number } {
    this.#read(this.#decoder?.decode() ?? '');
    this.#reader?.end();
    return { entries: this.#found, left: this.#left };
  }

  #read(text: string): void {
    const begun = this.#reader === null ? text.trimStart() : text;
    if (begun === '') return;
    const add = this.#add.bind(this);
    this.#reader ??= begun.startsWith('<') ? new XmlScanner(new Entries(add)) : new Lines(add);
    this.#reader.write(begun);
  }

  #add(kind: SitemapEntry['kind'], address: string, date: string): void {
    const url = address.trim() === '' ? null : normalizeUrl(address.trim(), this.#url);
    if (url === null) return;
    if (this.#found.length >= this.#most) {
      this.#left++;
      return;
    }
    const moment = Date.parse(date.trim());
    const lastmod = Number.isNaN(moment) ? null : new Date(moment).toISOString();
    this.#found.push({ kind, url, lastmod });
  }
}

/** Elements inside each other that are looked at: sitemaps and feeds have six at most. */
const deepest = 32;
/** An address that is longer is asked for by nobody. */
const longest = 4096;

type Add = (kind: SitemapEntry['kind'], address: string, date: string) => void;

/** Finds the entries of an XML file: only direct kids of an entry speak for it (`image:loc` does not). */
class Entries implements XmlSink {
  readonly #add: Add;
  readonly #path: string[] = [];
  /** Open elements below the deepest that is looked at. */
  #below = 0;
  #form: Form | null = null;
  #depth = 0;
  #address = '';
  #date = '';

  constructor(add: Add) {
    this.#add = add;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#path.length >= deepest) {
      this.#below++;
      return;
    }
    const parent = this.#path.at(-1) ?? '';
    this.#path.push(name);
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (this.#form === null && form && (form.within ?? parent) === parent) {
      this.#form = form;
      this.#depth = this.#path.length;
      this.#address = '';
      this.#date = '';
    }
    const { href, rel = 'alternate' } = attributes;
    if (this.#saysAddress() && href !== undefined && rel === 'alternate') this.#address ||= href;
  }

  close(name: string): void {
    if (this.#below > 0) {
      this.#below--;
      return;
    }
    const at = this.#path.lastIndexOf(name);
    if (at < 0) return;
    this.#path.length = at;
    if (this.#form === null || at >= this.#depth) return;
    this.#add(this.#form.kind, this.#address, this.#date);
    this.#form = null;
  }

  text(piece: string): void {
    if (this.#below > 0) return;
    if (this.#saysAddress()) this.#address += piece.slice(0, longest - this.#address.length);
    else if (
      this.#isKid() &&
      this.#date.length < longest &&
      this.#form?.dates.includes(this.#path.at(-1) ?? '')
    )
      this.#date += piece;
  }

  #isKid(): boolean {
    return this.#form !== null && this.#path.length === this.#depth + 1;
  }

  #saysAddress(): boolean {
    return this.#isKid() && this.#path.at(-1) === this.#form?.address;
  }
}

/** Finds the addresses of a text file. */
class Lines {
  readonly #add: Add;
  #rest = '';

  constructor(add: Add) {
    this.#add = add;
  }

  write(text: string): void {
    const lines = (this.#rest + text).split(/\r\n?|\n/);
    this.#rest = lines.pop()?.slice(0, 4096) ?? '';
    for (const line of lines) this.#line(line);
  }

  end(): void {
    this.#line(this.#rest);
  }

  /** Only whole addresses: any word could be a relative one. */
  #line(line: string): void {
    if (/^\s*https?:\/\//i.test(line)) this.#add('page', line, '');
  }
}

/** UTF-8 unless a mark or the declaration says otherwise. */
function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const label = /^[^<]*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1] ?? 'utf-8';
  try {
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return 'utf-8';
  }
}
