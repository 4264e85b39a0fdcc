import type { ClassFact } from '../model/guide.ts';

/** A firing, as far as it says what its class means. */
export interface Sighting {
  readonly className: string;
  /** Document in which it was fired, and the page it was fired on. */
  readonly document: number;
  readonly source: number;
  /** Text of its instruction, and what is written on the element. */
  readonly text: string;
  readonly label: string;
}

interface Place {
  readonly source: number;
  readonly text: string;
  readonly target: number;
}

interface ClassTally {
  /** By document and instruction, with and without what is written on the element. */
  readonly exact: Map<string, Place>;
  readonly values: Map<string, Place>;
  /** Firings that led where an equal one had led from elsewhere; negative once one did not. */
  free: number;
  byValues: number;
}

/** Agreements without a contradiction after which a class is believed. */
const believed = 2;

/**
 * Whether instructions that look like steps lead to one place each after all. `goPage(3)` may mean three pages on,
 * and "Next" with a page number in its data may mean that page wherever it stands: what they do, fired from several
 * pages, tells. Without it a forum whose "Next" has the number of a page in its data took 740 events instead of 345.
 */
export class Agreements {
  readonly #classes = new Map<string, ClassTally>();
  readonly #free = new Set<string>();
  readonly #byValues = new Set<string>();

  /** Takes over what was found out before the crawl. */
  trust(facts: readonly ClassFact[]): void {
    for (const { name, sameFromAnywhere, byValues } of facts) {
      if (sameFromAnywhere) this.#free.add(name);
      if (byValues) this.#byValues.add(name);
    }
  }

  /** Takes note of where a firing led; to its own page where it changed nothing. */
  note({ className, document, source, text, label }: Sighting, target: number): void {
    const tally = this.#classes.get(className) ?? none();
    this.#classes.set(className, tally);
    const here = { source, text, target };
    tally.free = compared(
      tally.exact,
      `${document} ${text}`,
      here,
      tally.free,
      (one) => one.source !== source,
    );
    const bare = withoutLabel(text, label) ?? (this.isByValues(className) ? text : null);
    if (bare !== null) {
      const key = `${document} ${bare}`;
      tally.byValues = compared(tally.values, key, here, tally.byValues, (one) => one.text !== text);
    }
    if (tally.free < 0) this.#free.delete(className);
    if (tally.byValues < 0) this.#byValues.delete(className);
  }

  /** Whether each instruction of a class leads to one page, from wherever in its document it is fired. */
  isFree(className: string): boolean {
    return this.#free.has(className) || (this.#classes.get(className)?.free ?? 0) >= believed;
  }

  /** Whether what is written on the elements of a class does not matter beside their data. */
  isByValues(className: string): boolean {
    return this.#byValues.has(className) || (this.#classes.get(className)?.byValues ?? 0) >= believed;
  }

  /** Where an instruction leads by what its like did; `null` where nothing is known. */
  targetOf({ className, document, text, label }: Omit<Sighting, 'source'>): number | null {
    const tally = this.#classes.get(className);
    if (!tally) return null;
    if (this.isFree(className)) {
      const exact = tally.exact.get(`${document} ${text}`);
      if (exact) return exact.target;
    }
    if (!this.isByValues(className)) return null;
    return tally.values.get(`${document} ${withoutLabel(text, label) ?? text}`)?.target ?? null;
  }
}

function none(): ClassTally {
  return { exact: new Map(), values: new Map(), free: 0, byValues: 0 };
}

/** Compares a firing with an equal one before it; gives how often such have agreed. */
function compared(
  known: Map<string, Place>,
  key: string,
  here: Place,
  agreed: number,
  tells: (before: Place) => boolean,
): number {
  const before = known.get(key);
  if (!before) known.set(key, here);
  if (!before || agreed < 0) return agreed;
  if (before.target !== here.target) return -1;
  return tells(before) ? agreed + 1 : agreed;
}

/** An instruction without what is written on its element; `null` where nothing else names it. */
export function withoutLabel(text: string, label: string): string | null {
  const open = text.indexOf('(');
  if (open < 0 || label === '' || !text.endsWith(` ${label})`)) return null;
  const rest = text.slice(open + 1, -label.length - 2).trim();
  return /\bdata-[\w.:-]+=\S/.test(rest) ? `${text.slice(0, open)}(${rest})` : null;
}
