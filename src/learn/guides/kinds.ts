import type { Gave } from '../../model/guide.ts';

/** A kind of action as it is met on a page. */
export interface Met {
  readonly kind: string;
  /** Type of the page; empty where it is of none. */
  readonly on: string;
  /** The function behind it, or the form of the address, wherever it stands; empty where nothing is known. */
  readonly does: string;
  /** It calls itself the way to another page of the same kind. */
  readonly turns: boolean;
}

/** What firing actions of one kind has come to. */
interface Tally extends Omit<Met, 'kind'> {
  readonly fired: number;
  /** Of these, those that only opened something on their page: they tell twice as much. */
  readonly slight: number;
  /** Addresses that it led to and that were not opened yet. */
  readonly pending: number;
  /** New pages that are wanted. */
  readonly wanted: number;
  /** Wanted pages that were known already: the kind is right, though it came too late. */
  readonly again: number;
  /** New pages that are not wanted, by type: they may lead to wanted ones. */
  readonly others: Readonly<Record<string, number>>;
}

/** Firings in vain after which a kind is given up: what calls itself a way to the next page, and the rest. */
const [patienceTurning, patienceWanting] = [4, 2];

/** What a page that only may lead to wanted ones is worth beside one that is wanted. */
const detour = 0.5;

/** Firings of a kind from which its own figures are believed. */
const believed = 2;

/** Promise below which a kind of detour is not worth taking. */
const hopeless = 0.1;

/**
 * Which kinds of actions give wanted pages. A kind is what a pattern would cover: an event on elements in the
 * same place of pages of one type. The price of finding out is per kind, not per page.
 */
export class Kinds {
  readonly #want: ReadonlySet<string> | null;
  readonly #tallies: Map<string, Tally>;
  readonly #byType = new Map<string, Set<string>>();
  /** By function alone, wherever it stands: what led nowhere here leads nowhere there. */
  readonly #byFunction = new Map<string, Set<string>>();

  /** Without `want` every new page is wanted. */
  constructor(want: readonly string[] | null, saved: string | null = null) {
    this.#want = want === null ? null : new Set(want);
    this.#tallies = new Map(saved ? (JSON.parse(saved) as [string, Tally][]) : []);
    for (const [kind, tally] of this.#tallies) this.#file(kind, tally);
  }

  /** Takes note of a kind that was found on a page of a type. */
  meet({ kind, on, does, turns }: Met): void {
    if (this.#tallies.has(kind)) return;
    const tally: Tally = {
      on,
      does,
      turns,
      fired: 0,
      slight: 0,
      pending: 0,
      wanted: 0,
      again: 0,
      others: {},
    };
    this.#tallies.set(kind, tally);
    this.#file(kind, tally);
  }

  #file(kind: string, { on, does }: Tally): void {
    this.#byType.set(on, (this.#byType.get(on) ?? new Set()).add(kind));
    if (does !== '') this.#byFunction.set(does, (this.#byFunction.get(does) ?? new Set()).add(kind));
  }

  gave(kind: string, gave: Gave): void {
    const before = this.#tallies.get(kind);
    if (!before) return;
    // Whether an address was worth it is known once it was opened.
    if (gave.kind === 'address') {
      this.#tallies.set(kind, { ...before, pending: before.pending + 1 });
      return;
    }
    const pending = Math.max(0, before.pending - 1);
    this.#tallies.set(kind, this.#counted({ ...before, pending, fired: before.fired + 1 }, gave));
  }

  #counted(tally: Tally, gave: Exclude<Gave, { kind: 'address' }>): Tally {
    if (gave.kind === 'nothing') return tally;
    if (gave.kind === 'slight') return { ...tally, slight: tally.slight + 1 };
    const isWanted = this.wants(gave.type);
    if (gave.kind === 'known') return isWanted ? { ...tally, again: tally.again + 1 } : tally;
    if (isWanted) return { ...tally, wanted: tally.wanted + 1 };
    const type = gave.type ?? '';
    return { ...tally, others: { ...tally.others, [type]: (tally.others[type] ?? 0) + 1 } };
  }

  /** Whether it has to be seen what is at an address that such an action led to, before more are fired. */
  isUndecided(kind: string): boolean {
    const tally = this.#want === null ? null : this.#tallies.get(kind);
    return (
      !!tally && tally.pending > 0 && !this.#isFruitful(tally) && tries([tally]) < this.#patienceWith(tally)
    );
  }

  wants(type: string | null): boolean {
    return this.#want === null || (type !== null && this.#want.has(type));
  }

  /** Chance that the next of a kind gives something wanted; `null` where too little is known. */
  promise(kind: string): number | null {
    const tally = this.#tallies.get(kind);
    if (!tally || tally.fired < (this.#want === null ? believed : 1)) return null;
    return (tally.wanted + this.#detours(tally) + 0.5) / (tally.fired + 1);
  }

  /** Whether a kind was fired often and nothing wanted came of it, nor of the pages that it led to. */
  isBarren(kind: string): boolean {
    const tally = this.#tallies.get(kind);
    // Where all pages are wanted, classes that never give any are suspended by the audits.
    if (!tally || this.#want === null || this.#isFruitful(tally)) return false;
    const alike = this.#alike(tally);
    if (alike.some((each) => this.#isFruitful(each))) return tries([tally]) >= this.#patienceWith(tally);
    // The same function has been tried elsewhere: that counts as if it had been tried here.
    return tries(alike) >= this.#patienceWith(tally);
  }

  #alike(tally: Tally): readonly Tally[] {
    const kinds = tally.does === '' ? null : this.#byFunction.get(tally.does);
    return kinds ? [...kinds].map((kind) => this.#tallies.get(kind) as Tally) : [tally];
  }

  #patienceWith({ turns }: Tally): number {
    return turns ? patienceTurning : patienceWanting;
  }

  #isFruitful(tally: Tally): boolean {
    if (tally.wanted > 0) return true;
    return tally.again > 0 || (tally.fired > 0 && this.#detours(tally) / tally.fired >= hopeless);
  }

  #detours({ others }: Tally): number {
    let sum = 0;
    for (const [type, count] of Object.entries(others)) sum += count * detour * this.#prospect(type);
    return sum;
  }

  /** The highest known promise among the pages of a type. */
  #prospect(type: string): number {
    // Of pages that are like no sample little is expected before they have led to something.
    const hope = type === '' ? 0.2 : 1;
    let best = 0;
    for (const kind of this.#byType.get(type) ?? []) {
      const tally = this.#tallies.get(kind) as Tally;
      const tried = tries(this.#alike(tally));
      if (tally.wanted > 0) best = Math.max(best, (tally.wanted + 0.5) / (tried + 1));
      else if (tried < this.#patienceWith(tally)) best = Math.max(best, (hope * 0.5) / (tried + 1));
    }
    return best;
  }

  save(): string {
    return JSON.stringify([...this.#tallies]);
  }
}

/** How often something was tried, as far as patience is concerned. */
function tries(tallies: readonly Tally[]): number {
  return tallies.reduce((sum, { fired, slight }) => sum + fired + slight, 0);
}
