import { type RtdmTree, rtdmShare, rtdmWithin, treeOf } from '../dom/rtdm.ts';
import type { Capture } from '../model/capture.ts';
import type { DocumentTree } from '../model/document.ts';
import type { SiteStore } from '../model/store.ts';
import { Labels } from './labels.ts';
import { documentOf } from './observe.ts';
import { skeletonOf } from './skeleton.ts';
import { type JudgedType, TypeJudge } from './types.ts';

/** A type with both of the paper's thresholds (§2.3): is it such a page, and has it changed? */
export interface ThresholdType extends JudgedType {
  /** Share of RTDM with text below which an event has only changed the page, not led to another. */
  readonly change: number;
}

/** What a page turned out to be. */
export interface Typed {
  readonly type: string | null;
  /** It is a page of a type on which little has changed: a box was opened, a vote counted. */
  readonly slight: boolean;
  /** The type was recognised by its parts: the page is built otherwise than the samples. */
  readonly moved: boolean;
}

/** What a page is by its structure, and how much of the page that it was made from is another. */
export interface Judged extends Omit<Typed, 'slight'> {
  /** `null` where no event on a page of the same type has led to it. */
  readonly change: number | null;
}

interface Recent {
  /** Address of the document that it is a state of. */
  readonly document: string;
  readonly type: string | null;
  readonly text: RtdmTree;
}

const remembered = 100;

/**
 * Decides of which type the pages of a crawl are. A page that an event has made out of one of the same type is
 * a page of that type only if enough of its text is another: a box that opened does not make a new page.
 */
export class Typer {
  readonly #site: SiteStore;
  readonly #judge: TypeJudge;
  readonly #labels: Labels;
  readonly #change: ReadonlyMap<string, number>;
  readonly #recent = new Map<number, Recent>();

  constructor(site: SiteStore, types: readonly ThresholdType[]) {
    this.#site = site;
    this.#judge = new TypeJudge(types);
    this.#labels = new Labels(types);
    this.#change = new Map(types.map(({ name, change }) => [name, change]));
  }

  async typeOf(number: number, shown: Pick<Capture, 'document'>): Promise<Typed> {
    const { type, moved, change } = await this.judge(number, shown);
    const least = type === null ? 0 : (this.#change.get(type) ?? 0);
    const slight = (change !== null && change < least) || this.#isVariant(number, least);
    if (slight) this.#recent.delete(number);
    return { type: slight ? null : type, slight, moved };
  }

  /** What a page is, before anything is said of whether it has changed enough. */
  async judge(number: number, { document }: Pick<Capture, 'document'>): Promise<Judged> {
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
      const whole = known.text.labels.length + page.text.labels.length;
      if (rtdmWithin(known.text, page.text, least * whole) < least * whole) return true;
    }
    return false;
  }

  async #changeOf(number: number, type: string, document: DocumentTree): Promise<number | null> {
    const entry = (await this.#site.page(number))?.entry;
    const source = entry?.kind === 'action' ? await this.#page(entry.source) : null;
    return source?.type === type ? rtdmShare(source.text, treeOf(document, 'text')) : null;
  }

  async #page(number: number): Promise<Recent | null> {
    const recent = this.#recent.get(number);
    if (recent) return recent;
    const page = await this.#site.page(number);
    const document = page && (await documentOf(this.#site, page));
    if (!document) return null;
    const skeleton = skeletonOf(document);
    return this.#remember(
      number,
      this.#judge.typeOfSkeleton(skeleton).type ?? this.#labels.typeOf(skeleton),
      document,
    );
  }

  #remember(number: number, type: string | null, document: DocumentTree): Recent {
    const recent = { document: document.url.replace(/#.*/s, ''), type, text: treeOf(document, 'text') };
    this.#recent.delete(number);
    this.#recent.set(number, recent);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > remembered && oldest !== undefined) this.#recent.delete(oldest);
    return recent;
  }
}

/** Share of a page that must change, where nothing better is known: more than boxes that open and close. */
export const usualChange = 0.02;

/** Bounds of what is suggested: below are counters, above are other pages. */
const [leastChange, mostChange] = [0.005, 0.15];

/** How much greater the changes of another page must be than those of the same page. */
const clearly = 2;

/**
 * Suggests the share of text that must change for a page to be another one, from how much events have changed pages
 * of a type: in the widest gap between the small changes and the great ones.
 */
export function suggestChange(changes: readonly number[]): number {
  const sorted = [...new Set(changes)].filter((change) => change > 0).sort((one, other) => one - other);
  let widest = clearly;
  let found = usualChange;
  for (const [at, low] of sorted.entries()) {
    const high = sorted[at + 1];
    const middle = Math.sqrt(low * (high ?? 0));
    if (high === undefined || middle < leastChange || middle > mostChange || high / low < widest) continue;
    [widest, found] = [high / low, middle];
  }
  return Math.round(found * 1000) / 1000;
}
