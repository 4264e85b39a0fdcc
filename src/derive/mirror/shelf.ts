import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assetsOfCss } from '../../dom/assets.ts';
import { mediaType } from '../../html/content-type.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import type { Resource } from '../../model/capture.ts';
import type { SiteStore } from '../../model/store.ts';
import { onDisk } from '../disk.ts';
import { decodeSheet, endingOf } from './media.ts';
import { type AssetFile, rewriteSheet } from './sheets.ts';
import { inertDrawing } from './svg-file.ts';

/** Addresses whose files are kept in mind; a page of a large site uses few of them again. */
const remembered = 50_000;
/** Data images kept in mind: their addresses are long. */
const rememberedImages = 256;
/** Characters of an SVG file up to which a page may take it in. */
const smallSvg = 1 << 16;

type Found = AssetFile | null;

/**
 * Saves the files that pages use, each content once, and knows under which name.
 *
 * A sheet's name is settled before its own references are looked up, so that sheets which import each
 * other do not wait for each other. What is remembered per address is bounded: an address that was
 * forgotten is looked up again and found to be written already.
 */
export class AssetShelf {
  readonly #site: SiteStore;
  readonly #dir: string;
  readonly #known = new BoundedMap<string, Promise<Found>>(remembered);
  readonly #images = new BoundedMap<string, Promise<Found>>(rememberedImages);
  readonly #written = new Set<string>();
  readonly #missing = new Set<string>();
  #work: Promise<void>[] = [];
  #bytes = 0;

  constructor(site: SiteStore, dir: string) {
    this.#site = site;
    this.#dir = dir;
  }

  /** Finds the files at some addresses, saving those that are not saved yet. */
  async gather(addresses: readonly string[]): Promise<ReadonlyMap<string, Found>> {
    const found = new Map<string, Found>();
    for (const address of addresses) found.set(address, await this.#find(address));
    return found;
  }

  /** Waits until all that was found is on disk. */
  async settle(): Promise<void> {
    while (this.#work.length > 0) {
      const work = this.#work;
      this.#work = [];
      await Promise.all(work);
    }
  }

  readonly miss = (address: string): void => {
    if (this.#missing.size < remembered) this.#missing.add(address);
  };

  get figures(): { files: number; bytes: number; missing: readonly string[] } {
    return { files: this.#written.size, bytes: this.#bytes, missing: [...this.#missing] };
  }

  #find(address: string): Promise<Found> {
    const known = this.#known.get(address) ?? this.#images.get(address);
    if (known) return known;
    const finding = this.#read(address);
    this.#known.set(address, finding);
    return finding;
  }

  async #read(address: string): Promise<Found> {
    const resource = await this.#site.resource(address);
    if (resource === null || !usable(resource)) return null;
    const type = mediaType(resource.contentType);
    const ending = endingOf(resource.contentType, resource.body, address);
    if (ending === 'css') return this.#sheet(resource);
    const name = `${hashOf(resource.blob, resource.body)}.${ending}`;
    if (ending !== 'svg') {
      this.#write(name, () => resource.body);
      return { name, type, svg: null };
    }
    const text = inertDrawing(resource.body, resource.contentType);
    this.#write(name, async () => text);
    if (text.length > smallSvg) return { name, type, svg: null };
    const file = { name, type, svg: text };
    this.#known.delete(address);
    this.#images.set(address, Promise.resolve(file));
    return file;
  }

  /** Relative references make a sheet's text depend on its address, so that is part of its name. */
  #sheet(resource: Resource & { readonly blob: string }): AssetFile {
    const base = resource.url;
    const name = `${hashOf(`${resource.blob} ${base.replace(/\?.*$/s, '')}`)}.css`;
    this.#write(name, async () => {
      const text = decodeSheet(resource.body, resource.contentType);
      const files = await this.gather(assetsOfCss(text, base));
      return `@charset "utf-8";\n${rewriteSheet(text, base, { files, assets: '', miss: this.miss })}`;
    });
    return { name, type: 'text/css', svg: null };
  }

  #write(name: string, content: () => Uint8Array | Promise<string>): void {
    if (this.#written.has(name)) return;
    this.#written.add(name);
    const path = join(this.#dir, name);
    const work = onDisk(path, async () => {
      const data = await content();
      this.#bytes += data.length;
      await writeFile(path, data);
    });
    // The error is met in `settle`; without this it would count as unhandled until then.
    work.catch(() => {});
    this.#work.push(work);
  }
}

/** Browsers show an image whatever its status, but take sheets and fonts from good answers only. */
export function usable(resource: Resource): boolean {
  return resource.status < 400 || mediaType(resource.contentType).startsWith('image/');
}

function hashOf(name: string, body?: Uint8Array): string {
  // A store names blobs by their content; the name goes into a path only if it is plain hex.
  if (body !== undefined && /^[0-9a-f]{32,}$/.test(name)) return name.slice(0, 20);
  return createHash('sha256')
    .update(body ?? name)
    .digest('hex')
    .slice(0, 20);
}
