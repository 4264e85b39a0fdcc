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
      /** Which of several elements of that label it is on its page, from 2 on; absent for the first. */
      readonly nth?: number;
    };

const longest = 10_000;
const remembered = 5_000;
/** Pages whose actions are kept at hand: the source of a page is most often one of the latest before it. */
const sourcesKept = 256;

/** Finds out how pages are reached: from a URL page through actions. */
export class EntryPaths {
  readonly #site: SiteStore;
  /** Paths of pages that were sources lately; most pages have a source in common with the one before. */
  readonly #paths = new Map<number, readonly EntryStep[]>();
  readonly #leaving = new Map<number, readonly Lead[]>();

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
      const action = await this.#action(entry.source, entry.ord);
      if (action === null) return [];
      steps.push(stepOf(action));
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

  async #page(number: number): Promise<Page | null> {
    return this.#site.page(number);
  }

  /** Takes the transitions that leave a page from whoever has read them anyway. */
  note(source: number, transitions: readonly Lead[]): void {
    this.#leaving.set(source, transitions);
    const [oldest] = this.#leaving.keys();
    if (this.#leaving.size > sourcesKept && oldest !== undefined) this.#leaving.delete(oldest);
  }

  async #action(source: number, ord: number): Promise<Lead['action'] | null> {
    let leaving = this.#leaving.get(source);
    if (!leaving) {
      leaving = await this.#site.transitions(source);
      this.note(source, leaving);
    }
    const at = leaving[ord];
    return (at?.ord === ord ? at : leaving.find((transition) => transition.ord === ord))?.action ?? null;
  }

  #remember(number: number, path: readonly EntryStep[]): void {
    if (this.#paths.size >= remembered) this.#paths.clear();
    this.#paths.set(number, path);
  }
}

function stepOf(action: Lead['action']): EntryStep {
  return {
    fire: action.event,
    id: action.id,
    xpath: action.xpath,
    ...(action.value !== undefined && { value: action.value }),
    instruction: action.instruction.text,
    label: action.label,
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
