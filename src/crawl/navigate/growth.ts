import { isStep, normalizeCall, turnsPages } from '../../identity/index.ts';
import type { Action, Candidate, Capture } from '../../model/index.ts';
import type { Shared } from '../loop/shared.ts';
import type { MapEdge } from '../map/edges.ts';
import type { Standing } from './standing.ts';

/** A state that has grown as far as it does, and the actions that were fired after the first. */
export interface Grown {
  readonly capture: Capture;
  readonly again: readonly Action[];
  /** The element that made it grow, and why it is not fired once more. */
  readonly spent: {
    readonly xpath: string;
    readonly event: string;
    readonly reason: 'unchanged' | 'endless';
  } | null;
  /** What the tab shows after the last of them, which gave nothing more; `null` where nothing else is shown. */
  readonly beyond: Capture | null;
}

/**
 * Follows lists that grow (load more, infinite scroll) to their end in one visit: a state that contains all that the
 * one before it showed takes its place, so that a hundred quotes are one page and not ten of growing length.
 */
export class Growth {
  readonly #shared: Shared;
  readonly #at: Standing;
  /** Classes that made a page grow, and did not when they were fired once more. */
  readonly #single = new Set<string>();

  constructor(shared: Shared, at: Standing) {
    this.#shared = shared;
    this.#at = at;
  }

  /** Fires what made a page grow again and again; `null` where it is nothing of that kind. */
  async follow(edge: MapEdge, first: Capture): Promise<Grown | null> {
    const { sameness, chains } = this.#shared;
    const name = edge.className ?? edge.text;
    if (sameness.keepsAll || this.#single.has(name) || !isMore(edge)) return null;
    const before = await sameness.shownThere(this.#at.stood(edge.target));
    if (!before || !sameness.grew(before, first.document, edge.label)) return null;
    const again: Action[] = [];
    let capture = first;
    for (;;) {
      const next = sameAction(edge, capture.candidates);
      if (next === null) return grown(capture, again, null, null);
      if (again.length >= chains.mostGrowth) {
        chains.noteGrowth(name, this.#at.map?.document ?? -1);
        return grown(capture, again, { ...next, reason: 'endless' }, null);
      }
      const outcome = await this.#fire(next, capture.fingerprint);
      if (outcome === null || !sameness.grew(capture.document, outcome.document, edge.label)) {
        if (again.length === 0) this.#single.add(name);
        // It did something else: what that is is for the page itself to find out.
        const isOther = outcome !== null && sameness.adds(capture.document, outcome.document);
        return grown(capture, again, isOther ? null : { ...next, reason: 'unchanged' }, outcome);
      }
      again.push({ ...edge.action, id: next.id, xpath: next.xpath });
      capture = outcome;
    }
  }

  /** What is shown after an event; `null` where that is what was shown before. */
  async #fire({ id, xpath, event, value }: Candidate, shown: string): Promise<Capture | null> {
    const { turn, totals } = this.#shared;
    await turn(this.#at.map?.documentUrl ?? null);
    totals.eventsFired++;
    const order = { id, xpath, event, ...(value !== undefined && { value }) };
    const outcome = await this.#at.fire(order, new Set([shown]));
    return outcome.kind === 'captured' ? outcome.capture : null;
  }
}

function grown(
  capture: Capture,
  again: readonly Action[],
  spent: Grown['spent'],
  beyond: Capture | null,
): Grown | null {
  return again.length === 0 && spent === null && beyond === null ? null : { capture, again, spent, beyond };
}

/** Whether an action says that there is more of the same. */
function isMore({ order, label, text }: MapEdge): boolean {
  if (order.event === 'scroll') return true;
  return (
    (label !== '' && isStep(label)) ||
    turnsPages({ text: label, hints: '', call: text.slice(text.indexOf('(')) })
  );
}

/** Whether an element runs what an instruction names. */
function runsSame({ handler, call }: Candidate, instruction: string): boolean {
  if (handler) return instruction.startsWith(`${handler.place}.`);
  return call === undefined || instruction.endsWith(`:${normalizeCall(call)}`);
}

/** The same action on a state that has grown. */
function sameAction({ order, label, action }: MapEdge, candidates: readonly Candidate[]): Candidate | null {
  const same = candidates.filter(
    (one) =>
      one.event === order.event &&
      (one.text === label || one.event === 'scroll') &&
      one.value === action.value &&
      !one.hidden &&
      // What it has brought up lies over it: a question, not more of the same. Asked twice, it would wait to be asked again.
      !one.spare &&
      runsSame(one, action.instruction.text),
  );
  return same.find(({ xpath }) => xpath === order.xpath) ?? (same.length === 1 ? (same[0] ?? null) : null);
}
