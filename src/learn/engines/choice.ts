import { remembering } from '../../model/bounded-map.ts';
import type { Candidate, Capture } from '../../model/capture.ts';
import type { DocumentTree } from '../../model/document.ts';
import type { EnginesTogether, Exchanged, ReadLately } from '../../model/share.ts';
import type { EngineSummary } from '../../model/summary.ts';
import { OnlineTypes } from '../../page-types/clusters.ts';
import { skeletonOf } from '../../page-types/skeleton.ts';
import { Acts, type ActYield } from './acts.ts';
import { addressKind } from './address-kind.ts';
import { EngineType, type EngineVerdict, type PageTraits, type SavedType } from './engine-type.ts';
import { KindHistory, type SavedKind } from './kind-history.ts';
import { filledParts } from './parts.ts';
import { scriptsPrint } from './scripts.ts';
import { type Noted, Untold } from './untold.ts';
import { type Missing, missingFrom } from './wholeness.ts';

/** Key of the note in which a site's choice of engines is kept. */
export const engineNote = 'engines';

/** Types that are told in the summary. */
const typesTold = 100;
/** Types beyond which pages go to the nearest of their scripts: templates are dozens, not thousands. */
const maxTypes = 500;

/** Addresses of which the kind is kept at hand. */
const kindsKept = 500;
/** Pages after which what is known is kept, if nothing was decided before. */
const newsKept = 100;

/** What the choice of engines leaves behind. */
interface Saved {
  readonly counts: Record<'http' | 'browser' | 'compared' | 'still', number>;
  readonly types: readonly SavedType[];
  /** Absent where an older version has left it. */
  readonly ofScripts?: readonly SavedType[];
  readonly structures: readonly (readonly string[])[];
  readonly kinds: Readonly<Record<string, SavedKind>>;
  readonly acts: Readonly<Record<string, ActYield>>;
}

/** A page that has scripts, as it was read: its type, and what tells it where types were taken over from others. */
export interface Sighted {
  readonly type: EngineType;
  /** `skeleton`: of its document; `null` where it is of no account. */
  readonly traits: Omit<PageTraits, 'structure'> & { readonly skeleton: string | null };
}

/** Decides which engine opens a page, from what both have shown of pages like it. */
export class EngineChoice implements EnginesTogether {
  readonly #unsafe: boolean;
  readonly #tell: (text: string) => void;
  #acts: Acts;
  #types: EngineType[] = [];
  /** What is known of scripts on pages of any structure. */
  #ofScripts = new Map<string, EngineType>();
  #structures = new OnlineTypes();
  #kinds: KindHistory;
  /** Asked of a page several times while it is opened. */
  readonly #kindOf = remembering(kindsKept, addressKind);
  /** The page that was met last at addresses of a kind. */
  readonly #lastOfKind = new Map<string, Sighted>();
  /** Pages and decisions since all this was kept. */
  #news = 0;
  #counts = { http: 0, browser: 0, compared: 0, still: 0 };
  /** Where several workers choose together: what was seen here since it was told, else `null`. */
  readonly #untold: Untold | null;
  readonly #again = new Set<string>();

  /** Pages that were refused to both engines. */
  refused = 0;

  /** `tell` is told of decisions; `saved` is what an earlier run left, or what other workers know (`together`). */
  constructor(
    {
      unsafe,
      tell,
      together = false,
    }: { readonly unsafe: boolean; readonly tell: (text: string) => void; readonly together?: boolean },
    saved: string | null = null,
  ) {
    this.#unsafe = unsafe;
    this.#tell = tell;
    this.#acts = new Acts(unsafe);
    this.#kinds = new KindHistory();
    this.#untold = together ? new Untold(saved) : null;
    if (saved !== null) this.#load(saved);
  }

