import { normalizeUrl } from '../frontier/normalize.ts';
import { urlInstruction } from '../identity/index.ts';
import { BoundedMap } from '../model/bounded-map.ts';
import type { Lead, Page } from '../model/page.ts';
import type { SiteStore } from '../model/store.ts';

/** One step on the way to a page: open an address, or fire an event on an element. */
export type EntryStep =
  | { readonly open: string }
  | {
      readonly fire: string;
      readonly id: string | null;
      readonly xpath: string;
      /** What is chosen, typed or pressed. */
      readonly value?: string;
      readonly instruction: string;
      readonly label: string;
      /** Its place among the elements of its page with that label, from 2 on; absent for the first. */
      readonly nth?: number;
      /** Present where it shows another address without a load. */
      readonly route?: true;
    };

/** Steps after which a way is given up: one that runs in a circle would have no end. */
const longest = 10_000;
/** Pages whose ways and labels are kept in memory; the others are read again. */
const remembered = 5_000;
/** Pages whose actions are kept at hand: the source of a page is most often one of the latest before it. */
const sourcesKept = 256;

/** Finds out how pages are reached: from a URL page through actions. */
export class EntryPaths {
  readonly #site: SiteStore;
  /** Paths of pages that were sources lately; most pages have a source in common with the one before. */
  readonly #paths = new BoundedMap<number, readonly EntryStep[]>(remembered);
  readonly #leaving = new BoundedMap<number, readonly Lead[]>(sourcesKept);
  /** Addresses that sources showed when they were captured. */
  readonly #shown = new BoundedMap<number, string | null>(remembered);
  /** Pages by the routes that they have. */
  readonly #routes = new Map<string, number>();

  constructor(site: SiteStore) {
    this.#site = site;
  }

  /** Steps from the nearest URL page to a page; empty where they cannot be told. */
  async of(page: Page): Promise<readonly EntryStep[]> {
    const steps: EntryStep[] = [];
    let at: Page | null = page;
    const passed: { readonly number: number; readonly after: number }[] = [];
    let start: readonly EntryStep[] = [];
    for (let i = 0; i < longest && at !== null; i++) {
      const { entry }: Page = at;
      if (entry.kind === 'url') {
        start = [{ open: entry.url }];
        break;
      }
      const step = await this.#step(entry.source, entry.ord);
      if (step === null) return [];
      steps.push(step);
      const known = this.#paths.get(entry.source);
      if (known) {
        start = known;
        break;
      }
      passed.push({ number: entry.source, after: steps.length });
      at = await this.#page(entry.source);
    }
    if (start.length === 0) return [];
    const whole = [...start, ...steps.reverse()];
    for (const { number, after } of passed) this.#remember(number, whole.slice(0, whole.length - after));
    return whole;
  }

  /**
   * The address that opens a page: its own, or that of a route, which an event has brought up and no other page
   * is known by; of several pages that show it, the one that was asked for first has it. `null` for a page that
   * shows the address of the one it was reached from.
   */
  async addressOf({ number, entry, content }: Page): Promise<string | null> {
    if (entry.kind === 'url') return entry.url;
    const shown = content?.address ?? '';
    if (!/^https?:/i.test(shown) || shown === (await this.#shownBy(entry.source))) return null;
    const url = normalizeUrl(shown);
    if (url === null) return null;
    const { fingerprint } = urlInstruction(url);
    const known = (await this.#site.numbersOf([fingerprint])).get(fingerprint);
    const other = known === undefined || known === number ? null : await this.#page(known);
    // A link of the page to itself ("Skip to content") has a number too, and shows nothing.
    const isNone = !other || other.status === 'queued' || other.status === 'unchanged';
    if (!isNone && other.mergedInto !== number) return null;
    const owner = this.#routes.get(url) ?? number;
    this.#routes.set(url, owner);
    return owner === number ? shown : null;
  }

  async #shownBy(source: number): Promise<string | null> {
    let shown = this.#shown.get(source);
    if (shown === undefined) {
      shown = (await this.#page(source))?.content?.address ?? null;
      this.#shown.set(source, shown);
    }
    return shown;
  }

  async #page(number: number): Promise<Page | null> {
    return this.#site.page(number);
  }

  /** Takes the transitions that leave a page from whoever has read them anyway. */
  note(source: number, transitions: readonly Lead[]): void {
    this.#leaving.set(source, transitions);
  }

  async #step(source: number, ord: number): Promise<EntryStep | null> {
    let leaving = this.#leaving.get(source);
    if (!leaving) {
      leaving = await this.#site.transitions(source);
      this.note(source, leaving);
    }
    const at = leaving[ord];
    const lead = at?.ord === ord ? at : leaving.find((transition) => transition.ord === ord);
    return lead ? stepOf(lead, nthOf(lead, leaving)) : null;
  }

  #remember(number: number, path: readonly EntryStep[]): void {
    this.#paths.set(number, path);
  }
}

/** Which of the actions of one label an action is, those that do the same counted once. */
function nthOf({ ord, action }: Lead, leaving: readonly Lead[]): number {
  const before = new Set<string>();
  for (const lead of leaving)
    if (lead.ord < ord && lead.action.label === action.label && lead.action.event === action.event)
      before.add(lead.action.instruction.fingerprint);
  before.delete(action.instruction.fingerprint);
  return before.size + 1;
}

function stepOf({ action }: Lead, nth: number): EntryStep {
  return {
    fire: action.event,
    id: action.id,
    xpath: action.xpath,
    ...(action.value !== undefined && { value: action.value }),
    instruction: action.instruction.text,
    label: action.label,
    ...(nth > 1 && { nth }),
    ...(action.instruction.kind === 'route' && { route: true }),
  };
}

/** An entry path on one line, for people. */
export function entryText(path: readonly EntryStep[]): string {
  return path
    .map((step) =>
      'open' in step
        ? step.open
        : `${step.fire}${step.value === undefined ? '' : `=${JSON.stringify(step.value)}`} ${step.xpath} [${step.instruction}]`,
    )
    .join(' → ');
}
