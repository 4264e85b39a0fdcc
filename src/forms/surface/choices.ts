import {
  type AskedValues,
  type ChoiceNode,
  choiceNode,
  isSeen,
  missingIn,
  narrowerOf,
  valuesKey,
  widerKeys,
} from './choice-node.ts';
import { ChoiceWorth } from './choice-worth.ts';
import type { FormInput } from './inputs.ts';
import type { ListOffers } from './offers.ts';
import { type RangeSpan, spanValues, splitSpan } from './ranges.ts';
import type { OpenChoice } from './within.ts';

/** What came of a combination: how many there are, and the most that an answer shows where there is more. */
interface HeardChoice {
  readonly total: number | null;
  readonly cap: number | null;
  readonly offers?: ListOffers | undefined;
  readonly said?: string | undefined;
}

/** Inputs that are bound at once at most: more tell nothing that three do not. */
const mostBound = 3;
/** Times as many values as whole answers would need: values are never spread evenly. */
const enoughValues = 1.2;
/** Combinations that are thought of at once; beyond, what holds too much is split by one field, not by all. */
const mostNodes = 20_000;
/** AskedValues of a field that are asked before it is said that it changes nothing. */
const trial = 4;
/** Parts of a range where nobody says how many are needed, and at most at once: what is dense is split again. */
const [usualParts, mostParts] = [4, 24];
/** AskedValues without any record, asked before a field is left where nothing else was chosen either. */
const emptyTrial = 12;

/**
 * Combinations of choices, from the widest to the narrowest: where an answer shows less than there is, it is split by
 * further fields, as long as these change the answers. Where answers tell how many there are, all fields are thought of
 * and the combination comes first that should bring most; else one field after the other.
 */
export class ChoiceTree {
  readonly #choices: readonly FormInput[];
  readonly #ignored = new Set<string>();
  /** Fields whose options depend on what else is chosen. */
  readonly #dependent = new Set<string>();
  /** Fields that have shown records although a list came with them. */
  readonly #answering = new Set<string>();
  readonly #nodes = new Map<string, ChoiceNode>();
  readonly #worth: ChoiceWorth;
  readonly #root: ChoiceNode;
  /** Most records that an answer shows. */
  #cap = 10;
  /** A part of a range without an end has found something: such parts are understood. */
  #takesOpen = false;
  /** Some answer held a record. */
  #hasFound = false;

