import type { Capture } from '../../model/capture.ts';
import type { FireOrder } from '../../model/driver.ts';
import type { ActionLook, Guide, Look, ReachStep } from '../../model/guide.ts';
import type { SiteStore } from '../../model/store.ts';
import { keptAs } from '../observe.ts';
import type { Sample } from '../samples.ts';
import type { Types } from './learning.ts';

/** How far along the way to a sample a page is. */
interface Progress {
  readonly sample: number;
  /** Steps that were taken. */
  readonly steps: number;
}

/** What training did: on which pages everything was fired. */
export interface TrainedPages {
  /** Numbers of the pages that the samples turned out to be. */
  readonly samples: readonly { readonly sample: number; readonly page: number }[];
  /** Further pages, with their types. */
  readonly further: readonly FurtherPage[];
  /** States on which only what came up with them was fired. */
  readonly behind: readonly BehindPage[];
}

/** A page that is no sample, and on which everything was fired. */
export interface FurtherPage {
  readonly type: string;
  readonly page: number;
  /** Page in whose document it lives. */
  readonly document: number;
}

/** A state of a sample's document, with the places of elements that first came up in it. */
export interface BehindPage {
  readonly page: number;
  /** Page in whose document it lives. */
  readonly document: number;
  readonly places: readonly string[];
}

/** Elements of one place that are fired where they came up: a pattern needs no more, and menus have hundreds. */
const perPlace = 3;

/**
 * Fires everything on the samples, and on a further page of each sample's document and of each type that they lead
 * to, and nothing elsewhere (valid-pages paper, algorithm 1). The further pages show what the same elements do from
 * another page. What an event brings up on a sample is fired too, a few of each place: more may be behind it.
 */
export class TrainingGuide implements Guide {
  readonly classes = [];
  readonly #site: SiteStore;
  readonly #samples: readonly Sample[];
  readonly #types: Types;
  /** Addresses as the crawl spells them. */
  readonly #spell: (url: string) => string;
  readonly #pages: Gathered;

  constructor(parts: {
    site: SiteStore;
    samples: readonly Sample[];
    types: Types;
    spell: (url: string) => string;
    saved: string | null;
  }) {
    this.#site = parts.site;
    this.#samples = parts.samples;
    this.#types = parts.types;
    this.#spell = parts.spell;
    this.#pages = parts.saved ? pagesOf(parts.saved) : { samples: [], further: [], behind: [] };
  }

  prepare(reach: (steps: readonly ReachStep[]) => Promise<Capture>): Promise<void> {
    return this.#types.prepare(reach);
  }

