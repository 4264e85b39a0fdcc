import type { FoundCandidate } from './candidates.ts';

/**
 * Parts that scripts have put into the body since the document opened: menus, dialogues, messages. Many stay there when
 * they are closed, so that the place of the next one says what was opened before, and not what it is.
 */
export class LateParts {
  /** What the body held when the document had opened. */
  #early: WeakSet<Element> | null = null;
  readonly #placed = new WeakMap<FoundCandidate, FoundCandidate>();
  /** What was seen in the late parts of one capture, and how often. */
  #seen = new Map<string, number>();

  /** The body is looked at, whose children are given; those of the first time are no late ones. */
  begin(children: readonly { readonly element: Element }[]): void {
    this.#early ??= new WeakSet(children.map(({ element }) => element));
    this.#seen.clear();
  }

  isLate(element: Element): boolean {
    return this.#early?.has(element) === false;
  }

  /** A candidate of a late part, with how many of the same are seen in the late parts before it. */
  place(candidate: FoundCandidate): FoundCandidate {
    const key = nameWithinPart(candidate);
    const before = this.#seen.get(key) ?? 0;
    if (!candidate.hidden) this.#seen.set(key, before + 1);
    const known = this.#placed.get(candidate);
    if (known?.late === before) return known;
    const placed = { ...candidate, late: before };
    this.#placed.set(candidate, placed);
    return placed;
  }
}

/** What names a candidate within its part. */
function nameWithinPart({ xpath, event, value = '', text }: FoundCandidate): string {
  return [xpath.split('/').slice(4).join('/'), event, value, text].join('\n');
}
