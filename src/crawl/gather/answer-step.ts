import type { Action, Change, Page } from '../../model/index.ts';
import { frontierPage, type WaitingAddress } from './waiting.ts';

/** A question that was put to a form: where the form stands, and what it was sent with. */
export interface AnswerStep {
  readonly source: Page;
  readonly ord: number;
  readonly action: Action;
  readonly url: string;
}

/** What an answer adds beside its page: where it was asked. */
export function answerChange(item: WaitingAddress, { source, ord, action }: AnswerStep): Change {
  const { number } = item;
  const page: Page = {
    ...frontierPage(item),
    entry: { kind: 'action', source: source.number, ord },
    document: source.document,
  };
  return {
    queued: [page],
    transitions: [{ source: source.number, ord, action, target: number, reason: 'fired' }],
    instructions: [{ fingerprint: action.instruction.fingerprint, number }],
  };
}
