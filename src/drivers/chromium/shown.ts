import { documentPrints } from '../../dom/canonical.ts';
import { type VolatileMask, volatileMask } from '../../dom/mask.ts';
import { printAt } from '../../dom/print-at.ts';
import type { DocumentTree, VolatileSpot } from '../../model/index.ts';
import type { FoundCandidate } from './agent/candidates.ts';
import { applyDelta } from './agent/delta.ts';
import type { AgentAnswer } from './agent/order.ts';

/** What a tab has of the document that it shows: the page's answers tell how they differ from it. */
export class Shown {
  #base = 0;
  #document: DocumentTree | null = null;
  #candidates: readonly FoundCandidate[] = [];
  /** Whether the document is what the page shows now, and not what it showed before a known page. */
  #current = false;

  /** Number of the answer that the document came with. */
  get base(): number {
    return this.#base;
  }

  /** Forgets everything: another document is about to be opened. */
  reset(): void {
    this.#base = 0;
    this.#document = null;
    this.#candidates = [];
    this.#current = false;
  }

  /** Takes an answer in; gives its document and candidates, `null` where it has none. */
  take(answer: AgentAnswer): { document: DocumentTree; candidates: readonly FoundCandidate[] } | null {
    this.#current = false;
    const document =
      answer.delta && this.#document ? applyDelta(this.#document, answer.delta) : answer.document;
    if (!document) return null;
    const before = this.#candidates;
    const candidates = (answer.candidates ?? []).flatMap((each) => {
      if (typeof each === 'number') return before[each] as FoundCandidate;
      return isRun(each) ? before.slice(each[0], each[1] + 1) : each;
    });
    this.#base = answer.id ?? 0;
    this.#document = document;
    this.#candidates = candidates;
    this.#current = true;
    return { document, candidates };
  }

  /** Print of the form of what is shown: made here, where parts that pages share are printed once. */
  form(spots: readonly VolatileSpot[]): string {
    return this.#document ? documentPrints(this.#document, maskOf(spots)).form : '';
  }

  /** Prints at some paths of what is shown; `null` where only the page itself could tell. */
  printsAt(paths: readonly string[], spots: readonly VolatileSpot[]): (string | null)[] | null {
    const document = this.#document;
    if (!document || !this.#current) return null;
    const mask = maskOf(spots);
    return paths.map((path) => printAt(document, path, mask));
  }
}

function isRun(each: FoundCandidate | readonly [number, number]): each is readonly [number, number] {
  return Array.isArray(each);
}

const masks = new WeakMap<readonly VolatileSpot[], { readonly mask: VolatileMask | null }>();

function maskOf(spots: readonly VolatileSpot[]): VolatileMask | null {
  let kept = masks.get(spots);
  if (!kept) {
    kept = { mask: volatileMask(spots) };
    masks.set(spots, kept);
  }
  return kept.mask;
}
