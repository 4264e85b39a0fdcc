import { foundGone, seenAgain } from '../../frontier/revisit/index.ts';
import { classOf } from '../../identity/index.ts';
import type { ArgiopeError, Capture, Page } from '../../model/index.ts';
import type { DocumentMap } from '../map/document-map.ts';
import { type Suspect, visitsOf } from './survey.ts';
import type { RevisitParts } from './visitor.ts';

/** What revisits came to. */
export interface Revisited {
  /** Numbers of pages that show another content. */
  readonly changed: readonly number[];
  /** Pages that are not there any more, and those that are there again. */
  readonly gone: readonly number[];
  readonly back: readonly number[];
  readonly unchanged: number;
  /** Pages that were due and were not seen: the budget was spent, or something went wrong. */
  readonly left: number;
  readonly errors: number;
  /** Requests that asked whether something changed, and those that the server answered with 304. */
  readonly probes: number;
  readonly notModified: number;
  /** Events fired in the browser, and documents opened. */
  readonly events: number;
  readonly opened: number;
}

/** Takes note of what each revisit found, in the store and for the report. */
export class Findings {
  readonly #parts: RevisitParts;
  readonly #now: () => number;
  readonly changedPages: number[] = [];
  readonly gonePages: number[] = [];
  readonly backPages: number[] = [];
  readonly #left = new Set<number>();
  readonly #settled = new Set<number>();
  unchanged = 0;
  errors = 0;
  events = 0;

  constructor(parts: RevisitParts, now: () => number) {
    this.#parts = parts;
    this.#now = now;
  }

  /** Pages that were due and were not seen. */
  get left(): number {
    return this.#left.size;
  }

  /** The moment that is noted. */
  get at(): string {
    return new Date(this.#now()).toISOString();
  }

  /** Whether a page was found changed or gone. */
  isOther(number: number): boolean {
    return this.changedPages.includes(number) || this.gonePages.includes(number);
  }

  /** Whether it is known what became of a page. */
  isSettled({ number }: Page): boolean {
    return this.#settled.has(number);
  }

  fired(): void {
    this.events++;
  }

  /** A page was not seen this time. */
  leave({ number }: Page): void {
    this.#left.add(number);
  }

  trouble({ number }: Page, error: ArgiopeError): void {
    this.errors++;
    const { code, message, url } = error;
    this.#parts.listen({ kind: 'failed', number, code, message, url: url ?? '' });
    if (error.consequence === 'rest' && url) this.#parts.rest(url, error.retryAfter);
  }

  /** A page shows what it showed, though something it is made from is another. */
  async same({ page, inputs }: Suspect): Promise<void> {
    const { site, recorder, exclusive } = this.#parts;
    const { number } = page;
    const visits = seenAgain(await visitsOf(site, page), { at: this.at, changed: false, modified: null });
    const isBack = page.status === 'gone';
    const back = isBack ? { back: [number] } : {};
    await exclusive(() => recorder.note({ visited: [visits], inputs: [{ page: number, inputs }], ...back }));
    this.#settled.add(number);
    if (isBack) this.backPages.push(number);
    else this.unchanged++;
  }

  /** A page shows something else; `step` is the one that led to it. */
  async changed(
    { page, inputs }: Suspect,
    shown: Capture,
    map: DocumentMap,
    step: { readonly source: number; readonly ord: number } | null,
  ): Promise<void> {
    const { site, gate, states, recorder, exclusive, fetchAssets, listen, admit } = this.#parts;
    const capture = await admit(shown);
    const { number, entry } = page;
    const state = await states.of(number);
    const documentUrl = map.documentUrl ?? capture.documentUrl;
    const judged = await gate.judge({ ...capture, documentUrl }, number, page.depth, state);
    await fetchAssets(capture);
    const sighting = { at: this.at, changed: true, modified: capture.lastModified };
    const visits = seenAgain(await visitsOf(site, page), sighting);
    const isLost = step && entry.kind === 'action' && map.edge(entry.source, entry.ord) === null;
    const transitions = await exclusive(() =>
      recorder.renew({ page, capture, judged, visits, inputs, entry: isLost ? step : null }),
    );
    const { fingerprint, document } = capture;
    const parent = entry.kind === 'action' ? (step?.source ?? entry.source) : null;
    const by = step && map.edge(step.source, step.ord);
    const origin = (by && classOf(by.action.instruction)) || '';
    map.add(number, { fingerprint, address: document.url, parent, origin, state }, transitions);
    this.#settled.add(number);
    if (page.status === 'gone') this.backPages.push(number);
    else this.changedPages.push(number);
    listen({ kind: 'changed', number, title: document.title, address: document.url });
  }

  /** A page is not there any more. */
  async gone(page: Page): Promise<void> {
    const { site, recorder, exclusive, listen } = this.#parts;
    const visits = foundGone(await visitsOf(site, page), this.at);
    await exclusive(() => recorder.note({ visited: [visits], gone: [page.number] }));
    this.#settled.add(page.number);
    if (page.status === 'gone') return;
    this.gonePages.push(page.number);
    listen({ kind: 'gone', number: page.number, address: page.content?.address ?? '' });
  }
}
