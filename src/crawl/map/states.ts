import { classOf, type Lists, listedClass, listsAmong } from '../../identity/index.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import type { Action, Entry, SiteStore } from '../../model/index.ts';

/**
 * What was chosen on the way to a page: for each class of actions the latest one that was fired, by its
 * instruction. A class that means something else under another choice is told apart by it.
 */
export type State = Readonly<Record<string, string>>;

/** An action as what it chooses: a named thing, a step from where one stands, or something that is on or off. */
export interface Choice {
  /** Name of that of which something is chosen: a class, or one of the lists that it serves. */
  readonly className: string | null;
  readonly text: string;
  readonly kind: 'named' | 'step' | 'toggle';
}

const atStart: State = {};

/** By list, the entry that is chosen before anything is, where that is known. */
export type First = (list: string) => string | undefined;

/** The state after an action was fired; what is chosen at the start is not told. */
export function chosen(
  before: State,
  { kind, className, text }: Choice,
  page: number,
  first: First = () => undefined,
): State {
  if (className === null) return before;
  const isOff = kind === 'toggle' ? className in before : kind === 'named' && first(className) === text;
  if (isOff) {
    const { [className]: _, ...rest } = before;
    return className in before ? rest : before;
  }
  // A step ("Next") names no place: the page that it led to does.
  const value = kind === 'step' ? `${text} #${page}` : text;
  return before[className] === value ? before : { ...before, [className]: value };
}

/** The choices of some classes, spelled for a fingerprint. */
export function contextOf(state: State, classes: readonly string[]): string {
  return classes.map((name) => `\n${name}=${state[name] ?? ''}`).join('');
}

/**
 * What is still chosen where a page offers other things than the one before: a choice is gone with the list that it was
 * made in, once all of that list has been replaced (the towns of another country). What was chosen last stays. Without it
 * lists of which each decides on the next showed 12 of 18 texts in one run of five.
 */
export function stillChosen(
  state: State,
  last: string | null,
  before: readonly Choice[],
  after: readonly Choice[],
): State {
  const gone = Object.keys(state).filter((name) => {
    if (name === last) return false;
    const [were, are] = [before, after].map((choices) => offered(choices, name));
    return were && are && were.size > 0 && are.size > 0 && were.isDisjointFrom(are);
  });
  if (gone.length === 0) return state;
  return Object.fromEntries(Object.entries(state).filter(([name]) => !gone.includes(name)));
}

function offered(choices: readonly Choice[], name: string): ReadonlySet<string> {
  return new Set(choices.filter(({ className }) => className === name).map(({ text }) => text));
}

/** The classes of which something else was chosen in one state than in another; `first` is chosen at the start. */
export function differing(here: State, there: State, first: First = () => undefined): readonly string[] {
  const isOther = (name: string) => (here[name] ?? first(name)) !== (there[name] ?? first(name));
  return Object.keys({ ...there, ...here }).filter(isOther);
}

/** Where a tab stood: on a page, or a state between pages, with that fingerprint. */
export interface Stood {
  readonly page: number;
  readonly fingerprint: string;
}

/** An event that was fired where something was chosen, and from where it has led to where. */
export interface Fired {
  readonly choice: Choice;
  readonly state: State;
  from: Stood | null;
  to: Stood | null;
}

/** Actions of which it is remembered where they were fired, and how many places of each. */
const actionsKept = 20_000;
const placesKept = 1000;

/** Times that something is sought: a way to it may be crossed by another tab. */
const timesSought = 3;

/** Remembers the states of pages; those of an earlier run are read from their entries. */
export class States {
  readonly #site: SiteStore;
  readonly #known = new Map<number, State>();
  /** Where actions were fired in this run. */
  readonly #fired = new BoundedMap<string, Fired[]>(actionsKept);

  readonly #sought = new Map<string, number>();

  constructor(site: SiteStore) {
    this.#site = site;
  }

  set(page: number, state: State): void {
    this.#known.set(page, state);
  }

  /** An action was fired on a page of a document, where something was chosen. */
  noteFiring(document: number, page: number, action: Action, choice: Choice, state: State): Fired {
    const firings = this.#fired.getOrMake(firingName(document, page, action), () => []);
    const known = firings.find((firing) => firing.state === state);
    if (known) return known;
    const firing: Fired = { choice, state, from: null, to: null };
    if (firings.length < placesKept) firings.push(firing);
    return firing;
  }

  /** Where an action was fired in this run, the first first. A step is another one on each page. */
  firings(document: number, page: number, action: Action): readonly Fired[] {
    return this.#fired.get(firingName(document, page, action)) ?? [];
  }

  /**
   * The firing after which the same was chosen of some lists as after another choice, by an entry of another of them:
   * what was chosen last differs.
   */
  otherOrder(
    document: number,
    last: string,
    state: State,
    lists: readonly string[],
    first: First,
  ): Fired | null {
    const wanted = contextOf(state, lists);
    for (const list of lists) {
      const text = state[list] ?? first(list);
      if (list === last || text === undefined) continue;
      for (const firing of this.#fired.get(`${document} ${text}`) ?? []) {
        const { choice, state: before, to } = firing;
        if (to === null || choice.className !== list || choice.kind === 'step') continue;
        if (contextOf(chosen(before, choice, to.page, first), lists) === wanted) return firing;
      }
    }
    return null;
  }

  /** Something is sought that a choice may lead to. */
  seek(what: string): void {
    this.#sought.set(what, (this.#sought.get(what) ?? 0) + 1);
  }

  /** It was not found where it should have been: it is not sought again. */
  forgo(what: string): void {
    this.#sought.set(what, timesSought);
  }

  wasSought(what: string): boolean {
    return (this.#sought.get(what) ?? 0) >= timesSought;
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
      chain.unshift({
        page: at,
        choice: action ? choiceOf(action, listsAmong(leaving.map((each) => each.action))) : null,
      });
      at = entry.source;
    }
    for (const { page: number, choice } of chain) {
      if (choice) state = chosen(state, choice, number);
      this.#known.set(number, state);
    }
    return state;
  }
}

/** An action as a choice, of one among those that can be made where it stands. */
export function choiceOf(action: Action, lists: Lists): Choice {
  const { scope, text } = action.instruction;
  const className = listedClass(action, lists);
  const isAlone = action.meta?.toggle !== undefined && className !== classOf(action.instruction);
  return { className, text, kind: isAlone ? 'toggle' : scope === 'page' ? 'step' : 'named' };
}

/** All that can be chosen by some actions of one page. */
export function choicesAmong(actions: readonly Action[]): readonly Choice[] {
  const lists = listsAmong(actions);
  return actions.map((action) => choiceOf(action, lists));
}

function firingName(document: number, page: number, { instruction, event }: Action): string {
  const { scope, text } = instruction;
  return scope === 'page' ? `${page} ${event} ${text}` : `${document} ${text}`;
}
