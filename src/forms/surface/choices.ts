import type { FormInput } from './inputs.ts';
import { type RangeSpan, spanValues, splitSpan } from './ranges.ts';
import type { OpenChoice } from './within.ts';

/** AskedValues that a form is asked with, by field. */
export type AskedValues = Readonly<Record<string, string>>;

/** A combination of choices: asked, and split further where it holds more than an answer shows. */
interface Node {
  readonly values: AskedValues;
  readonly parent: Node | null;
  /** Field that this node was split by from its parent. */
  readonly by: string;
  readonly found: Set<string>;
  /** Parts of ranges that it is bound to, by their first fields. */
  readonly spans: Readonly<Record<string, RangeSpan>>;
  state: 'waiting' | 'asked' | 'heard';
  total: number | null;
  isCapped: boolean;
  kids: Node[];
  /** Options that came with it, of lists that have none of their own. */
  offers: Readonly<Record<string, readonly string[]>>;
  print: string;
}

/** What came of a combination: how many there are, and the most that an answer shows where there is more. */
interface HeardChoice {
  readonly total: number | null;
  readonly cap: number | null;
  readonly offers?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Inputs that are bound at once at most: more tell nothing that three do not. */
const mostBound = 3;
/** Times as many values as whole answers would need: values are never spread evenly. */
const enoughValues = 1.2;
/** AskedValues of a field that are asked before it is said that it changes nothing. */
const trial = 4;
/** Parts of a range where nobody says how many are needed, and at most at once: what is dense is split again. */
const [usualParts, mostParts] = [4, 24];
/** AskedValues without any record, asked before a field is left where nothing else was chosen either. */
const emptyTrial = 12;

/**
 * Choices from the widest to the narrowest: where an answer shows less than there is, it is split by a further field,
 * as long as that changes the answers.
 */
export class ChoiceTree {
  readonly #choices: readonly FormInput[];
  readonly #ignored = new Set<string>();
  readonly #nodes = new Map<string, Node>();
  readonly root: Node;
  /** Most records that an answer shows. */
  #cap = 10;
  /** A part of a range without an end has found something: such parts are understood. */
  #takesOpen = false;
  /** Some answer held a record. */
  #hasFound = false;

  constructor(inputs: readonly FormInput[]) {
    this.#choices = inputs.filter(({ kind }) => kind === 'choice' || kind === 'range');
    this.root = this.#node({}, null, '');
    // What has to be chosen cannot be left out: then the widest question is one value of it.
    if (this.#choices.some(({ required }) => required)) {
      this.root.state = 'heard';
      this.root.isCapped = true;
      this.#split(this.root);
    }
  }

  get isEmpty(): boolean {
    return this.#choices.length === 0;
  }

  /** Fields that change nothing. */
  get ignored(): ReadonlySet<string> {
    return this.#ignored;
  }

