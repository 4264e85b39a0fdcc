import { formEvent, type Transition } from '../../model/index.ts';
import type { Judged } from '../discover/gate.ts';

/** The actions of a page, by what they have in common with those that it had before. */
export interface Matched {
  /** Actions that it had, as they are now; targets and reasons stay. */
  readonly kept: readonly Transition[];
  /** Actions that it did not have. */
  readonly found: readonly Judged[];
  /** Actions that it has no more. */
  readonly lost: readonly Transition[];
}

/**
 * Matches the actions of a page with those that it had: the same instruction by the same event, at the same
 * place where several have it. What was refused or failed is judged anew.
 */
export function matchActions(before: readonly Transition[], now: readonly Judged[]): Matched {
  const waiting = Map.groupBy(before.filter(isSettled), keyOf);
  const taken = new Set<Transition>();
  const found: Judged[] = [];
  const kept = now.flatMap((judged): Transition[] => {
    const alike = judged.refused === null ? (waiting.get(keyOf(judged)) ?? []) : [];
    const open = alike.filter((transition) => !taken.has(transition));
    const match = open.find(({ action }) => action.xpath === judged.action.xpath) ?? open[0];
    if (!match) {
      found.push(judged);
      return [];
    }
    taken.add(match);
    return [{ ...match, action: judged.action }];
  });
  // What a form was asked is no action of the page as it stands: it stays as long as the page does.
  const asked = before.filter(({ action }) => action.event === formEvent);
  const lost = before.filter((transition) => !taken.has(transition) && !asked.includes(transition));
  return { kept: [...kept, ...asked], found, lost };
}

function isSettled({ reason }: Transition): boolean {
  return reason !== 'failed' && reason !== 'offsite' && reason !== 'robots' && reason !== 'excluded';
}

function keyOf({ action }: Pick<Transition, 'action'>): string {
  const { event, value = '', instruction } = action;
  // By its text: the fingerprint of what depends on its page changes with the page.
  return [event, value, instruction.kind, instruction.scope, instruction.text].join(' ');
}
