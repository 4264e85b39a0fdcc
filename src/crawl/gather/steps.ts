import type {
  Action,
  Change,
  CrawlEvent,
  Instruction,
  Page,
  PageLink,
  Transition,
} from '../../model/index.ts';
import { frontierPage, type WaitingAddress } from './waiting.ts';

/** A question that was put to a form: where the form stands, and what it was sent with. */
export interface AnswerStep {
  readonly source: Page;
  readonly ord: number;
  readonly action: Action;
  readonly url: string;
}

/** The page of an answer, with the step that leads to it. */
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

/** A link as an action. */
export function actionOf({ id, xpath, text, meta }: PageLink, instruction: Instruction): Action {
  const action = { id, xpath, event: 'click', instruction, label: text };
  return Object.keys(meta).length === 0 ? action : { ...action, meta };
}

/** What is told of a step. */
export function actionEvent({ source, action, reason }: Transition): CrawlEvent {
  const { label, event, instruction } = action;
  return { kind: 'action', source, label, event, reason, instruction: instruction.text };
}