  /** Combinations that wait, with how many new records each should bring. */
  *waiting(cap: number): Generator<{ readonly values: AskedValues; readonly worth: number }> {
    if (this.isEmpty) return;
    for (const node of this.#nodes.values())
      if (node.state === 'waiting' && !this.#isIdle(node))
        yield { values: node.values, worth: worthOf(node, cap) };
  }

  /** Combinations that hold more than was shown, and cannot be split further. */
  get overfull(): readonly AskedValues[] {
    return [...this.#nodes.values()]
      .filter((node) => node.isCapped && node.kids.length === 0 && node.parent !== null && missing(node) > 0)
      .map(({ values }) => values);
  }

  /** Of these, such as say how many they hold, and leave room for a further field. */
  get open(): readonly OpenChoice[] {
    return [...this.#nodes.values()].flatMap(({ values, total, found, isCapped, kids }) =>
      isCapped &&
      kids.length === 0 &&
      total !== null &&
      total > found.size &&
      Object.keys(values).length < mostBound
        ? [{ values, total, found }]
        : [],
    );
  }

  /** Everything that was to be asked was heard. */
  get isDone(): boolean {
    return [...this.waiting(1)].length === 0;
  }

  sent(values: AskedValues): void {
    const node = this.#nodes.get(valuesKey(values));
    if (node !== undefined && node.state === 'waiting') node.state = 'asked';
  }

  /** What an answer held: how many it says that there are, and the most that it shows where there is more. */
  heard(values: AskedValues, keys: readonly string[], { total, cap, offers = {} }: HeardChoice): void {
    const node = this.#nodes.get(valuesKey(values));
    for (const one of this.#nodes.values())
      if (isWithin(values, one.values)) for (const key of keys) one.found.add(key);
    // A part of a range is within the whole, though it is asked with other values.
    for (let around = node?.parent ?? null; around !== null; around = around.parent)
      for (const key of keys) around.found.add(key);
    if (keys.length > 0) this.#hasFound = true;
    if (node === undefined || node.state === 'heard') return;
    const isCapped = cap !== null;
    Object.assign(node, { state: 'heard', total, isCapped, offers, print: keys.toSorted().join('\n') });
    if (cap !== null) this.#cap = cap;
    const span = node.spans[node.by];
    if (span !== undefined && isHalf(span)) {
      if (keys.length > 0) this.#takesOpen = true;
      else if (!this.#takesOpen) this.#close(node, span);
    }
    this.#judge(node);
    // Nothing may also mean that too little was chosen.
    const isOpen = keys.length === 0 && (node.parent === null || Object.keys(offers).length > 0);
    if (isCapped || isOpen) this.#split(node);
  }

  /** A field whose values all give the same is none that chooses. */
  #judge(node: Node): void {
    const { parent, by } = node;
    // A part of a range that is asked once more, with both ends, says nothing of the field.
    if (parent === null || this.#ignored.has(by) || (parent.by === by && !parent.isCapped)) return;
    const heard = parent.kids.filter((kid) => kid.by === by && kid.state === 'heard');
    if (heard.length < Math.min(trial, parent.kids.length)) return;
    const distinct = new Set(heard.map(({ print }) => print));
    if (distinct.size > 1) return;
    // Of a choice that is made to find anything at all, the first few may be without records; all of them are not.
    const isEmpty = (heard[0]?.print ?? '') === '';
    if (isEmpty && (parent.isCapped || heard.some(({ offers }) => Object.keys(offers).length > 0))) return;
    if (isEmpty && heard.length < Math.min(emptyTrial, parent.kids.length)) return;
    if (isEmpty && heard.some(({ kids }) => kids.some(({ state }) => state !== 'heard'))) return;
    if (isEmpty && !this.#hasFound && this.#deepen(heard)) return;
    this.#ignored.add(by);
    if (parent.isCapped) this.#split(parent);
  }

  /** Where nothing was found at all, perhaps too little was chosen: says whether more can be. */
  #deepen(nodes: readonly Node[]): boolean {
    for (const node of nodes) if (node.kids.length === 0) this.#split(node);
    return nodes.some(({ kids }) => kids.some(({ state }) => state === 'waiting'));
  }

  /** Whether nothing more is to be expected below what is around it. */
  #isIdle(node: Node): boolean {
    if (this.#ignored.has(node.by)) return true;
    return node.parent !== null && missing(node.parent) === 0;
  }

  #split(node: Node): void {
    const isBound = ({ name, range }: FormInput) =>
      name in node.values || (range !== undefined && range.to in node.values);
    const bound = this.#choices.filter(isBound).length;
    const open = this.#choices
      .filter((field) => !this.#ignored.has(field.name) && (bound < mostBound || isBound(field)))
      .map((field) => ({ ...field, values: node.offers[field.name] ?? field.values }));
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
    for (const value of field.values)
      node.kids.push(this.#node({ ...node.values, [field.name]: value }, node, field.name));
    this.#bindRequired(node.kids);
  }

  /** What has to be chosen is chosen before anything is asked. */
  #bindRequired(kids: readonly Node[]): void {
    const lacks = ({ values }: Node) =>
      this.#choices.some(
        ({ required, name, values: all }) => required && all.length > 0 && !(name in values),
      );
    for (const kid of kids)
      if (kid.state === 'waiting' && Object.keys(kid.values).length < mostBound && lacks(kid)) {
        kid.state = 'heard';
        kid.isCapped = true;
        this.#split(kid);
      }
  }

  /** Splits a combination by the first range that can be; says whether there was one. */
  #splitRange(node: Node, fields: readonly FormInput[], wanted: number): boolean {
    for (const { name, range } of fields) {
      if (range === undefined) continue;
      const whole = { low: null, high: null };
      const spans = splitSpan(range, node.spans[name] ?? whole, Math.min(wanted, mostParts));
      for (const span of spans) {
        const { [range.from]: _from, [range.to]: _to, ...rest } = node.values;
        const values = { ...rest, ...spanValues(range, span) };
        node.kids.push(this.#node(values, node, name, { ...node.spans, [name]: span }));
      }
      if (spans.length > 0) return true;
    }
    return false;
  }

  /** Asks for a part of a range with both ends: some sites find nothing as long as one is missing. */
  #close(node: Node, span: RangeSpan): void {
    const range = this.#choices.find(({ name }) => name === node.by)?.range;
    if (range === undefined) return;
    const whole = { low: span.low ?? range.low, high: span.high ?? range.high };
    const { [range.from]: _from, [range.to]: _to, ...rest } = node.values;
    const spans = { ...node.spans, [node.by]: whole };
    node.kids.push(this.#node({ ...rest, ...spanValues(range, whole) }, node, node.by, spans));
  }

  #node(values: AskedValues, parent: Node | null, by: string, spans = parent?.spans ?? {}): Node {
    const key = valuesKey(values);
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const node: Node = {
      values,
      parent,
      by,
      found: new Set(),
      spans,
      state: 'waiting',
      total: null,
      isCapped: false,
      kids: [],
      offers: {},
      print: '',
    };
    this.#nodes.set(key, node);
    return node;
  }
}

/** Whether a part of a range has one end. */
function isHalf({ low, high }: RangeSpan): boolean {
  return (low === null) !== (high === null);
}

/** AskedValues in one spelling. */
export function valuesKey(values: AskedValues): string {
  return Object.entries(values)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

function isWithin(values: AskedValues, wider: AskedValues): boolean {
  return Object.entries(wider).every(([name, value]) => values[name] === value);
}

/** Records of a node that were not seen yet, as far as its answer told. */
function missing({ total, found }: Node): number {
  return total === null ? Number.POSITIVE_INFINITY : Math.max(0, total - found.size);
}

/** Records that a combination should bring: its share of what its parent misses. */
function worthOf({ parent }: Node, cap: number): number {
  if (parent === null) return cap;
  const left = parent.kids.filter(({ state }) => state === 'waiting').length;
  const open = missing(parent);
  if (Number.isFinite(open)) return Math.min(cap, open / Math.max(1, left));
  const heard = parent.kids.filter(({ state }) => state === 'heard');
  if (heard.length < trial) return cap;
  return heard.reduce((sum, kid) => sum + kid.found.size, 0) / heard.length;
}
