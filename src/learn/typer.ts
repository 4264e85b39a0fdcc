import { contentUnits } from '../dom/units.ts';
import { readDocument } from '../html/stored.ts';
import { withoutFragment } from '../model/address.ts';
import { BoundedMap } from '../model/bounded-map.ts';
import type { Capture } from '../model/capture.ts';
import type { DocumentTree } from '../model/document.ts';
import type { SiteStore } from '../model/store.ts';
import { type JudgedType, TypeJudge } from '../page-types/judge.ts';
import { Labels } from '../page-types/labels.ts';
import { skeletonOf } from '../page-types/skeleton.ts';
import { keptAs } from './observe.ts';

/** A type with both of the paper's thresholds (§2.3): is it such a page, and has it changed? */
export interface ThresholdType extends JudgedType {
  /** Units of content (`dom/units`) that come and go, below which an event has only changed the page. */
  readonly change: number;
}

/** How a state differs from the page that it was made from, in units of content. */
export interface UnitChange {
  /** Units that the page shows. */
  readonly of: number;
  readonly came: number;
  readonly went: number;
}

/** What a page turned out to be. */
export interface Typed {
  readonly type: string | null;
  /** It is a page of a type on which little has changed: a box was opened, a vote counted. */
  readonly slight: boolean;
  /** The type was recognised by its parts: the page is built otherwise than the samples. */
  readonly moved: boolean;
}

/** What a page is by its structure, and how it differs from the page that it was made from. */
export interface JudgedState extends Omit<Typed, 'slight'> {
  /** `null` where no event on a page of the same type has led to it. */
  readonly change: UnitChange | null;
}

interface Recent {
  /** Address of the document that it is a state of. */
  readonly document: string;
  readonly type: string | null;
  readonly units: ReadonlySet<string>;
}

/** Pages whose types are kept, for the pages that events make of them. */
const remembered = 100;

/**
 * Decides the type of each page of a crawl. A page that an event has made out of one of the same type is a page
 * of that type only if it shows enough that is new: a box that opened does not make a new page.
 */
export class Typer {
  readonly #site: SiteStore;
  readonly #judge: TypeJudge;
  readonly #labels: Labels;
  readonly #change: ReadonlyMap<string, number>;
  readonly #recent = new BoundedMap<number, Recent>(remembered);

  constructor(site: SiteStore, types: readonly ThresholdType[]) {
    this.#site = site;
    this.#judge = new TypeJudge(types);
    this.#labels = new Labels(types);
    this.#change = new Map(types.map(({ name, change }) => [name, change]));
  }

  async typeOf(number: number, shown: Pick<Capture, 'document'>): Promise<Typed> {
    const { type, moved, change } = await this.judge(number, shown);
    const least = type === null ? 0 : (this.#change.get(type) ?? 0);
    const slight = (change !== null && isSlight(change, least)) || this.#isVariant(number, least);
    if (slight) this.#recent.delete(number);
    return { type: slight ? null : type, slight, moved };
  }

  /** What a page is, before anything is said of whether it has changed enough. */
  async judge(number: number, { document }: Pick<Capture, 'document'>): Promise<JudgedState> {
    const skeleton = skeletonOf(document);
    const near = this.#judge.typeOfSkeleton(skeleton).type;
    const type = near ?? this.#labels.typeOf(skeleton);
    const change = type === null ? null : await this.#changeOf(number, type, document);
    this.#remember(number, type, document);
    return { type, moved: near === null && type !== null, change };
  }

  /** Whether a page is another one of its document with little that is new, wherever the event was fired. */
  #isVariant(number: number, least: number): boolean {
    const page = this.#recent.get(number);
    if (!page || least === 0) return false;
    for (const [other, known] of this.#recent) {
      if (other === number || known.type !== page.type || known.document !== page.document) continue;
      if (isSlight(changeOf(known.units, page.units), least)) return true;
    }
    return false;
  }

  async #changeOf(number: number, type: string, document: DocumentTree): Promise<UnitChange | null> {
    const entry = (await this.#site.page(number))?.entry;
    // A state between pages is another name of the page that it shows.
    const source = entry?.kind === 'action' ? await this.#page(await keptAs(this.#site, entry.source)) : null;
    return source?.type === type ? changeOf(source.units, unitsOf(document)) : null;
  }

  async #page(number: number): Promise<Recent | null> {
    const recent = this.#recent.get(number);
    if (recent) return recent;
    const page = await this.#site.page(number);
    const document = page && (await readDocument(this.#site, page.content));
    if (!document) return null;
    const skeleton = skeletonOf(document);
    return this.#remember(
      number,
      this.#judge.typeOfSkeleton(skeleton).type ?? this.#labels.typeOf(skeleton),
      document,
    );
  }

  #remember(number: number, type: string | null, document: DocumentTree): Recent {
    const recent = { document: withoutFragment(document.url), type, units: unitsOf(document) };
    this.#recent.set(number, recent);
    return recent;
  }
}

/** Share of its content that must change on a small page, where that is less than the threshold. */
const much = 1 / 4;

/** Whether an event has only changed a page: it brought up nothing, or little and little of the page. */
export function isSlight({ of, came, went }: UnitChange, least: number): boolean {
  return least > 0 && (came === 0 || came + went < Math.min(least, of * much));
}

function changeOf(before: ReadonlySet<string>, after: ReadonlySet<string>): UnitChange {
  return { of: before.size, came: after.difference(before).size, went: before.difference(after).size };
}

/** Units of a document with their numbers: whether a number tells anything is asked where a page is kept. */
function unitsOf(document: DocumentTree): ReadonlySet<string> {
  const { units, numbered } = contentUnits(document, null);
  const words = new Set([...numbered.keys()].map((text) => `text ${text}`));
  const figures = [...numbered.values()].flatMap((texts) => [...texts]);
  return new Set([...units.difference(words), ...figures.map((text) => `text ${text}`)]);
}

/** Units that must come and go where nothing is known: boxes of the news site have 1 to 4, turned pages 36 to 63. */
export const usualChange = 6;

/** Units up to which a change may be one of the page itself, however great the others are. */
const mostSlight = 16;

/** How much greater the changes of another page must be than those of the same page. */
const clearly = 2;

/**
 * Suggests how many units must come and go for a page to be another one, from what events have done to pages of
 * a type: in the widest gap between the small changes and the great ones. Without a gap all are of one kind: pages,
 * where content took the place of other content.
 */
export function suggestChange(changes: readonly UnitChange[]): number {
  const telling = changes.filter(({ came }) => came > 0);
  const sizes = [...new Set(telling.map(({ came, went }) => came + went))].sort((one, other) => one - other);
  let widest = clearly;
  let found = telling.some(({ went }) => went > 0) ? 1 : usualChange;
  for (const [at, low] of sizes.entries()) {
    const high = sizes[at + 1];
    if (high === undefined || low > mostSlight || high / low < widest) continue;
    [widest, found] = [high / low, Math.ceil(Math.sqrt(low * high))];
  }
  return found;
}
