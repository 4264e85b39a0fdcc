import { choiceName, classOf } from '../../identity/index.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import type { Action, Entry, SiteStore } from '../../model/index.ts';

/**
 * What was chosen on the way to a page: for each class of actions the latest one that was fired, by its
 * instruction. A class that means something else under another choice is told apart by it.
 */
export type State = Readonly<Record<string, string>>;

/** An action as what it chooses: a named thing, or a step from where one stands. */
export interface Choice {
  /** Name of that of which something is chosen: a class, or one of the lists that it serves. */
  readonly className: string | null;
  readonly text: string;
  readonly kind: 'named' | 'step';
}

const atStart: State = {};

/** The state after an action was fired. */
export function chosen(before: State, { kind, className, text }: Choice, page: number): State {
  if (className === null) return before;
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
 * made in, once all of that list has been replaced (the towns of another country). What was chosen last stays.
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
export function differing(
  here: State,
  there: State,
  first: (name: string) => string | undefined = () => undefined,
): readonly string[] {
  const isOther = (name: string) => (here[name] ?? first(name)) !== (there[name] ?? first(name));
  return Object.keys({ ...there, ...here }).filter(isOther);
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
  /** What was chosen where actions were fired in this run. */
  readonly #fired = new BoundedMap<string, State[]>(actionsKept);

  readonly #sought = new Map<string, number>();

  constructor(site: SiteStore) {
    this.#site = site;
  }

  set(page: number, state: State): void {
    this.#known.set(page, state);
  }

  /** An action was fired on a page of a document, where something was chosen. */
  noteFiring(document: number, page: number, action: Action, state: State): void {
    const places = this.#fired.getOrMake(firingName(document, page, action), () => []);
    if (places.length < placesKept && !places.includes(state)) places.push(state);
  }

  /** What was chosen where an action was fired in this run, the first first. A step is another one on each page. */
  firings(document: number, page: number, action: Action): readonly State[] {
    return this.#fired.get(firingName(document, page, action)) ?? [];
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
        choice: action ? choiceOf(action, listsServed(leaving.map((each) => each.action))) : null,
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
export function choiceOf({ instruction, xpath }: Action, lists: Lists): Choice {
  const { scope, text } = instruction;
  const name = classOf(instruction);
  const className = name === null ? null : choiceName(name, lists.get(name)?.get(xpath));
  return { className, text, kind: scope === 'page' ? 'step' : 'named' };
}

/** All that can be chosen by some actions of one page. */
export function choicesAmong(actions: readonly Action[]): readonly Choice[] {
  const lists = listsServed(actions);
  return actions.map((action) => choiceOf(action, lists));
}

/** By class and path, the list in which an element stands, where one handler serves several lists. */
export type Lists = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * The lists in which the elements of a class stand. One handler may serve several lists, of which something is chosen
 * each. Elements of one list differ in one position; those of a select are one element.
 */
export function listsServed(actions: Iterable<Action>): Lists {
  const paths = new Map<string, Map<string, number>>();
  for (const { instruction, xpath } of actions) {
    const name = classOf(instruction);
    if (name === null || instruction.scope === 'page') continue;
    const own = paths.get(name) ?? new Map<string, number>();
    paths.set(name, own.set(xpath, (own.get(xpath) ?? 0) + 1));
  }
  const lists = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, own] of paths) {
    const found = own.size < 2 ? new Map<string, string>() : listed(own);
    if (!areNested([...new Set(found.values())])) lists.set(name, found);
  }
  return lists;
}

/** The list of each path: the deepest level at which there are others. */
function listed(paths: ReadonlyMap<string, number>): ReadonlyMap<string, string> {
  const levels = new Map([...paths.keys()].map((path) => [path, patternsOf(path)]));
  const members = new Map<string, number>();
  for (const pattern of [...levels.values()].flat()) members.set(pattern, (members.get(pattern) ?? 0) + 1);
  const found = new Map<string, string>();
  for (const [path, patterns] of levels) {
    const list = (paths.get(path) ?? 0) > 1 ? path : patterns.find((each) => (members.get(each) ?? 0) > 1);
    if (list !== undefined) found.set(path, list);
  }
  return found;
}

/** Whether lists stand within entries of each other: branches of a tree, of which something is open, not chosen. */
function areNested(lists: readonly string[]): boolean {
  const containers = lists.map((list) => list.replace(/\[\*\].*$/s, '['));
  return containers.some((one) => containers.some((other) => other !== one && other.startsWith(one)));
}

/** A path with one of its positions left open, the deepest first. */
function patternsOf(path: string): readonly string[] {
  return [...path.matchAll(/\[\d+\]/g)]
    .map(({ 0: position, index }) => `${path.slice(0, index)}[*]${path.slice(index + position.length)}`)
    .reverse();
}

function firingName(document: number, page: number, { instruction, event }: Action): string {
  const { scope, text } = instruction;
  return `${scope === 'page' ? page : document} ${event} ${text}`;
}
