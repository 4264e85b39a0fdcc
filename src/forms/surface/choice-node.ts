import type { ListOffers } from './offers.ts';
import type { RangeSpan } from './ranges.ts';

/** AskedValues that a form is asked with, by field. */
export type AskedValues = Readonly<Record<string, string>>;

/** A combination of choices: asked, and split further where it holds more than an answer shows. */
export interface ChoiceNode {
  readonly values: AskedValues;
  /** Keys of the combinations of some of its values. */
  readonly wider: readonly string[];
  readonly parent: ChoiceNode | null;
  /** Field that this node was split by from its parent. */
  readonly by: string;
  readonly found: Set<string>;
  /** Parts of ranges that it is bound to, by their first fields. */
  readonly spans: Readonly<Record<string, RangeSpan>>;
  /** Narrower combinations by the field that they bind further: those of one field hold together all that it holds. */
  readonly splits: Map<string, ChoiceNode[]>;
  state: 'waiting' | 'asked' | 'heard';
  total: number | null;
  isCapped: boolean;
  /** All that it holds was seen: by its own answer, or by those of a split. */
  isDone: boolean;
  /** It is split without having been asked, since more has to be chosen. */
  isPassed: boolean;
  /** Lists that came with it, of fields whose options depend on it. */
  offers: ListOffers;
  print: string;
  /** Print of what its answer says, where no record was recognised. */
  said: string;
}

/** A combination that nobody has asked for yet. */
export function choiceNode(
  values: AskedValues,
  { parent, by, spans }: Pick<ChoiceNode, 'parent' | 'by' | 'spans'>,
): ChoiceNode {
  return {
    values,
    wider: widerKeys(values),
    parent,
    by,
    found: new Set(),
    spans,
    splits: new Map(),
    state: 'waiting',
    total: null,
    isCapped: false,
    isDone: false,
    isPassed: false,
    offers: {},
    print: '',
    said: '',
  };
}

/** AskedValues in one spelling. */
export function valuesKey(values: AskedValues): string {
  return Object.entries(values)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

/** Keys of the combinations of some of the values, not all. */
export function widerKeys(values: AskedValues): readonly string[] {
  const entries = Object.entries(values);
  return Array.from({ length: 2 ** entries.length - 1 }, (_, mask) =>
    valuesKey(Object.fromEntries(entries.filter((_entry, at) => mask & (1 << at)))),
  );
}

/** Narrower combinations of all fields. */
export function narrowerOf({ splits }: ChoiceNode): readonly ChoiceNode[] {
  return [...splits.values()].flat();
}

/** Records of a node that were not seen yet, as far as its answer told. */
export function missingIn({ total, found }: ChoiceNode): number {
  return total === null ? Number.POSITIVE_INFINITY : Math.max(0, total - found.size);
}

/** Whether all that a node holds was seen. */
export function isSeen(node: ChoiceNode): boolean {
  return node.isDone || missingIn(node) === 0;
}
