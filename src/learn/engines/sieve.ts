import type { Sieve, SievedPage } from '../../crawl/gather/index.ts';
import type { ArgiopeError } from '../../model/errors.ts';
import { type EngineChoice, engineNote, refusals } from './choice.ts';

/** Pages in a row that were only read before others are thought to need no more. */
const enoughRead = 5;
/** Addresses that must wait to be worth a change of hands: it costs what a few pages do. */
const enoughWaiting = 20;
/** Bytes of pages that were read and wait for a tab: beyond that they are asked for again. */
const mostHeld = 32 * 1024 * 1024;

/**
 * Where a crawl chooses its engine, pages that need no browser are gathered and all others are left to tabs. This says
 * which are which, keeps what was read of the others, and says when it is time to change hands.
 */
export class ReadingSieve implements Sieve {
  readonly #choice: EngineChoice;
  /** Addresses that wait for a tab: those that need one, and those of which that is not known yet. */
  readonly #left = new Map<string, 'open' | 'browser'>();
  readonly #held = new Map<string, SievedPage['asked']>();
  #heldBytes = 0;
  #inARow = 0;
  #least = enoughWaiting;
  #passed = 0;
  #before = 0;

  constructor(choice: EngineChoice) {
    this.#choice = choice;
  }

  /** A page was only read in a tab. */
  wasRead(): void {
    this.#inARow++;
  }

  /** A page had to be seen. */
  wasShown(): void {
    this.#inARow = 0;
  }

  /** A tab opens an address: gives what was read of it. */
  take(url: string): SievedPage['asked'] | null {
    this.#left.delete(url);
    const held = this.#held.get(url) ?? null;
    this.#drop(url);
    return held;
  }

  /** Whether so many waiting addresses are better gathered. */
  wants(waiting: number): boolean {
    if (this.#inARow < enoughRead || waiting < this.#least) return false;
    const needed = [...this.#left.values()].filter((kind) => kind === 'browser').length;
    return waiting - needed >= this.#least;
  }

  /** Pages are gathered from now on: what was not known of those that were left may be by now. */
  begin(): void {
    this.#before = this.#passed;
    for (const [url, kind] of this.#left) if (kind === 'open') this.#left.delete(url);
  }

  /** Tabs go on; where few pages could be gathered, it is not soon tried again. */
  end(): void {
    if (this.#passed - this.#before < this.#left.size) this.#least *= 2;
    this.#inARow = 0;
  }

  isLeft(url: string): boolean {
    if (this.#left.has(url)) return true;
    if (!this.#choice.wouldGoStraight(url)) return false;
    this.#left.set(url, 'browser');
    return true;
  }

  note(): { readonly key: string; readonly value: string } {
    return { key: engineNote, value: this.#choice.save() };
  }

  held(url: string): SievedPage['asked'] | null {
    return this.#held.get(url) ?? null;
  }

  passes(url: string, { asked, live, tree }: SievedPage): boolean {
    const verdict = this.#choice.judgeRead(url, live, tree);
    if (verdict === 'read') {
      this.#passed++;
      this.#drop(url);
      return true;
    }
    this.#left.set(url, verdict);
    this.#hold(url, asked);
    return false;
  }

  /** Some sites answer browsers only. */
  leaves(url: string, { status }: ArgiopeError): boolean {
    if (status !== 403 || this.#choice.refused >= refusals) return false;
    this.#left.set(url, 'browser');
    return true;
  }

  #hold(url: string, asked: SievedPage['asked']): void {
    const size = asked.raw.body.length;
    if (this.#held.has(url) || this.#heldBytes + size > mostHeld) return;
    this.#held.set(url, asked);
    this.#heldBytes += size;
  }

  #drop(url: string): void {
    this.#heldBytes -= this.#held.get(url)?.raw.body.length ?? 0;
    this.#held.delete(url);
  }
}
