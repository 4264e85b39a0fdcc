import { isStep, nameOfList } from '../../identity/index.ts';
import { protocolOf } from '../../model/index.ts';
import { firingOf, likesOf } from '../loop/arrivals.ts';
import type { Shared } from '../loop/shared.ts';
import type { DocumentMap } from '../map/document-map.ts';
import type { MapEdge } from '../map/edges.ts';
import { type Choice, chosen, contextOf, differing, type Fired, type State } from '../map/states.ts';

/** A presumption that is tested where a tab stands, or a choice that is made for what depends on it. */
export interface Due {
  readonly edge: MapEdge;
  /** Class of the edge, by its list. */
  readonly list: string;
  /** What was chosen otherwise where it had been fired, of that which it is not known to depend on. */
  readonly differing: readonly string[];
  /** What is believed to lead back, where that is tested. */
  readonly belief: string | null;
  /** It is likely enough to be wrong to be tested before anything else is done. */
  readonly telling: boolean;
  /** What is to be had where it leads. */
  readonly seeks?: string;
}

/** What was chosen where an action was fired, and what it led to, where that is known. */
type Place = Pick<Fired, 'state' | 'to'>;

/** What is to be tested on a page of a document, where something is chosen. */
export class Dues {
  readonly #shared: Shared;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  /** A test that can be made on a page, or else a choice after which one can be made. */
  next(map: DocumentMap, page: number, state: State, origin: string): Due | null {
    if (!this.areDue(map)) return null;
    return this.#test(map, page, state, origin) ?? this.#choice(map, page, state);
  }

  /** Whether what is presumed in a document is tested at all. */
  areDue(map: DocumentMap): boolean {
    return this.#shared.guidance.wants(null) && !isBoard(map);
  }

