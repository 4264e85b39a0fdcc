import { remembering } from '../../model/bounded-map.ts';
import type { Candidate, Capture } from '../../model/capture.ts';
import type { DocumentTree } from '../../model/document.ts';
import type { EngineSummary } from '../../model/summary.ts';
import { OnlineTypes } from '../../page-types/clusters.ts';
import { EngineType, type EngineVerdict, type PageTraits, type SavedType } from './engine-type.ts';
import { Acts, type ActYield } from './event-results.ts';
import { filledParts } from './filled-parts.ts';
import { addressKind, KindHistory, type SavedKind } from './kind-history.ts';
import { scriptsPrint } from './scripts.ts';
import { missingFrom } from './wholeness.ts';

/** Key of the note in which a site's choice of engines is kept. */
export const engineNote = 'engines';

/** Types that are told in the summary. */
const typesTold = 100;
/** Types beyond which pages go to the nearest of their scripts: templates are dozens, not thousands. */
const maxTypes = 500;

/** Addresses whose kind is kept in memory. */
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

/** Decides which engine opens a page, from what both have shown of pages like it. */
export class EngineChoice {
  readonly acts: Acts;
  readonly #tell: (text: string) => void;
  readonly #types: EngineType[] = [];
  /** What is known of scripts on pages of any structure. */
  readonly #ofScripts = new Map<string, EngineType>();
  readonly #structures = new OnlineTypes();
  readonly #kinds: KindHistory;
  /** Asked of a page several times while it is opened. */
  readonly #kindOf = remembering(kindsKept, addressKind);
  /** The type that was met last at addresses of a kind. */
  readonly #typeOfKind = new Map<string, EngineType>();
  /** Pages and decisions since all this was kept. */
  #news = 0;
  readonly #counts = { http: 0, browser: 0, compared: 0, still: 0 };

  /** Pages that were refused to both engines. */
  refused = 0;

