import { classOf } from '../../identity/index.ts';
import type { Action, Entry, SiteStore } from '../../model/index.ts';

/**
 * What was chosen on the way to a page: for each class of actions the latest one that was fired, by its
 * instruction. A class that means something else under another choice is told apart by it.
 */
export type State = Readonly<Record<string, string>>;

/** An action as what it chooses: a named thing, or a step from where one stands. */
export interface Choice {
  readonly className: string | null;
  readonly text: string;
  readonly kind: 'named' | 'step';
}

const atStart: State = {};

/** The state after an action was fired. */
export function chosen(before: State, { kind, className, text }: Choice, page: number): State {
  if (className === null) return before;
  // A step ("Next") names no place: the page that it led to does.
  const value = kind === 'step' ? `#${page}` : text;
  return before[className] === value ? before : { ...before, [className]: value };
}

/** The choices of some classes, spelled for a fingerprint. */
export function contextOf(state: State, classes: readonly string[]): string {
  return classes.map((name) => `\n${name}=${state[name] ?? ''}`).join('');
}

/** Remembers the states of pages; those of an earlier run are read from their entries. */
export class States {
  readonly #site: SiteStore;
  readonly #known = new Map<number, State>();

  constructor(site: SiteStore) {
    this.#site = site;
  }

  set(page: number, state: State): void {
    this.#known.set(page, state);
  }

  /** How many things of a class were chosen on the ways to the pages that are remembered. */
  choicesOf(className: string): number {
    const seen = new Set<string | undefined>();
    for (const state of this.#known.values()) seen.add(state[className]);
    seen.delete(undefined);
    return seen.size;
  }

  async of(page: number): Promise<State> {
    const chain: { readonly page: number; readonly choice: Choice | null }[] = [];
    let at: number | null = page;
    let state = atStart;
    // Entries lead to older pages; the bound is for a store that was tampered with.
    for (let left = 10_000; at !== null && left > 0; left--) {
      const known = this.#known.get(at);
      if (known) {
        state = known;
        break;
      }
      const entry: Entry | undefined = at < 0 ? undefined : (await this.#site.page(at))?.entry;
      if (entry?.kind !== 'action') break;
      const leaving = await this.#site.transitions(entry.source);
      const action = leaving.find(({ ord }) => ord === entry.ord)?.action;
      chain.unshift({ page: at, choice: action ? choiceOf(action) : null });
      at = entry.source;
    }
    for (const { page: number, choice } of chain) {
      if (choice) state = chosen(state, choice, number);
      this.#known.set(number, state);
    }
    return state;
  }
}

/** An action as a choice. */
export function choiceOf({ instruction }: Pick<Action, 'instruction'>): Choice {
  const { scope, text } = instruction;
  return { className: classOf(instruction), text, kind: scope === 'page' ? 'step' : 'named' };
}
