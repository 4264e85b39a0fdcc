import { documentPrints } from '../../dom/canonical.ts';
import { type VolatileMask, volatileMask } from '../../dom/mask.ts';
import { printAt } from '../../dom/print-at.ts';
import type { DocumentTree, VolatileSpot } from '../../model/index.ts';
import type { FoundCandidate } from './agent/candidates.ts';
import { applyDelta, type DeltaDocument } from './agent/delta.ts';
import type { AgentAnswer } from './agent/order.ts';
import { arePlaces, badCapture } from './agent-words.ts';

/** What a tab has of the document that it shows: the page's answers tell how they differ from it. */
export class Shown {
  #base = 0;
  #document: DocumentTree | null = null;
  #candidates: readonly FoundCandidate[] = [];
  /** The same with the documents of frames in it, where there are any. */
  #whole: DocumentTree | null = null;
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
    this.#whole = null;
    this.#candidates = [];
    this.#current = false;
  }

  /** What the page shows, where that is known here. */
  get now(): DocumentTree | null {
    return this.#current ? (this.#whole ?? this.#document) : null;
  }

  /** Takes in what the page shows together with its frames. */
  join(whole: DocumentTree): void {
    this.#whole = whole;
  }

  /** Takes an answer in; gives its document and candidates, `null` where it has none. */
  take(answer: AgentAnswer): { document: DocumentTree; candidates: readonly FoundCandidate[] } | null {
    this.#current = false;
    this.#whole = null;
    const document = answer.delta && this.#document ? applied(this.#document, answer.delta) : answer.document;
    if (!document) return null;
    const before = this.#candidates;
    if (!arePlaces(answer.candidates, before)) throw badCapture('it names candidates that never were');
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
    const shown = this.#whole ?? this.#document;
    return shown ? documentPrints(shown, maskOf(spots)).form : '';
  }

  /** Prints at some paths of what is shown; `null` where only the page itself could tell. */
  printsAt(paths: readonly string[], spots: readonly VolatileSpot[]): (string | null)[] | null {
    const document = this.now;
    if (!document) return null;
    const mask = maskOf(spots);
    return paths.map((path) => printAt(document, path, mask));
  }
}

function applied(before: DocumentTree, delta: DeltaDocument): DocumentTree {
  try {
    return applyDelta(before, delta);
  } catch (cause) {
    throw badCapture((cause as Error).message, cause);
  }
}

function isRun(each: FoundCandidate | readonly [number, number]): each is readonly [number, number] {
  return Array.isArray(each);
}

const masks = new WeakMap<readonly VolatileSpot[], { readonly mask: VolatileMask | null }>();

/** The mask of some spots, made once. */
export function maskOf(spots: readonly VolatileSpot[]): VolatileMask | null {
  let kept = masks.get(spots);
  if (!kept) {
    kept = { mask: volatileMask(spots) };
    masks.set(spots, kept);
  }
  return kept.mask;
}