  async look(number: number, capture: Capture): Promise<Look> {
    const { type } = await this.#types.typeOf(number, capture);
    const progress = await this.#progress(number);
    const reached = progress.filter(({ sample, steps }) => steps === this.#samples[sample]?.steps.length);
    for (const { sample } of reached)
      if (!this.#pages.samples.some((known) => known.page === number && known.sample === sample))
        this.#pages.samples.push({ sample, page: number });
    if (reached.length > 0 || (progress.length === 0 && (await this.#isFurther(number, type, capture))))
      return { type, actions: capture.candidates.map(() => ({ fire: true, kind: null })) };
    const behind = progress.length === 0 ? await this.#behind(number, capture) : null;
    if (behind) return { type, actions: behind.map((fire) => ({ fire, kind: null })) };
    const next = progress.flatMap(({ sample, steps }) => this.#samples[sample]?.steps[steps] ?? []);
    return { type, actions: capture.candidates.map((candidate) => towards(candidate, next)) };
  }

  /** How far along the ways to samples a page is: by its address, or by the step that led to it. */
  async #progress(number: number): Promise<readonly Progress[]> {
    const entry = (await this.#site.page(number))?.entry;
    if (!entry) return [];
    if (entry.kind === 'url') {
      return this.#samples.flatMap(({ steps }, sample) => {
        const [first] = steps;
        return first && 'open' in first && this.#spell(first.open) === entry.url
          ? [{ sample, steps: 1 }]
          : [];
      });
    }
    const before = await this.#progress(entry.source);
    if (before.length === 0) return [];
    const action = (await this.#site.transitions(entry.source)).find(({ ord }) => ord === entry.ord)?.action;
    return before.flatMap(({ sample, steps }) => {
      const step = this.#samples[sample]?.steps[steps];
      return action && step && 'fire' in step && isSame(action, step.fire)
        ? [{ sample, steps: steps + 1 }]
        : [];
    });
  }

  /** Whether everything is fired on this page too, though it is no sample. */
  async #isFurther(number: number, type: string | null, capture: Capture): Promise<boolean> {
    if (this.#pages.further.some(({ page }) => page === number)) return true;
    if (type === null) return false;
    const document = (await this.#site.page(number))?.document ?? number;
    const own = document === number ? 'type' : 'document';
    const met = { type, page: number, document };
    if (
      this.#pages.further.some(
        (known) => known.type === type && (own === 'type' || known.document === document),
      )
    )
      return false;
    // One that is known already is no further page.
    if ((await this.#site.numberOfContent(capture.fingerprint)) !== null) return false;
    this.#pages.further.push(met);
    return true;
  }

  /** Which of the elements to fire that an event on a sample, or on such a state, has brought up; `null` elsewhere. */
  async #behind(number: number, { candidates, fingerprint }: Capture): Promise<readonly boolean[] | null> {
    const page = await this.#site.page(number);
    if (page?.entry.kind !== 'action') return null;
    const source = await keptAs(this.#site, page.entry.source);
    const { samples, behind } = this.#pages;
    if (![...samples, ...behind].some((known) => known.page === source)) return null;
    let places = behind.find((known) => known.page === number)?.places;
    if (!places) {
      if ((await this.#site.numberOfContent(fingerprint)) !== null) return null;
      const before = (await this.#site.transitions(source)).map(({ action }) => placeOf(action));
      const met = behind.filter(({ document }) => document === page.document).flatMap((each) => each.places);
      const fresh = new Set(candidates.map(placeOf)).difference(new Set([...before, ...met]));
      places = [...fresh];
      if (fresh.size > 0) behind.push({ page: number, document: page.document, places });
    }
    const left = new Map(places.map((place) => [place, perPlace]));
    return candidates.map((candidate) => {
      const place = placeOf(candidate);
      const more = left.get(place) ?? 0;
      left.set(place, more - 1);
      return more > 0;
    });
  }

  promise(): number | null {
    return null;
  }

  isBarren(): boolean {
    return false;
  }

  isUndecided(): boolean {
    return false;
  }

  wants(): boolean {
    return true;
  }

  gave(): void {}

  remarks(): ReturnType<Guide['remarks']> {
    return [];
  }

  /** On which pages everything was fired. */
  get pages(): TrainedPages {
    return this.#pages;
  }

  save(): string {
    return JSON.stringify({ ...this.#pages, types: this.#types.save() });
  }
}

/** What is gathered while the training goes on. */
interface Gathered {
  readonly samples: { sample: number; page: number }[];
  readonly further: FurtherPage[];
  readonly behind: BehindPage[];
}

function pagesOf(saved: string): Gathered {
  const { samples, further, behind } = JSON.parse(saved) as TrainedPages;
  return { samples: [...samples], further: [...further], behind: [...behind] };
}

/** Where an element stands, wherever in its lists, and what is fired on it. */
function placeOf({ event, xpath }: FireOrder): string {
  return `${event} ${xpath.replace(/\[\d+\]/g, '')}`;
}

function towards(candidate: FireOrder, next: readonly ReachStep[]): ActionLook {
  const fire = next.some((step) => 'fire' in step && isSame(candidate, step.fire));
  return { fire, kind: null };
}

function isSame(one: FireOrder, other: FireOrder): boolean {
  const same = one.xpath === other.xpath || (one.id !== null && one.id === other.id);
  return same && one.event === other.event && (other.value === undefined || one.value === other.value);
}
