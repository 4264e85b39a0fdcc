import type { PageNode, PreparedPage } from '../types.ts';
import type { Pages } from './types.ts';

/** A record that is known: values by name. */
export type KnownRow = Readonly<Record<string, readonly string[]>>;

/** The records that pages are about, by the name of their page. */
export type ProvedPages = ReadonlyMap<string, KnownRow>;

/** Share of the names of a record whose values a page must show where none of them is in its title. */
const leastShown = 0.75;

/** Finds the known records that pages are about. */
export class KnownRows {
  /** Rows by the values that they have. */
  readonly #index = new Map<string, Set<KnownRow>>();
  readonly #found = new WeakMap<PreparedPage, { readonly row: KnownRow | null }>();

  constructor(rows: readonly KnownRow[]) {
    for (const row of rows)
      for (const values of Object.values(row))
        for (const value of values) {
          const key = plainValue(value);
          const own = this.#index.get(key);
          if (own) own.add(row);
          else if (key !== '') this.#index.set(key, new Set([row]));
        }
  }

  /** The pages with the records that they are about. */
  on(pages: Pages): ProvedPages {
    return new Map(
      pages.flatMap((page) => {
        const row = this.rowOf(page);
        return row === null ? [] : [[page.name, row] as const];
      }),
    );
  }

  /**
   * The record of a page: one of whose values nobody else has is shown, with others beside it, and either it is in the
   * title or nearly all of them are shown. A page that only links to a thing shows its name and little else.
   */
  rowOf(page: PreparedPage): KnownRow | null {
    if (this.#index.size === 0) return null;
    let found = this.#found.get(page);
    if (found === undefined) {
      found = { row: this.#search(page) };
      this.#found.set(page, found);
    }
    return found.row;
  }

  #search(page: PreparedPage): KnownRow | null {
    const texts = textsOf(page);
    const title = ` ${plainValue(page.document.title)} `;
    let [best, most]: [KnownRow | null, number] = [null, 0];
    for (const row of this.#candidates(texts)) {
      const filled = Object.values(row).filter((values) => values.length > 0);
      const shown = filled.filter((values) => values.some((value) => texts.has(plainValue(value))));
      const own = shown.filter((values) =>
        values.some((value) => this.#index.get(plainValue(value))?.size === 1),
      );
      const inTitle = own.some((values) => values.some((value) => title.includes(` ${plainValue(value)} `)));
      const isAbout =
        shown.length >= Math.min(2, filled.length) && (inTitle || shown.length >= leastShown * filled.length);
      const worth = shown.length + (inTitle ? filled.length : 0);
      if (own.length > 0 && isAbout && worth > most) [best, most] = [row, worth];
    }
    return best;
  }

  #candidates(texts: ReadonlySet<string>): ReadonlySet<KnownRow> {
    const rows = new Set<KnownRow>();
    for (const text of texts) {
      const own = this.#index.get(text);
      // What many records have finds none of them.
      if (own !== undefined && own.size === 1) for (const row of own) rows.add(row);
    }
    return rows;
  }
}

function textsOf({ nodes, noise }: PreparedPage): ReadonlySet<string> {
  const isText = ({ tag, index }: PageNode) => tag === '#text' && noise.get(index) !== 'script';
  return new Set(nodes.filter(isText).map(({ text }) => plainValue(text)));
}

/** A value as values are compared: without case, marks and more than one blank. */
export function plainValue(value: string): string {
  return value
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();
}
