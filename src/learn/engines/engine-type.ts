import type { Acts } from './event-results.ts';
import type { Missing } from './wholeness.ts';

/** Which engine is enough for the pages of a type; `open`: both have to be compared first. */
export type EngineVerdict = 'open' | 'http' | 'browser';

/** What tells the type of a page, as its document was read. */
export interface PageTraits {
  /** Kind of its address. */
  readonly address: string;
  /** Stands for the set of its scripts. */
  readonly scripts: string;
  /** Name of its structure. */
  readonly structure: string;
  /** Parts that hold something. */
  readonly parts: ReadonlySet<string>;
}

/** A type as it is kept between runs. */
export interface SavedType extends Omit<PageTraits, 'parts'> {
  readonly core: readonly string[];
  readonly parts: readonly string[];
  readonly verdict: EngineVerdict;
  readonly pages: number;
  readonly compared: number;
  readonly streak: number;
  readonly turned: boolean;
  readonly why: string;
  readonly acts: readonly string[];
  readonly missing: boolean;
  readonly assumes: boolean;
  readonly since: readonly string[];
  readonly structures?: readonly string[];
}

/** Pages of a type that are compared before anything is believed. */
const neededSamples = 3;
/** Pages of all structures with the same scripts that are compared before these scripts are believed to add nothing. */
const scriptSamples = 12;
/** Structures among them. */
const structuresLeast = 6;
/** Stands for any structure. */
const anyStructure = '*';
/** Compared pages after which an event that nobody has fired is taken for one that leads nowhere, for now. */
const unfired = 12;
/** Share of parts in common from which a page may be one of a type that is not known to be whole. */
const closeness = 0.7;
/** Pages from which on a type is looked at again at regular distances. */
const regular = 1000;

/** The page of a type at which it is looked at again: the 10th, 30th, 100th … and then every thousandth. */
export function nextCheck(pages: number): number {
  for (let check = 10; check < regular; check *= 10)
    for (const each of [check, 3 * check]) if (each > pages) return each;
  return (Math.floor(pages / regular) + 1) * regular;
}

