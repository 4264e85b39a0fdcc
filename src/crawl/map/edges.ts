import { classOf, type Lists } from '../../identity/index.ts';
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
  /** It is not known to lead anywhere, and is no way: `target` is the page itself. */
  readonly idle?: true;
  readonly label: string;
  /** Text of its instruction. */
  readonly text: string;
  readonly fingerprint: string;
  readonly choice: Choice;
  readonly action: Action;
}

/** An edge of which it is known where it leads. */
export function fired({ returns: _, idle: __, ...edge }: MapEdge): MapEdge {
  return { ...edge, presumed: false };
}

/** The event of a transition, unless it is not to be fired, leads to an address, or to what a form answers. */
export function mapEdges(
  { source, ord, target, action, reason }: Transition,
  lists: Lists = new Map(),
): MapEdge[] {
  if (action.instruction.kind === 'url' || action.event === formEvent) return [];
  if (target === null && !isIdle(reason)) return [];
  const { label, instruction } = action;
  return [
    {
      ord,
      target: target ?? source,
      ...(target === null && { idle: true as const }),
      label,
      order: orderOf(action),
      className: classOf(instruction),
      presumed: reason !== 'fired' && reason !== 'queued',
      ...(reason === 'returns' && { returns: true as const }),
      text: instruction.text,
      fingerprint: instruction.fingerprint,
      choice: choiceOf(action, lists),
      action,
    },
  ];
}

function orderOf({ id, xpath, event, value }: Action): FireOrder {
  return { id, xpath, event, ...(value !== undefined && { value }) };
}

/** Whether an event did nothing, or nothing new, on the page where it was fired, or is presumed to. */
function isIdle(reason: Transition['reason']): boolean {
  return reason === 'unchanged' || reason === 'same' || reason === 'shown';
}

/**
 * The event of a state that is what an event of a page is: the one that stands in the same place, or the only one of its
 * name, wherever its element stands there. `null` where the state has none.
 */
export function sameEvent({ order, text, action }: MapEdge, edges: readonly MapEdge[]): MapEdge | null {
  const same = edges.filter(
    (edge) => edge.text === text && edge.order.event === order.event && edge.order.value === order.value,
  );
  const there = same.find((edge) => isAt(edge.order, order));
  if (there) return there;
  return action.instruction.scope !== 'page' && same.length === 1 ? (same[0] ?? null) : null;
}

/**
 * Whether an event of one page can be fired on a state that has these. Where the page has the element of the event, the
 * state may have another row, or another entry; what it is not known to have is tried.
 */
export function isOffered(wanted: MapEdge, edges: readonly MapEdge[]): boolean {
  return sameEvent(wanted, edges) !== null || !edges.some(({ order }) => isAt(order, wanted.order));
}

/** Whether two events are fired on what stands in one place. */
function isAt(one: FireOrder, other: FireOrder): boolean {
  return one.xpath === other.xpath && one.event === other.event && one.value === other.value;
}