  constructor(inputs: readonly FormInput[]) {
    this.#choices = inputs.filter(({ kind }) => kind === 'choice' || kind === 'range');
    this.#root = this.#node({}, null, '');
    this.#worth = new ChoiceWorth(this.#choices, {
      root: this.#root,
      nodes: this.#nodes,
      isIdle: (node) => this.#isIdle(node),
    });
    // What has to be chosen cannot be left out: then the widest question is one value of it.
    if (this.#choices.some(({ required }) => required)) {
      this.#root.state = 'heard';
      this.#root.isCapped = true;
      this.#split(this.#root);
    }
  }

  get isEmpty(): boolean {
    return this.#choices.length === 0;
  }

  /** Fields that change nothing. */
  get ignored(): ReadonlySet<string> {
    return this.#ignored;
  }

  /** The combination that should be asked next, `null` where none waits. */
  best(cap: number): AskedValues | null {
    return this.#worth.best(this.#waiting(), cap)?.values ?? null;
  }

  *#waiting(): Generator<ChoiceNode> {
    if (this.isEmpty) return;
    for (const node of this.#nodes.values()) if (node.state === 'waiting' && !this.#isIdle(node)) yield node;
  }

  /** Combinations that hold more than was shown, and cannot be split further. */
  get overfull(): readonly AskedValues[] {
    return [...this.#nodes.values()]
      .filter((node) => isStuck(node) && node.parent !== null && !this.#isIdle(node) && missingIn(node) > 0)
      .map(({ values }) => values);
  }

  /** Of these, such as say how many they hold, and leave room for a further field. */
  get open(): readonly OpenChoice[] {
    return [...this.#nodes.values()].flatMap((node) => {
      const { values, total, found } = node;
      const isOpen = isStuck(node) && total !== null && total > found.size;
      return isOpen && Object.keys(values).length < mostBound ? [{ values, total, found }] : [];
    });
  }

  /** Everything that was to be asked was heard. */
  get isDone(): boolean {
    return this.#waiting().next().done === true;
  }

  sent(values: AskedValues): void {
    const node = this.#nodes.get(valuesKey(values));
    if (node !== undefined && node.state === 'waiting') node.state = 'asked';
  }

  /** What an answer held: how many it says that there are, and the most that it shows where there is more. */
  heard(
    values: AskedValues,
    keys: readonly string[],
    { total, cap, offers: all = {}, said = '' }: HeardChoice,
  ): void {
    const offers = this.#offered(values, all);
    const node = this.#nodes.get(valuesKey(values));
    const isFirst = node !== undefined && node.state !== 'heard';
    if (isFirst) this.#worth.heard(node, keys, { total, cap: this.#cap });
    this.found(values, keys);
    if (!isFirst) return;
    const isCapped = cap !== null;
    const hasOffers = Object.keys(offers).length > 0;
    if (hasOffers && keys.length > 0) this.#answering.add(node.by);
    // Where nothing comes until more is chosen, none is no number.
    const isNone = total === 0 && (node.parent === null || (hasOffers && !this.#answering.has(node.by)));
    Object.assign(node, { state: 'heard', total: isNone ? null : total, isCapped, said });
    Object.assign(node, { offers: { ...node.offers, ...offers }, print: keys.toSorted().join('\n') });
    if (cap !== null) this.#cap = cap;
    const span = node.spans[node.by];
    if (span !== undefined && isHalf(span)) {
      if (keys.length > 0) this.#takesOpen = true;
      else if (!this.#takesOpen) this.#close(node, span);
    }
    this.#judge(node);
    // Nothing may also mean that too little was chosen.
    const isEmptyOpen = keys.length === 0 && (node.parent === null || hasOffers);
    // What stands beside a list of which something is always chosen holds for that one choice.
    const isOpen = isEmptyOpen || Object.values(offers).some(({ required }) => required);
    if (isCapped || isOpen) this.#split(node);
    // As long as nothing was found, an answer without records says nothing.
    else if (node.splits.size === 0 && this.#hasFound) this.#finish(node);
  }

  /** Records that a combination holds. */
  found(values: AskedValues, keys: readonly string[]): void {
    for (const key of [valuesKey(values), ...widerKeys(values)])
      for (const one of keys) this.#nodes.get(key)?.found.add(one);
    // A part of a range is within the whole, though it is asked with other values.
    let around = this.#nodes.get(valuesKey(values))?.parent ?? null;
    for (; around !== null; around = around.parent) for (const key of keys) around.found.add(key);
    if (keys.length > 0) this.#hasFound = true;
  }

  /**
   * Lists of fields that depend on what was asked and were not asked for themselves. A value that its list did not have
   * was a guess: the list is that of the rest of the question, which is split by it instead.
   */
  #offered(values: AskedValues, all: ListOffers): ListOffers {
    const known = Object.entries(all).filter(([name]) => this.#choices.some((field) => field.name === name));
    for (const [name, { isNew }] of known) if (isNew) this.#depend(name);
    const own = known.filter(([name]) => this.#dependent.has(name));
    for (const [name, offer] of own) {
      if (!(name in values)) continue;
      const { [name]: _, ...rest } = values;
      const wider = this.#nodes.get(valuesKey(rest));
      if (wider === undefined || name in wider.offers) continue;
      wider.offers = { ...wider.offers, [name]: offer };
      this.#unsplit(wider, name);
      this.#split(wider);
    }
    return Object.fromEntries(own.filter(([name]) => !(name in values)));
  }

  /** The options of a field depend on others: those of the form itself were only guessed to be there beside other choices. */
  #depend(name: string): void {
    if (this.#dependent.has(name)) return;
    this.#dependent.add(name);
    for (const node of [...this.#nodes.values()]) {
      if (node.parent === null || name in node.offers || !node.splits.has(name)) continue;
      this.#unsplit(node, name);
      if (node.isPassed && node.splits.size === 0)
        Object.assign(node, { state: 'waiting', isCapped: false, isPassed: false });
    }
  }

  /** Takes back what a combination was split into by a field, as far as nobody has asked for it. */
  #unsplit(node: ChoiceNode, name: string): void {
    const kids = node.splits.get(name) ?? [];
    const isUntouched = (kid: ChoiceNode): boolean =>
      (kid.state === 'waiting' || kid.isPassed) && narrowerOf(kid).every(isUntouched);
    const taken = kids.filter(isUntouched);
    for (const kid of taken) this.#drop(kid);
    const left = kids.filter((kid) => !taken.includes(kid));
    if (left.length === 0 || name in node.offers) node.splits.delete(name);
    else node.splits.set(name, left);
  }

  #drop(node: ChoiceNode): void {
    for (const kid of narrowerOf(node)) this.#drop(kid);
    this.#nodes.delete(valuesKey(node.values));
  }

  /** What can be chosen of a field beside a combination. */
  #listOf(field: FormInput, { offers, parent }: ChoiceNode): FormInput {
    const offer = offers[field.name];
    if (offer !== undefined)
      return { ...field, values: offer.values, required: field.required || offer.required };
    return this.#dependent.has(field.name) && parent !== null
      ? { ...field, values: [], required: false }
      : field;
  }

  /** Where all parts of a split are done, what was split is done too. */
  #finish(node: ChoiceNode): void {
    node.isDone = true;
    const wider = node.wider.flatMap((key) => this.#nodes.get(key) ?? []);
    for (const around of new Set([...wider, ...(node.parent === null ? [] : [node.parent])]))
      if (!around.isDone && [...around.splits.values()].some((split) => split.every(isSeen)))
        this.#finish(around);
  }

  /** A field whose values all give the same is none that chooses. */
  #judge(node: ChoiceNode): void {
    const { parent, by } = node;
    // A part of a range that is asked once more, with both ends, says nothing of the field.
    if (parent === null || this.#ignored.has(by) || (parent.by === by && !parent.isCapped)) return;
    const split = parent.splits.get(by) ?? [];
    const heard = split.filter(({ state }) => state === 'heard');
    if (heard.length < Math.min(trial, split.length)) return;
    const distinct = new Set(heard.map(({ print }) => print));
    if (distinct.size > 1) return;
    // Its options are others elsewhere; and where nothing came without it, it had to be chosen.
    if (this.#dependent.has(by) && !distinct.has(parent.print)) return;
    // Of a choice that is made to find anything at all, the first few may be without records; all of them are not.
    const isEmpty = (heard[0]?.print ?? '') === '';
    // What nobody could read yet may be records.
    if (isEmpty && new Set(heard.map(({ said }) => said)).size > 1) return;
    const isWithin = parent.isCapped || parent.state !== 'heard';
    if (isEmpty && (isWithin || heard.some(({ offers }) => Object.keys(offers).length > 0))) return;
    if (isEmpty && heard.length < Math.min(emptyTrial, split.length)) return;
    if (isEmpty && heard.some((kid) => narrowerOf(kid).some(({ state }) => state !== 'heard'))) return;
    if (isEmpty && !this.#hasFound && this.#deepen(heard)) return;
    this.#ignored.add(by);
    if (parent.isCapped) this.#split(parent);
  }

  /** Where nothing was found at all, perhaps too little was chosen: says whether more can be. */
  #deepen(nodes: readonly ChoiceNode[]): boolean {
    for (const node of nodes) if (node.splits.size === 0) this.#split(node);
    return nodes.some((node) => narrowerOf(node).some(({ state }) => state === 'waiting'));
  }

  /** Whether nothing more is to be expected below what is around it. */
  #isIdle(node: ChoiceNode): boolean {
    for (const name of Object.keys(node.values)) if (this.#ignored.has(name)) return true;
    if (this.#ignored.has(node.by)) return true;
    if (node.parent !== null && isSeen(node.parent)) return true;
    return node.wider.some((key) => {
      const around = this.#nodes.get(key);
      return around !== undefined && isSeen(around);
    });
  }

  #split(node: ChoiceNode): void {
    const isBound = ({ name, range }: FormInput) =>
      name in node.values || (range !== undefined && range.to in node.values);
    const bound = this.#choices.filter(isBound).length;
    const open = this.#choices
      .filter((field) => !this.#ignored.has(field.name) && (bound < mostBound || isBound(field)))
      .map((field) => this.#listOf(field, node));
    const free = open.filter((field) => field.values.length > 0 && !isBound(field));
    // What has to be chosen comes first; then the field with the fewest values that are enough, else the one with most.
    const wanted = node.total === null ? null : (enoughValues * node.total) / this.#cap;
    const fits = ({ values }: FormInput) =>
      wanted === null ? node.parent !== null : values.length >= wanted;
    const [field] = free.toSorted(
      (one, other) =>
        Number(other.required) - Number(one.required) ||
        Number(fits(other)) - Number(fits(one)) ||
        (fits(one) ? one.values.length - other.values.length : other.values.length - one.values.length),
    );
    // A range is split into as many parts as are needed: that wastes least, unless a choice must be made anyway.
    if (field?.required !== true && this.#splitRange(node, open, Math.ceil(wanted ?? usualParts))) return;
    if (field === undefined) return;
    const isTold = node.total !== null && !this.#choices.some(({ required }) => required);
    this.#bind(node, [field, ...(isTold ? free : [])]);
    if (isTold && node.parent === null) for (const kid of narrowerOf(node)) this.#bind(kid, free);
    this.#bindRequired(node.splits.get(field.name) ?? []);
  }

  /** Combinations with a further value, of the first of some fields and of the others while there is room. */
  #bind(node: ChoiceNode, fields: readonly FormInput[]): void {
    for (const [at, { name, values }] of fields.entries()) {
      const isMany = at > 0 && this.#nodes.size + values.length > mostNodes;
      if (name in node.values || node.splits.has(name) || isMany) continue;
      node.splits.set(
        name,
        values.map((value) => this.#node({ ...node.values, [name]: value }, node, name)),
      );
    }
  }

  /** What has to be chosen is chosen before anything is asked. */
  #bindRequired(kids: readonly ChoiceNode[]): void {
    const lacks = ({ values }: ChoiceNode) =>
      this.#choices.some(
        ({ required, name, values: all }) =>
          required && all.length > 0 && !(name in values) && !this.#dependent.has(name),
      );
    for (const kid of kids)
      if (kid.state === 'waiting' && Object.keys(kid.values).length < mostBound && lacks(kid)) {
        Object.assign(kid, { state: 'heard', isCapped: true, isPassed: true });
        this.#split(kid);
      }
  }

  /** Splits a combination by the first range that can be; says whether there was one. */
  #splitRange(node: ChoiceNode, fields: readonly FormInput[], wanted: number): boolean {
    for (const { name, range } of fields) {
      if (range === undefined) continue;
      const whole = { low: null, high: null };
      const spans = splitSpan(range, node.spans[name] ?? whole, Math.min(wanted, mostParts));
      const parts = spans.map((span) => {
        const { [range.from]: _from, [range.to]: _to, ...rest } = node.values;
        const values = { ...rest, ...spanValues(range, span) };
        return this.#node(values, node, name, { ...node.spans, [name]: span });
      });
      if (parts.length > 0) node.splits.set(name, parts);
      if (spans.length > 0) return true;
    }
    return false;
  }

  /** Asks for a part of a range with both ends: some sites find nothing as long as one is missing. */
  #close(node: ChoiceNode, span: RangeSpan): void {
    const range = this.#choices.find(({ name }) => name === node.by)?.range;
    if (range === undefined) return;
    const whole = { low: span.low ?? range.low, high: span.high ?? range.high };
    const { [range.from]: _from, [range.to]: _to, ...rest } = node.values;
    const spans = { ...node.spans, [node.by]: whole };
    node.splits.set(node.by, [this.#node({ ...rest, ...spanValues(range, whole) }, node, node.by, spans)]);
  }

  #node(values: AskedValues, parent: ChoiceNode | null, by: string, spans = parent?.spans ?? {}): ChoiceNode {
    const key = valuesKey(values);
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const node = choiceNode(values, { parent, by, spans });
    this.#nodes.set(key, node);
    return node;
  }
}

/** Whether a node holds more than was shown, and nothing is narrower. */
function isStuck({ isCapped, splits }: ChoiceNode): boolean {
  return isCapped && splits.size === 0;
}

/** Whether a part of a range has one end. */
function isHalf({ low, high }: RangeSpan): boolean {
  return (low === null) !== (high === null);
}
