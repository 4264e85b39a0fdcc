import type { Action, Change, Transition } from '../../model/index.ts';
import type { Numbers } from '../discover/numbers.ts';

/**
 * The way to a state that is not kept, or to a page behind it: a step from a kept page, and the actions
 * that were fired on the states in between, each with the page that shows what was new there.
 */
export interface Passage {
  readonly source: number;
  readonly ord: number;
  readonly through: readonly { readonly of: number; readonly action: Action }[];
}

/** The passage that goes on from a state with an action; `of` is the page that shows what is new there. */
export function prolonged(passage: Passage, of: number, action: Action): Passage {
  return { ...passage, through: [...passage.through, { of, action }] };
}

/** What has to be stored so that the entry of a page leads through states that are not kept. */
export interface PassageChange {
  readonly queued: NonNullable<Change['queued']>;
  readonly merged: NonNullable<Change['merged']>;
  readonly transitions: readonly Transition[];
  readonly entry: { readonly source: number; readonly ord: number };
}

/**
 * Numbers the states in between: each is another name of the page that shows what was new in it, and has
 * an entry of its own, so that the path to the page behind them can be walked from a fresh load.
 */
export function numberPassage(
  { source, ord, through }: Passage,
  page: { readonly number: number; readonly document: number; readonly depth: number },
  numbers: Numbers,
): PassageChange {
  const states: { readonly number: number; readonly of: number; readonly action: Action }[] = [];
  const queued: NonNullable<Change['queued']>[number][] = [];
  let entry = { source, ord };
  for (const { of, action } of through) {
    const { document, depth } = page;
    const state = numbers.state(action, entry.ord, { source: entry.source, document, depth }).page;
    queued.push(state);
    states.push({ number: state.number, of, action });
    entry = { source: state.number, ord: 0 };
  }
  const transitions = states.map(({ number, action }, at): Transition => {
    const target = states[at + 1]?.number ?? page.number;
    return { source: number, ord: 0, action, target, reason: 'fired' };
  });
  return { queued, merged: states.map(({ number, of }) => ({ number, into: of })), transitions, entry };
}
