import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { onDisk, removeFiles, TextFile, writeText } from '../disk.ts';
import { escapeXml } from '../xml.ts';

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const urlsetEnd = '</urlset>\n';

/** The files of a Sitemap; a lone part takes the name of the index. */
export class Parts {
  readonly #dir: string;
  readonly #limits: { readonly urls: number; readonly bytes: number };
  #finished = 0;
  #part: TextFile | null = null;
  #urls = 0;

  constructor(dir: string, limits: { readonly urls: number; readonly bytes: number }) {
    this.#dir = dir;
    this.#limits = limits;
  }

  /** The file to begin with. */
  get path(): string {
    return join(this.#dir, 'sitemap.xml');
  }

  #path(part: number): string {
    return join(this.#dir, `sitemap-${part}.xml`);
  }

  async add(element: string): Promise<void> {
    const room = this.#limits.bytes - Buffer.byteLength(element) - urlsetEnd.length;
    if (this.#part !== null && (this.#urls >= this.#limits.urls || this.#part.bytes > room))
      await this.#close();
    if (this.#part === null) await this.#open();
    await this.#part?.add(element);
    this.#urls++;
  }

  async #open(): Promise<void> {
    this.#part = new TextFile(this.#path(this.#finished + 1));
    this.#urls = 0;
    await this.#part.add(`${declaration}<urlset xmlns="${namespace}">\n`);
  }

  async #close(): Promise<void> {
    await this.#part?.add(urlsetEnd);
    await this.#part?.finish();
    this.#part = null;
    this.#finished++;
  }

  async finish(base: string): Promise<number> {
    if (this.#part === null) await this.#open();
    await this.#close();
    const whole = this.path;
    if (this.#finished === 1) {
      await onDisk(whole, () => rename(this.#path(1), whole));
    } else await this.#index(whole, base);
    await this.#removeOlder(this.#finished === 1 ? 0 : this.#finished);
    return this.#finished === 1 ? 0 : this.#finished;
  }

  async #index(path: string, base: string): Promise<void> {
    await writeText(path, async (file) => {
      await file.add(`${declaration}<sitemapindex xmlns="${namespace}">\n`);
      for (let part = 1; part <= this.#finished; part++) {
        await file.add(`  <sitemap><loc>${escapeXml(`${base}sitemap-${part}.xml`)}</loc></sitemap>\n`);
      }
      await file.add('</sitemapindex>\n');
    });
  }

  /** Parts of an earlier, longer Sitemap. */
  async #removeOlder(kept: number): Promise<void> {
    await removeFiles(this.#dir, (name) => Number(/^sitemap-(\d+)\.xml$/.exec(name)?.[1] ?? 0) > kept);
  }

  async abandon(): Promise<void> {
    await this.#part?.abandon();
  }
}
