/** An entry of a list in a document, by what is written on it. */
export interface NamedEntry {
  readonly document: number;
  readonly list: string;
  readonly label: string;
}

/** A list on a page: what is written on its entries, in order, and which of them says that it is shown. */
export interface ShownEntry {
  readonly labels: readonly string[];
  readonly at: number;
}

/** A step ("Next") of a document, by its handler and what is written on it. */
export interface Stride {
  readonly document: number;
  readonly step: string;
}

/** Steps that moved a list by as many entries after which that is believed. Not swept; two tell "Next" from the last of a list. */
const believed = 2;

/**
 * Where pages stand in the lists that say which of their entries is shown (`aria-current`, a selected tab). Such an entry
 * names its page, so that it need not be fired from elsewhere; and a step that moves a list by one entry each time leads
 * to the entry beside the one that is shown.
 */
export class Positions {
  /** By document, list and label: the first page that says that it shows the entry. */
  readonly #pages = new Map<string, number>();
  /** By page, the lists on it. */
  readonly #lists = new Map<number, Map<string, ShownEntry>>();
  /** By document, step and list: by how many entries it has moved the list, and how often; 0 once it did not. */
  readonly #strides = new Map<string, { readonly by: number; readonly times: number }>();

  /** A page has a list of which one entry says that it is shown. */
  note(document: number, page: number, list: string, shown: ShownEntry): void {
    const lists = this.#lists.get(page) ?? new Map<string, ShownEntry>();
    this.#lists.set(page, lists.set(list, shown));
    const key = entryName({ document, list, label: shown.labels[shown.at] ?? '' });
    if (!this.#pages.has(key)) this.#pages.set(key, page);
  }

  /** The page on which an entry of a list says that it is shown. */
  pageOf(entry: NamedEntry): number | null {
    return this.#pages.get(entryName(entry)) ?? null;
  }

  /** A step has led from one page to another: by how many entries has it moved the lists of the first? */
  noteStep(stride: Stride, from: number, to: number): void {
    for (const [list, { labels, at }] of this.#lists.get(from) ?? []) {
      const there = this.#lists.get(to)?.get(list);
      const label = there?.labels[there.at];
      const by = label === undefined ? 0 : labels.indexOf(label) - at;
      // A list that stays as it is is not what the step moves; what is beyond its end cannot be told.
      if (label === undefined || by === 0 || !labels.includes(label)) continue;
      const key = strideName(stride, list);
      const known = this.#strides.get(key);
      const same = known === undefined || known.by === by;
      this.#strides.set(key, same ? { by, times: (known?.times ?? 0) + 1 } : { by: 0, times: 0 });
    }
  }

  /** The page that a step leads to from another, where that is known; `null`: it has to be fired. */
  ahead(stride: Stride, from: number): number | null {
    for (const [list, { labels, at }] of this.#lists.get(from) ?? []) {
      const known = this.#strides.get(strideName(stride, list));
      const label = known && known.by !== 0 && known.times >= believed ? labels[at + known.by] : undefined;
      const page = label === undefined ? null : this.pageOf({ document: stride.document, list, label });
      if (page !== null) return page;
    }
    return null;
  }
}

function entryName({ document, list, label }: NamedEntry): string {
  return `${document} ${list} ${label}`;
}

function strideName({ document, step }: Stride, list: string): string {
  return `${document} ${step} in ${list}`;
}
