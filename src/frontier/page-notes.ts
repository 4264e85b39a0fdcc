import type { SiteStore } from '../model/store.ts';

type Notes = Pick<SiteStore, 'note' | 'putNote'>;

/** Numbers in one note: small enough to be written again for each of them, large enough to be few. */
const perNote = 256;

/** A short text for some of the pages, by number, kept in the notes of a site. */
export class PageNotes {
  readonly #site: Notes;
  readonly #name: string;
  readonly #read = new Map<number, Promise<Map<number, string>>>();
  #tail: Promise<void> = Promise.resolve();

  constructor(site: Notes, name: string) {
    this.#site = site;
    this.#name = name;
  }

  async get(number: number): Promise<string | null> {
    return (await this.#part(Math.floor(number / perNote))).get(number) ?? null;
  }

  /** Keeps texts; durable when it resolves. Writes follow one another, so that none undoes another. */
  put(entries: Iterable<readonly [number: number, text: string]>): Promise<void> {
    const written = this.#tail.then(() => this.#write(entries));
    this.#tail = written.catch(() => {});
    return written;
  }

  /** All texts of numbers below a bound. */
  async below(bound: number): Promise<ReadonlyMap<number, string>> {
    const all = new Map<number, string>();
    for (let part = 0; part * perNote < bound; part++) {
      for (const [number, text] of await this.#part(part)) all.set(number, text);
    }
    return all;
  }

  async #write(entries: Iterable<readonly [number, string]>): Promise<void> {
    const changed = new Set<number>();
    for (const [number, text] of entries) {
      const part = Math.floor(number / perNote);
      const kept = await this.#part(part);
      if (kept.get(number) === text) continue;
      kept.set(number, text);
      changed.add(part);
    }
    for (const part of changed) {
      const kept = Object.fromEntries(await this.#part(part));
      await this.#site.putNote(this.#key(part), JSON.stringify(kept));
    }
  }

  #part(part: number): Promise<Map<number, string>> {
    let reading = this.#read.get(part);
    if (reading === undefined) {
      reading = this.#site.note(this.#key(part)).then((text) => {
        const kept = JSON.parse(text ?? '{}') as Record<string, string>;
        return new Map(Object.entries(kept).map(([number, value]) => [Number(number), value]));
      });
      this.#read.set(part, reading);
    }
    return reading;
  }

  #key(part: number): string {
    return `${this.#name}/${part}`;
  }
}

/** Pages that ask not to be listed. */
export const unlistedNotes = 'noindex';

/** When pages were last changed, as a sitemap says. */
export const lastmodNotes = 'lastmod';
