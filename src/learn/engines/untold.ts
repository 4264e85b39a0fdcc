import type { Exchanged, ReadLately } from '../../model/share.ts';
import type { Sighted } from './choice.ts';

/** Something that was seen, taken note of; gives addresses that have to be opened in the browser after all. */
export type Noted = () => readonly string[];

/** What exchanging needs of whoever chooses. */
interface Chooser {
  /** Takes over what others know, instead of all that is known here. */
  readonly load: (known: string) => void;
  readonly save: () => string;
  readonly needsBrowser: (page: Sighted) => boolean;
}

/**
 * What one of several workers has seen of engines and the others do not know yet. It is kept as steps, not as counts:
 * repeated on top of what others know by then they give what one process would know, whatever was decided meanwhile.
 */
export class Untold {
  #steps: Noted[] = [];
  /** What all knew when this worker told last. */
  #common: string | null;
  /** Pages that were only read, and may not be stored yet: where their type has turned nobody else knows of them. */
  readonly #unsure = new Map<string, Sighted>();
  #reads: ReadLately[] = [];
  readonly #reopened = new Set<string>();
  #isRepeating = false;
  /** Names of scripts with which a type was found here to need the browser. */
  readonly #turned = new Set<string>();

  constructor(common: string | null) {
    this.#common = common;
  }

  /** Whether steps are being repeated: what they decide was told of when they were made. */
  get isRepeating(): boolean {
    return this.#isRepeating;
  }

  /** Whether a type was found here to need the browser. */
  get hasTurned(): boolean {
    return this.#turned.size > 0;
  }

  note(step: Noted): readonly string[] {
    const again = step();
    if (this.#isRepeating) return again;
    this.#steps.push(step);
    for (const url of again) this.#reopened.add(url);
    return again;
  }

  turned(scripts: string): void {
    this.#turned.add(scripts);
  }

  read(url: string, page: Sighted): void {
    this.#unsure.set(url, page);
    this.#reads.push([url, page.traits.scripts]);
  }

  /** Pages that were only read since this was asked last. */
  takeReads(): readonly ReadLately[] {
    return this.#reads.splice(0);
  }

  exchange(
    theirs: string | null,
    isInHand: (url: string) => boolean,
    { load, save, needsBrowser }: Chooser,
  ): Exchanged {
    const steps = this.#steps.splice(0);
    const again = new Set<string>();
    if (theirs !== null && theirs !== this.#common) {
      load(theirs);
      this.#isRepeating = true;
      for (const step of steps) for (const url of step()) again.add(url);
      this.#isRepeating = false;
    }
    const sure: string[] = [];
    for (const [url, page] of this.#unsure) {
      const isNeeded = needsBrowser(page);
      if (isNeeded) again.add(url);
      else if (isInHand(url)) continue;
      this.#unsure.delete(url);
      sure.push(url);
    }
    for (const url of this.#reopened) again.delete(url);
    this.#reopened.clear();
    const turned = [...this.#turned];
    this.#turned.clear();
    this.#common = theirs !== null && steps.length === 0 ? theirs : save();
    return { known: this.#common, again: [...again], sure, turned };
  }
}
