import { Seen, unnamed } from '../../crawl/sameness/seen.ts';
import type { VolatileMask } from '../../dom/mask.ts';
import { contentUnits } from '../../dom/units.ts';
import { unsafeWord } from '../../frontier/index.ts';
import { withoutFragment } from '../../model/address.ts';
import type { Candidate, Capture } from '../../model/capture.ts';
import type { DocumentTree } from '../../model/document.ts';
import type { Outcome } from '../../model/driver.ts';

/** What has come of the events of a kind: nothing so far, or another content of the page. */
export type ActYield = 'idle' | 'leads';

/**
 * What the events of scripts come to, by the place where their handler is written. A script that only counts
 * clicks comes to nothing on every page; one that leads on somewhere makes its pages need a browser.
 */
export class Acts {
  readonly #yields: Map<string, ActYield>;
  readonly #unsafe: boolean;

  constructor(unsafe: boolean, saved: Readonly<Record<string, ActYield>> = {}) {
    this.#unsafe = unsafe;
    this.#yields = new Map(Object.entries(saved));
  }

  /**
   * What a candidate of a page would run; `null` where that is no script, or is never fired. A link to another
   * address is none, whoever answers the click: what it leads to is opened by its address.
   */
  kindOf(candidate: Candidate, page: string): string | null {
    const { handler, call, href, event, text, hints, tag, script = '' } = candidate;
    if (href !== undefined && (!handler || withoutFragment(href) !== page)) return null;
    // Disclosures and popovers work without scripts, in the mirror too.
    if (handler?.kind === 'native' && href === undefined) return null;
    if (!this.#unsafe && unsafeWord({ text, hints, call, href }) !== null) return null;
    if (handler) return `${handler.place} ${event}`;
    if (call !== undefined) return `${script} ${/^[\w$.\s]*/.exec(call)?.[0].trim() ?? ''} ${event}`;
    return `${tag} ${event}`;
  }

  /** Those of a page, each once. */
  kindsOf({ candidates, documentUrl }: Capture): ReadonlySet<string> {
    return new Set(candidates.map((each) => this.kindOf(each, documentUrl)).filter((kind) => kind !== null));
  }

  yieldOf(kind: string): ActYield | null {
    return this.#yields.get(kind) ?? null;
  }

  /** Takes note of a firing; whether that is news. */
  note(kind: string, gave: ActYield): boolean {
    const before = this.#yields.get(kind);
    if (before === gave || before === 'leads') return false;
    this.#yields.set(kind, gave);
    return true;
  }

  save(): Record<string, ActYield> {
    return Object.fromEntries(this.#yields);
  }
}

/** What was known of a page before an event. */
export interface Before {
  /** Addresses that were known. */
  readonly links: ReadonlySet<string>;
  /** What the page showed when it was opened, and what it showed last. */
  readonly documents: readonly DocumentTree[];
  readonly mask: VolatileMask | null;
}

/**
 * What an event came to: it leads on where it shows something that the page did not show, or wants to go to an address
 * that is not linked. Of a state that is known already the first event to it has told.
 */
export function yieldOf(outcome: Outcome, { links, documents, mask }: Before): ActYield | null {
  if (outcome.kind === 'lost' || (outcome.kind === 'captured' && outcome.paused)) return null;
  const { change, wanted } = outcome.kind === 'known' ? outcome : outcome.capture;
  if (wanted.some((url) => !links.has(withoutFragment(url)))) return 'leads';
  if (!change) return 'idle';
  if (outcome.kind === 'known') return null;
  const seen = new Seen();
  for (const document of documents) seen.add(0, contentUnits(document, mask), []);
  // Other numbers in known words count as well: what is not opened in the browser is never seen.
  const news = seen.news(contentUnits(outcome.capture.document, mask), [], { ...unnamed, turns: true });
  return news.length > 0 ? 'leads' : 'idle';
}
