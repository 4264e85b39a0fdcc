import { classOf } from '../../identity/index.ts';
import { type Action, type FireOrder, formEvent, type Transition } from '../../model/index.ts';
import { type Choice, choiceOf } from './states.ts';

/** An event that can be fired on a page. */
export interface MapEdge {
  readonly ord: number;
  readonly target: number;
  readonly order: FireOrder;
  /** Class of its call, `null` for elements of which nothing is known. */
  readonly className: string | null;
  /** Its target is presumed by its instruction: it was never fired here. */
  readonly presumed: boolean;
  /** It was not fired because it is believed to lead back. */
  readonly returns?: true;
  readonly label: string;
  /** Text of its instruction. */
  readonly text: string;
  readonly fingerprint: string;
  readonly choice: Choice;
  readonly action: Action;
}

/** An edge of which it is known where it leads. */
export function fired({ returns: _, ...edge }: MapEdge): MapEdge {
  return { ...edge, presumed: false };
}

/** The event of a transition, unless it leads nowhere, to an address, or to what a form answers. */
export function mapEdges({ ord, target, action, reason }: Transition): MapEdge[] {
  if (target === null || action.instruction.kind === 'url' || action.event === formEvent) return [];
  const { label, instruction } = action;
  return [
    {
      ord,
      target,
      label,
      order: orderOf(action),
      className: classOf(instruction),
      presumed: reason !== 'fired' && reason !== 'queued',
      ...(reason === 'returns' && { returns: true as const }),
      text: instruction.text,
      fingerprint: instruction.fingerprint,
      choice: choiceOf(action),
      action,
    },
  ];
}

function orderOf({ id, xpath, event, value }: Action): FireOrder {
  return { id, xpath, event, ...(value !== undefined && { value }) };
}