  /** Whether another test of a list is as likely to find something as what is fired at all. */
  #isWorth({ document }: DocumentMap, list: string, edge?: MapEdge): boolean {
    const { yields, least } = this.#shared;
    return yields.testChance(document, list, edge && likesOf(edge)) >= least;
  }

  #test(map: DocumentMap, page: number, state: State, origin: string): Due | null {
    const { audits, returns, isOpen } = this.#shared;
    let [first, most] = [null as Due | null, 0];
    const edges = map.edgesOf(page);
    for (const edge of edges) {
      const { className } = edge;
      const list = edge.choice.className;
      if (className === null || list === null || !this.#isWorth(map, list, edge)) continue;
      const firing = firingOf(edge, className, origin);
      const belief = edge.returns ? returns.owed(firing) : null;
      const due = { edge, list, differing: [], belief, telling: false };
      if (belief !== null) first ??= due;
      if (edge.returns) continue;
      const target = map.leadsTo(edge);
      if (!edge.idle && isOpen(target, map.document)) continue;
      const place = this.firedBefore(map, page, edge, state);
      if (place === null) return { ...due, telling: true };
      // Another tab finds it out at the moment; and what is chosen already is taken back, or does nothing.
      if (audits.testing.has(list) || isChosen(edge, edges, state)) continue;
      // What calls itself a step, and is presumed to name a place by its values, may lead on from where it has led.
      const step = className === origin && edge.label !== '' && isStep(edge.label);
      if (!edge.idle && target === page && !step) continue;
      const others = this.others(map, edge, state, place.state);
      const untold = audits.untold(testedAs(edge, list), others);
      // What does nothing on one page may lead there from others, as the others of its class do.
      const leads = edge.idle && others.length > 0 && !audits.isIdleTested(className);
      if (leads && edges.some((other) => other.className === className && !other.idle))
        first ??= { ...due, differing: others };
      if (untold.length === 0) continue;
      const telling = audits.isTelling(list, untold) || step;
      if (telling && !returns.isIdle(firing)) return { ...due, differing: others, telling };
      if (untold.length > most) [first, most] = [{ ...due, differing: others }, untold.length];
    }
    return first;
  }

  /** What was chosen otherwise in one place than in another, of that which a class is not known to depend on. */
  others(map: DocumentMap, { choice }: MapEdge, here: State, there: State): readonly string[] {
    const known = this.#shared.audits.dependsOn(choice.className ?? '');
    // By which step of its class a page was reached tells nothing of a step from there.
    const isKnown = (name: string) =>
      known.includes(name) || (choice.kind === 'step' && name === choice.className);
    return differing(here, there, (name) => map.firstOf(name)).filter((each) => !isKnown(each));
  }

  /** Where an action was fired under the same choices of what it depends on, and led to what; `null`: it never was. */
  firedBefore(map: DocumentMap, page: number, edge: MapEdge, state: State): Place | null {
    const { action, choice, target } = edge;
    const { states, audits } = this.#shared;
    const known = audits.dependsOn(choice.className ?? '');
    const context = contextOf(state, known);
    const places = states.firings(map.document, map.meaningOf(page) ?? page, action);
    if (places.length > 0) {
      const same = places.find((place) => contextOf(place.state, known) === context);
      return same ?? (this.otherOrder(map, edge.choice, state, true) ? { state, to: null } : null);
    }
    // It is presumed to do what was fired on another page, or was fired in an earlier run.
    const parent = edge.idle ? map.document : map.parentOf(target);
    const place = (parent === null ? null : map.stateOf(parent)) ?? state;
    return contextOf(place, known) === context ? { state: place, to: null } : null;
  }

  /**
   * What has led to the page of a choice by another one of the lists that depend on each other, where that is believed
   * (`believed`) or is to be compared.
   */
  otherOrder(map: DocumentMap, choice: Choice, state: State, believed: boolean): Fired | null {
    const { audits, states } = this.#shared;
    const list = choice.className ?? '';
    const all = [list, ...audits.dependsOn(list)].toSorted();
    const isMutual = (name: string) =>
      name === list ||
      new Set([name, ...audits.dependsOn(name)]).symmetricDifference(new Set(all)).size === 0;
    if (all.length < 2 || choice.kind === 'step' || !all.every(isMutual)) return null;
    if (new Set(all).size < all.length || (believed && !audits.isOrderless(all))) return null;
    const first = (name: string) => map.firstOf(name);
    return states.otherOrder(map.document, list, chosen(state, choice, map.document, first), all, first);
  }

  /**
   * A choice on a page under which something was never fired that depends on it, there or where the choice leads.
   * Each is sought once. Without it two lists showed 16 of 23 texts, and a toolbar beside a table 6 of 12.
   */
  #choice(map: DocumentMap, page: number, state: State): Due | null {
    const { audits, isOpen } = this.#shared;
    for (const edge of map.edgesOf(page)) {
      const { choice, target } = edge;
      const list = choice.className;
      if (list === null || (!edge.idle && isOpen(target, map.document))) continue;
      if (!audits.dependents(list).some((each) => this.#isWorth(map, each))) continue;
      const landing = edge.idle ? page : map.leadsTo(edge);
      const next = chosen(state, choice, landing, (name) => map.firstOf(name));
      const seeks = this.#untried(map, landing, list, next);
      if (seeks !== null) return { edge, list, differing: [], belief: null, telling: false, seeks };
    }
    return null;
  }

  /** Something on a page that depends on a choice and was never fired under those that are made. */
  #untried(map: DocumentMap, page: number, choice: string, state: State): string | null {
    const { audits, states } = this.#shared;
    for (const { choice: own, action, text } of map.edgesOf(page)) {
      const known = own.className === null ? [] : audits.dependsOn(own.className);
      if (own.className === null || !known.includes(choice) || !this.#isWorth(map, own.className)) continue;
      const context = contextOf(state, known);
      const places = states.firings(map.document, map.meaningOf(page) ?? page, action);
      if (places.some((place) => contextOf(place.state, known) === context)) continue;
      if (this.otherOrder(map, own, state, true)) continue;
      const seeks = `${map.document} ${text}${context}`;
      if (places.length > 0 && !states.wasSought(seeks)) return seeks;
    }
    return null;
  }
}

/**
 * Name under which tests of a list are counted: that something does nothing where it has done something before says
 * little of what it does elsewhere.
 */
export function testedAs({ idle }: MapEdge, list: string): string {
  return idle ? nameOfList(list, 'idle') : list;
}

/** Whether a document is a board: what a key does there depends on the screen alone. */
function isBoard({ documentUrl }: DocumentMap): boolean {
  return documentUrl !== null && protocolOf(documentUrl) === 'bbs';
}

/** Whether an entry of a list is the one that is chosen of it. */
function isChosen({ choice }: MapEdge, edges: readonly MapEdge[], state: State): boolean {
  const isOther = ({ className, text }: Choice) => className === choice.className && text !== choice.text;
  return state[choice.className ?? ''] === choice.text && edges.some((edge) => isOther(edge.choice));
}