  /** `tell` is told of decisions; `saved` is what an earlier run left. */
  constructor(
    { unsafe, tell }: { readonly unsafe: boolean; readonly tell: (text: string) => void },
    saved: string | null = null,
  ) {
    this.#tell = tell;
    const known = saved === null ? null : (JSON.parse(saved) as Saved);
    this.acts = new Acts(unsafe, known?.acts);
    this.#kinds = new KindHistory(known?.kinds);
    if (!known) return;
    Object.assign(this.#counts, known.counts);
    // In the order in which they came up, so that they get the same names.
    for (const skeletons of known.structures) this.#structures.assignSkeleton(skeletons[0] as string);
    for (const skeleton of known.structures.flat()) this.#structures.assignSkeleton(skeleton);
    this.#types.push(...known.types.map((type) => EngineType.restored(type)));
    for (const type of known.ofScripts ?? []) this.#ofScripts.set(type.scripts, EngineType.restored(type));
  }

  /** Whether pages at addresses like this one need the browser, so that reading them first is of no use. */
  goesStraight(url: string): boolean {
    return this.#kinds.goesStraight(this.#kindOf(url));
  }

  /** The type of a page that has scripts, from its document as it was read. */
  typeOf(url: string, document: DocumentTree, html: string): { type: EngineType; traits: PageTraits } {
    const known: Omit<PageTraits, 'structure'> = {
      address: this.#kindOf(url),
      scripts: scriptsPrint(html, document.base),
      parts: filledParts(document),
    };
    const ofScripts = this.#ofScripts.get(known.scripts);
    // Its structure, which is dear to find, is of no account where its scripts are known to add nothing.
    if (ofScripts?.verdict === 'http' && ofScripts.fits({ ...known, structure: '' }) > 0)
      return { type: ofScripts, traits: { ...known, structure: '' } };
    const traits = { ...known, structure: this.#structures.assign(document) };
    let [found, best]: [EngineType | null, number] = [null, 0];
    for (const type of this.#types) {
      const fit = type.fits(traits);
      if (fit > best) [found, best] = [type, fit];
    }
    return { type: found ?? this.#begin(traits), traits };
  }

  #begin(traits: PageTraits): EngineType {
    const crowded = this.#types.length >= maxTypes;
    const like = crowded ? this.#types.find(({ verdict }) => verdict !== 'http') : undefined;
    if (like) return like;
    const type = new EngineType(traits);
    this.#types.push(type);
    return type;
  }

  /**
   * Takes note of what both engines saw; gives addresses that have to be opened in the browser after all.
   * `readBefore`: pages of the type that had only been read when this one was met.
   */
  compare(
    type: EngineType,
    traits: PageTraits,
    read: Capture,
    shown: Capture,
    readBefore: number,
  ): readonly string[] {
    this.#counts.compared++;
    const missing = missingFrom(read, shown);
    const acts = this.acts.kindsOf(shown);
    const ofScripts = this.#ofScripts.get(traits.scripts) ?? EngineType.ofScripts(traits);
    this.#ofScripts.set(traits.scripts, ofScripts);
    const again = this.#decided(type, () =>
      type.compare(traits, missing, acts, this.acts, readBefore, ofScripts),
    );
    if (type === ofScripts) return again;
    return [...again, ...this.#decided(ofScripts, () => ofScripts.compare(traits, missing, acts, this.acts))];
  }

  /** Takes note of what an event came to; gives addresses that have to be opened in the browser after all. */
  fired(candidate: Candidate, page: string, yieldOf: () => ActYield | null): readonly string[] {
    const kind = this.acts.kindOf(candidate, page);
    // What has led on once is known for good: reading what it shows each time was a tenth of what Node allocates.
    if (kind === null || this.acts.yieldOf(kind) === 'leads') return [];
    const gave = yieldOf();
    if (gave === null || !this.acts.note(kind, gave)) return [];
    return [...this.#types, ...this.#ofScripts.values()].flatMap((type) => [
      ...this.#decided(type, () =>
        type.settle(this.acts, type.readSoFar, this.#ofScripts.get(type.scripts) ?? null),
      ),
    ]);
  }

  #decided(type: EngineType, decide: () => string[]): readonly string[] {
    const before = type.verdict;
    const again = decide();
    if (type.verdict !== before) {
      // That some pages with these scripts need the browser says nothing of the others.
      if (!type.isOfScripts || before === 'http' || type.verdict === 'http')
        this.#tell(said(type, again.length));
      this.#news = Number.POSITIVE_INFINITY;
    }
    return again;
  }

  /** A page was opened for good. */
  count(url: string, engine: 'http' | 'browser', type: EngineType | null): void {
    this.#counts[engine]++;
    this.#news++;
    if (type === null && engine === 'http') this.#counts.still++;
    if (engine === 'http' && type) type.read(url);
    const verdict = type?.verdict ?? 'http';
    if (type) this.#typeOfKind.set(this.#kindOf(url), type);
    if (verdict !== 'open') this.#kinds.note(this.#kindOf(url), verdict === 'browser');
  }

  /** A page was opened in the browser without being read first. */
  countStraight(url: string): void {
    this.#counts.browser++;
    this.#typeOfKind.get(this.#kindOf(url))?.pass();
  }

  /** A page that cannot be read can be opened in the browser. */
  admitted(url: string): void {
    this.refused = 0;
    this.#kinds.note(this.#kindOf(url), true);
  }

  /** Pages that were only read are opened in the browser after all. */
  countAgain(pages: number): void {
    this.#counts.http -= pages;
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
    const structures = Array.from({ length: this.#structures.count }, (_, at) =>
      this.#structures.skeletonsOf(`type${at + 1}`),
    );
    const saved: Saved = {
      counts: this.#counts,
      types: this.#types.map((type) => type.save()),
      ofScripts: [...this.#ofScripts.values()].map((type) => type.save()),
      structures,
      kinds: this.#kinds.save(),
      acts: this.acts.save(),
    };
    return JSON.stringify(saved);
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