  #load(saved: string): void {
    const known = JSON.parse(saved) as Saved;
    this.#acts = new Acts(this.#unsafe, known.acts);
    this.#kinds = new KindHistory(known.kinds);
    this.#counts = { ...known.counts };
    this.#types = known.types.map((type) => EngineType.restored(type));
    this.#ofScripts = new Map(
      known.ofScripts?.map((type) => [type.scripts, EngineType.restored(type)] as const),
    );
    if (JSON.stringify(this.#skeletons()) === JSON.stringify(known.structures)) return;
    this.#structures = new OnlineTypes();
    // In the order in which they came up, so that they get the same names.
    for (const skeletons of known.structures) this.#structures.assignSkeleton(skeletons[0] as string);
    for (const skeleton of known.structures.flat()) this.#structures.assignSkeleton(skeleton);
  }

  /** Whether pages at addresses like this one need the browser, so that reading them first is of no use. */
  goesStraight(url: string): boolean {
    let isStraight = false;
    this.#note(() => {
      isStraight = this.#kinds.goesStraight(this.#kindOf(url));
      return [];
    });
    return isStraight;
  }

  /** The type of a page that has scripts, from its document as it was read. */
  typeOf(url: string, document: DocumentTree, html: string): Sighted {
    const known = {
      address: this.#kindOf(url),
      scripts: scriptsPrint(html, document.base),
      parts: filledParts(document),
    };
    // Its structure, which is dear to find, is of no account where its scripts are known to add nothing.
    const ofScripts = this.#wholeScripts(known);
    if (ofScripts) return { type: ofScripts, traits: { ...known, skeleton: null } };
    const traits = { ...known, skeleton: skeletonOf(document) };
    return { type: this.#find(traits), traits };
  }

  #wholeScripts(traits: Omit<PageTraits, 'structure'>): EngineType | null {
    const ofScripts = this.#ofScripts.get(traits.scripts);
    return ofScripts?.verdict === 'http' && ofScripts.fits({ ...traits, structure: '' }) > 0
      ? ofScripts
      : null;
  }

  #find(sighted: Sighted['traits']): EngineType {
    const ofScripts = this.#wholeScripts(sighted);
    if (ofScripts) return ofScripts;
    const traits = this.#traitsOf(sighted);
    let [found, best]: [EngineType | null, number] = [null, 0];
    for (const type of this.#types) {
      const fit = type.fits(traits);
      if (fit > best) [found, best] = [type, fit];
    }
    return found ?? this.#begin(traits);
  }

  #traitsOf({ skeleton, ...known }: Sighted['traits']): PageTraits {
    return { ...known, structure: skeleton === null ? '' : this.#structures.assignSkeleton(skeleton) };
  }

  #begin(traits: PageTraits): EngineType {
    const crowded = this.#types.length >= maxTypes;
    const like = crowded ? this.#types.find(({ verdict }) => verdict !== 'http') : undefined;
    if (like) return like;
    const type = new EngineType(traits);
    this.#types.push(type);
    return type;
  }

  /** The type of a page as it is known now: what others know may have come since the page was read. */
  #now({ type, traits }: Sighted): EngineType {
    const isKnown = this.#types.includes(type) || this.#ofScripts.get(traits.scripts) === type;
    return isKnown ? type : this.#find(traits);
  }

  verdictOf(page: Sighted): EngineVerdict {
    return this.#now(page).verdict;
  }

  /** A page has come: whether both engines are to see it, and how many of its type had only been read by then. */
  meet(page: Sighted): { readonly both: boolean; readonly readSoFar: number } {
    let both = false;
    this.#note(() => {
      both = this.#now(page).meet();
      return [];
    });
    return { both, readSoFar: this.#now(page).readSoFar };
  }

  /**
   * Takes note of what both engines saw; gives addresses that have to be opened in the browser after all.
   * `readBefore`: pages of the type that had only been read when this one was met.
   */
  compare(page: Sighted, read: Capture, shown: Capture, readBefore: number): readonly string[] {
    const missing = missingFrom(read, shown);
    const acts = this.#acts.kindsOf(shown);
    const meanwhile = Math.max(0, this.#now(page).readSoFar - readBefore);
    return this.#note(() => this.#compared(page, missing, acts, meanwhile));
  }

  #compared(
    page: Sighted,
    missing: Missing,
    acts: ReadonlySet<string>,
    meanwhile: number,
  ): readonly string[] {
    this.#counts.compared++;
    const type = this.#now(page);
    const traits = this.#traitsOf(page.traits);
    const ofScripts = this.#ofScripts.get(traits.scripts) ?? EngineType.ofScripts(traits);
    this.#ofScripts.set(traits.scripts, ofScripts);
    const again = this.#decided(type, () =>
      type.compare(traits, missing, acts, this.#acts, type.readSoFar - meanwhile, ofScripts),
    );
    if (type === ofScripts) return again;
    return [
      ...again,
      ...this.#decided(ofScripts, () => ofScripts.compare(traits, missing, acts, this.#acts)),
    ];
  }

  /** Takes note of what an event came to; gives addresses that have to be opened in the browser after all. */
  fired(candidate: Candidate, page: string, gave: ActYield): readonly string[] {
    const kind = this.#acts.kindOf(candidate, page);
    if (kind === null) return [];
    return this.#note(() => {
      if (!this.#acts.note(kind, gave)) return [];
      return [...this.#types, ...this.#ofScripts.values()].flatMap((type) => [
        ...this.#decided(type, () =>
          type.settle(this.#acts, type.readSoFar, this.#ofScripts.get(type.scripts) ?? null),
        ),
      ]);
    });
  }

  #decided(type: EngineType, decide: () => string[]): readonly string[] {
    const before = type.verdict;
    const again = decide();
    if (type.verdict !== before) {
      // That some pages with these scripts need the browser says nothing of the others.
      const isTold = !type.isOfScripts || before === 'http' || type.verdict === 'http';
      if (isTold && !this.#untold?.isRepeating) this.#tell(said(type, again.length));
      this.#news = Number.POSITIVE_INFINITY;
      if (type.verdict === 'browser') this.#untold?.turned(type.scripts);
    }
    return again;
  }

  /** A page was opened for good. */
  count(url: string, engine: 'http' | 'browser', page: Sighted | null): void {
    if (engine === 'http' && page) this.#untold?.read(url, page);
    this.#note(() => {
      this.#counts[engine]++;
      this.#news++;
      if (page === null && engine === 'http') this.#counts.still++;
      const type = page && this.#now(page);
      if (engine === 'http') type?.read(url);
      const verdict = type?.verdict ?? 'http';
      if (page) this.#lastOfKind.set(this.#kindOf(url), page);
      if (verdict !== 'open') this.#kinds.note(this.#kindOf(url), verdict === 'browser');
      return [];
    });
  }

  /** A page was opened in the browser without being read first. */
  countStraight(url: string): void {
    this.#note(() => {
      this.#counts.browser++;
      const last = this.#lastOfKind.get(this.#kindOf(url));
      if (last) this.#now(last).pass();
      return [];
    });
  }

  /** A page that cannot be read can be opened in the browser. */
  admitted(url: string): void {
    this.refused = 0;
    this.#note(() => {
      this.#kinds.note(this.#kindOf(url), true);
      return [];
    });
  }

  /** Pages that were only read are opened in the browser after all. */
  countAgain(pages: number): void {
    this.#note(() => {
      this.#counts.http -= pages;
      return [];
    });
  }

  /** Whether an address that was opened before is opened again because of what other workers have seen; asked once. */
  isAgain(url: string): boolean {
    return this.#again.delete(url);
  }

  /** Takes note of something, and keeps it for others where they are to know it. */
  #note(step: Noted): readonly string[] {
    return this.#untold === null ? step() : this.#untold.note(step);
  }

  takeReads(): readonly ReadLately[] {
    return this.#untold?.takeReads() ?? [];
  }

  get hasTurned(): boolean {
    return this.#untold?.hasTurned ?? false;
  }

  /** What was seen here is repeated on top of what others know, so that all counts add. */
  exchange(theirs: string | null, isInHand: (url: string) => boolean): Exchanged {
    const exchanged = (this.#untold as Untold).exchange(theirs, isInHand, {
      load: (known) => this.#load(known),
      save: () => this.save(),
      needsBrowser: (page) => this.verdictOf(page) === 'browser',
    });
    for (const url of exchanged.again) this.#again.add(url);
    return exchanged;
  }

  /** Whether enough has happened to keep it. */
  get isNews(): boolean {
    return this.#news >= newsKept;
  }

  summary(): EngineSummary {
    const { http, browser, compared, still } = this.#counts;
    // Pages that were read by their scripts alone are told with these.
    const all = [...this.#types, ...[...this.#ofScripts.values()].filter(({ pages }) => pages > 0)];
    const types = all.map(({ address, verdict, pages, compared: samples, why }) => {
      return { address, engine: engineOf(verdict), pages, compared: samples, why };
    });
    types.sort((one, other) => other.pages - one.pages);
    return { http, browser, compared, still, types: types.slice(0, typesTold) };
  }

  save(): string {
    this.#news = 0;
    const saved: Saved = {
      counts: this.#counts,
      types: this.#types.map((type) => type.save()),
      ofScripts: [...this.#ofScripts.values()].map((type) => type.save()),
      structures: this.#skeletons(),
      kinds: this.#kinds.save(),
      acts: this.#acts.save(),
    };
    return JSON.stringify(saved);
  }

  #skeletons(): readonly (readonly string[])[] {
    return Array.from({ length: this.#structures.count }, (_, at) =>
      this.#structures.skeletonsOf(`type${at + 1}`),
    );
  }
}

function engineOf(verdict: EngineVerdict): EngineSummary['types'][number]['engine'] {
  return verdict === 'open' ? 'undecided' : verdict;
}

function said({ address, verdict, why }: EngineType, again: number): string {
  const how = verdict === 'http' ? 'are read without the browser' : 'need the browser';
  const more = again === 0 ? '' : `; ${again} that were only read are opened again`;
  return verdict === 'open'
    ? `pages like ${address} are compared again: scripts answer events on them that are not known yet`
    : `pages like ${address} ${how}: ${why}${more}`;
}
