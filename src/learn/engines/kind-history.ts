import { BoundedMap } from '../../model/bounded-map.ts';
import { nextCheck } from './engine-type.ts';

/** What is known of addresses of a kind, as it is kept between runs. */
export interface SavedKind {
  /** Pages in a row that needed the browser. */
  readonly run: number;
  /** Pages that did not need it. */
  readonly others: number;
  /** Pages that were opened without being read first. */
  readonly straight: number;
}

/** Pages in a row after which the next one is expected to need the browser as well. */
const enough = 3;
/** How much longer that is for each page that did not need it. */
const doubt = 10;
/** Kinds that are remembered, those that were met last. */
const maxKinds = 5000;

/** Knows by the kind of an address whether the page will need the browser, before it is asked for. */
export class KindHistory {
  readonly #kinds = new BoundedMap<string, SavedKind>(maxKinds);

  constructor(saved: Readonly<Record<string, SavedKind>> = {}) {
    for (const [kind, known] of Object.entries(saved)) this.#kinds.set(kind, known);
  }

  /** Whether a page is to be opened without reading it first; one in a while is read all the same. */
  goesStraight(kind: string): boolean {
    const known = this.#kinds.get(kind);
    if (!known || !this.isStraight(kind)) return false;
    const straight = known.straight + 1;
    this.#kinds.set(kind, { ...known, straight });
    return nextCheck(straight - 1) !== straight;
  }

  /** Whether pages of a kind are opened without reading them first. */
  isStraight(kind: string): boolean {
    const known = this.#kinds.get(kind);
    return known !== undefined && known.run >= Math.max(enough, doubt * known.others);
  }

  note(kind: string, needsBrowser: boolean): void {
    const { run, others, straight } = this.#kinds.get(kind) ?? { run: 0, others: 0, straight: 0 };
    this.#kinds.set(kind, {
      run: needsBrowser ? run + 1 : 0,
      others: needsBrowser ? others : others + 1,
      straight,
    });
  }

  save(): Record<string, SavedKind> {
    return Object.fromEntries(this.#kinds);
  }
}