/** Pages of one structure with the same scripts, and what is known of how they have to be opened. */
export class EngineType {
  readonly address: string;
  readonly scripts: string;
  readonly structure: string;
  /** Parts that all compared pages had filled; one that is empty on another page may wait for a script. */
  #core: ReadonlySet<string>;
  /** Parts that any compared page had filled. */
  #parts: ReadonlySet<string>;
  #verdict: EngineVerdict = 'open';
  #pages = 0;
  #compared = 0;
  /** Checks in a row in which plain requests gave a whole page although its type was opened in the browser. */
  #streak = 0;
  #turned = false;
  #why = '';
  #missing = false;
  readonly #acts: Set<string>;
  /** Structures of compared pages, where any will do. */
  readonly #structures: Set<string>;
  /** Pages that were only read and that no check speaks for yet. */
  #since: string[];
  /** Pages that were only read before those. */
  #vouched = 0;
  /** Whether reading was found to be enough though it is not known what comes of some events. */
  #assumes = false;
  #underWay = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(traits: PageTraits, saved: SavedType | null = null) {
    this.address = traits.address;
    this.scripts = traits.scripts;
    this.structure = traits.structure;
    this.#core = saved ? new Set(saved.core) : traits.parts;
    this.#parts = traits.parts;
    this.#acts = new Set(saved?.acts);
    this.#structures = new Set(saved?.structures);
    this.#since = [...(saved?.since ?? [])];
    if (saved === null) return;
    [this.#verdict, this.#pages, this.#compared] = [saved.verdict, saved.pages, saved.compared];
    [this.#streak, this.#turned, this.#why] = [saved.streak, saved.turned, saved.why];
    [this.#missing, this.#assumes] = [saved.missing, saved.assumes];
  }

  /** All pages with the same scripts, whatever their structure: of a manual, hardly two are alike. */
  static ofScripts({ address, scripts, parts }: PageTraits): EngineType {
    const { origin } = new URL(address);
    return new EngineType({ address: `${origin}/*`, scripts, parts, structure: anyStructure });
  }

  static restored(saved: SavedType): EngineType {
    return new EngineType({ ...saved, parts: new Set(saved.parts) }, saved);
  }

  get verdict(): EngineVerdict {
    return this.#verdict;
  }

  get pages(): number {
    return this.#pages;
  }

  get compared(): number {
    return this.#compared;
  }

  /** Why the verdict is what it is, in words. */
  get why(): string {
    return this.#why;
  }

  /** Whether it stands for all pages with its scripts. */
  get isOfScripts(): boolean {
    return this.structure === anyStructure;
  }

  get #least(): number {
    return this.isOfScripts ? scriptSamples : neededSamples;
  }

  /** How well a page fits, from 0 (not at all) to 1. */
  fits({ scripts, structure, parts }: PageTraits): number {
    if (scripts !== this.scripts || (structure !== this.structure && !this.isOfScripts)) return 0;
    const common = this.#parts.intersection(parts).size;
    const share = common / Math.max(1, this.#parts.size + parts.size - common);
    if (this.#verdict !== 'http') return share >= closeness ? share : 0;
    // More than what whole pages hold is whole too; less may wait for a script.
    return this.#core.intersection(parts).size === this.#core.size ? Math.max(share, 0.01) : 0;
  }

  /** Whether the pages that are under way are enough to decide. */
  get isSampling(): boolean {
    const { compared, verdict } = this;
    return verdict === 'open' && compared < neededSamples && compared + this.#underWay >= neededSamples;
  }

  /** Resolves when one of the pages under way was seen by both engines, or could not be. */
  get sampled(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** A page is about to be seen by both engines; gives what has to be called when it was. */
  beginSample(): () => void {
    this.#underWay++;
    return () => {
      this.#underWay--;
      // Whoever waits looks again once what was seen has been compared.
      setImmediate(() => {
        for (const wake of this.#waiting.splice(0)) wake();
      });
    };
  }

  /** A page of this type has come: whether both engines are to see it. */
  meet(): boolean {
    this.#pages++;
    return this.#verdict === 'open' || nextCheck(this.#pages - 1) === this.#pages;
  }

  /** A page that is expected to be of this type was opened in the browser at once. */
  pass(): void {
    this.#pages++;
  }

  /** A page was only read. */
  read(url: string): void {
    this.#since.push(url);
  }

  /** Pages that were only read so far. */
  get readSoFar(): number {
    return this.#vouched + this.#since.length;
  }

  /**
   * Takes note of what both engines saw of a page: what was missing, and which events scripts would answer on
   * it. Gives the addresses that have to be opened again, because the verdict has turned. A page that is whole
   * speaks for those that were read before it was met, `readBefore` of them, not for those that came meanwhile.
   * `shared` is the type of all pages with these scripts.
   */
  compare(
    { parts, structure }: Pick<PageTraits, 'parts' | 'structure'>,
    missing: Missing,
    acts: ReadonlySet<string>,
    known: Acts,
    readBefore: number = this.readSoFar,
    shared: EngineType | null = null,
  ): string[] {
    this.#compared++;
    if (this.isOfScripts) this.#structures.add(structure);
    if (this.#compared <= this.#least) {
      this.#core = this.#core.intersection(parts);
      this.#parts = new Set([...this.#parts, ...parts]);
    }
    const fresh = [...acts].filter((kind) => !this.#acts.has(kind));
    for (const kind of acts) this.#acts.add(kind);
    if (missing) {
      this.#why = `${missing.what} that the document lacks: ${missing.example}`;
      this.#missing = true;
    }
    if (this.#verdict === 'browser') return this.#checkedInBrowser(missing, known);
    if (this.#verdict === 'http') {
      if (missing) return this.#turn();
      if (fresh.every((kind) => known.yieldOf(kind) === 'idle')) this.#checked(readBefore);
      else this.#verdict = 'open';
    }
    return this.settle(known, readBefore, shared);
  }

  /** Decides what can be decided; more is known of events now. */
  settle(known: Acts, readBefore: number = this.readSoFar, shared: EngineType | null = null): string[] {
    if (this.#compared < this.#least || this.#verdict === 'browser') return [];
    if (this.isOfScripts && this.#structures.size < structuresLeast) return [];
    const yields = [...this.#acts].map((kind) => known.yieldOf(kind));
    if (this.#missing || yields.includes('leads')) {
      if (!this.#missing) this.#why = 'events lead on from it';
      return this.#turn();
    }
    this.#assumes = yields.includes(null);
    if (this.#assumes && this.#compared < unfired && !shared?.vouchesFor(this.#acts)) return [];
    if (this.#verdict === 'open') {
      this.#verdict = 'http';
      this.#checked(readBefore);
      this.#why = 'the browser showed nothing more';
    }
    return [];
  }

  save(): SavedType {
    return {
      address: this.address,
      scripts: this.scripts,
      structure: this.structure,
      core: [...this.#core],
      parts: [...this.#parts],
      acts: [...this.#acts],
      since: [...this.#since],
      verdict: this.#verdict,
      pages: this.#pages,
      compared: this.#compared,
      why: this.#why,
      streak: this.#streak,
      turned: this.#turned,
      missing: this.#missing,
      assumes: this.#assumes,
      ...(this.isOfScripts && { structures: [...this.#structures] }),
    };
  }

  /** Whether its pages are only read, though scripts answer the same events on them: what is true of many is true of few. */
  vouchesFor(acts: ReadonlySet<string>): boolean {
    return this.#verdict === 'http' && [...acts].every((kind) => this.#acts.has(kind));
  }

  /** The first so many pages are whole, unless an event leads on after all. */
  #checked(readBefore: number): void {
    if (!this.#assumes) this.#vouchFor(readBefore - this.#vouched);
  }

  #vouchFor(count: number): void {
    const gone = this.#since.splice(0, Math.max(0, count));
    this.#vouched += gone.length;
  }

  #turn(): string[] {
    this.#turned ||= this.#verdict === 'http' || this.#since.length > 0;
    this.#verdict = 'browser';
    const again = this.#since;
    this.#vouched += again.length;
    this.#since = [];
    this.#pages -= again.length;
    return again;
  }

  /** Three whole pages in a row, and the browser is needed no more; but a type turns only once. */
  #checkedInBrowser(missing: Missing, known: Acts): string[] {
    const leads = [...this.#acts].some((kind) => known.yieldOf(kind) !== 'idle');
    this.#streak = missing || leads ? 0 : this.#streak + 1;
    if (this.#streak < neededSamples || this.#turned) return [];
    this.#verdict = 'http';
    this.#missing = false;
    this.#why = 'the browser shows nothing more by now';
    return [];
  }
}
