import type { DocumentTree, ElementNode, TreeNode } from '../../model/document.ts';
import { addTo } from '../../model/multimap.ts';
import { formatStep } from './format.ts';
import type { Pattern, PatternStep } from './model.ts';

/** Told of an element and the patterns (by their place in the list) that match it. */
export type MatchVisitor = (xpath: string, node: ElementNode, patterns: readonly number[]) => void;

/**
 * A step of one or more patterns that begin alike. A walk holds two lists of them: those that the kids of the
 * element in hand may fulfil, and those that anything further down may.
 */
interface State {
  readonly step: PatternStep;
  /** Patterns that end here. */
  readonly ends: number[];
  readonly kids: State[];
  readonly below: State[];
  /** The two above by how they are written. */
  readonly known: Map<string, State>;
  /** Whether it is in the second list already. */
  waiting: boolean;
}

/** XPaths of all elements that a pattern matches, in document order. */
export function matchPattern(pattern: Pattern, document: DocumentTree): Set<string> {
  return matchPatterns([pattern], document)[0] as Set<string>;
}

/** XPaths of all elements that each pattern matches, found in one walk over the document. */
export function matchPatterns(patterns: readonly Pattern[], document: DocumentTree): Set<string>[] {
  const found = patterns.map(() => new Set<string>());
  visitMatches(patterns, document, (xpath, _node, matched) => {
    for (const at of matched) found[at]?.add(xpath);
  });
  return found;
}

/** Walks a document once and tells of every element that any of the patterns matches. */
export function visitMatches(
  patterns: readonly Pattern[],
  document: DocumentTree,
  visit: MatchVisitor,
): void {
  const top = stateOf(null);
  for (const [at, { steps }] of patterns.entries()) lay(top, steps, at);
  new Walk(top.below, visit).document(document, top.kids);
}

function stateOf(step: PatternStep | null): State {
  return { step: step as PatternStep, ends: [], kids: [], below: [], known: new Map(), waiting: false };
}

/** Lays the steps of a pattern onto those of the patterns before it. */
function lay(top: State, steps: readonly PatternStep[], at: number): void {
  let state = top;
  for (const step of steps) {
    const key = formatStep(step);
    let next = state.known.get(key);
    if (!next) {
      next = stateOf(step);
      state.known.set(key, next);
      (step.descendant ? state.below : state.kids).push(next);
    }
    state = next;
  }
  state.ends.push(at);
}

const none: readonly State[] = [];

class Walk {
  readonly #visit: MatchVisitor;
  /** Steps that anything below the element in hand may fulfil, as a stack, and again by name. */
  readonly #below: State[] = [];
  readonly #byName = new Map<string, State[]>();
  /** The way to the element in hand; 0 where a step has no index. */
  readonly #names: string[] = [];
  readonly #indices: number[] = [];

  constructor(start: readonly State[], visit: MatchVisitor) {
    this.#visit = visit;
    for (const state of start) this.#await(state);
  }

  #await(state: State): void {
    if (state.waiting) return;
    state.waiting = true;
    this.#below.push(state);
    addTo(this.#byName, state.step.tag, state);
  }

  #forget(depth: number): void {
    while (this.#below.length > depth) {
      const state = this.#below.pop() as State;
      state.waiting = false;
      this.#byName.get(state.step.tag)?.pop();
    }
  }

  document({ root }: DocumentTree, expected: readonly State[]): void {
    this.#step(root, root.tag, 0, expected);
  }

  /** An element, or `null` for the border of a shadow root or a frame, which only its own name matches. */
  #step(
    node: ElementNode | null,
    name: string,
    index: number,
    expected: readonly State[],
    inside?: (kids: readonly State[]) => void,
  ): void {
    const depth = this.#below.length;
    this.#names.push(name);
    this.#indices.push(index);
    const kids = this.#meet(node, node?.ns ? name.toLowerCase() : name, index, expected);
    if (kids.length > 0 || this.#below.length > 0) {
      if (node) this.#descend(node, kids);
      else inside?.(kids);
    }
    if (this.#below.length > depth) this.#forget(depth);
    this.#names.pop();
    this.#indices.pop();
  }

  /** Looks which steps the element fulfils, and gives those that its kids may fulfil next. */
  #meet(node: ElementNode | null, tag: string, index: number, expected: readonly State[]): readonly State[] {
    let met: State[] | null = null;
    for (const list of [expected, this.#byName.get(tag), this.#byName.get('*')]) {
      if (!list) continue;
      for (const state of list) {
        if (!fulfils(state.step, tag, node, index)) continue;
        if (met === null) met = [state];
        else met.push(state);
      }
    }
    return met === null ? none : this.#pass(node, met);
  }

  #pass(node: ElementNode | null, met: readonly State[]): readonly State[] {
    const kids: State[] = [];
    const ends: number[] = [];
    for (const state of met) {
      ends.push(...state.ends);
      kids.push(...state.kids);
      for (const next of state.below) this.#await(next);
    }
    if (ends.length > 0 && node) this.#visit(this.#xpath(), node, ends);
    return kids;
  }

  #descend(node: ElementNode, kids: readonly State[]): void {
    if (node.kids) this.#kids(node.kids, kids);
    const { shadow, frame } = node;
    if (shadow) this.#step(null, '#shadow', 0, kids, (next) => this.#kids(shadow.kids, next));
    if (frame) this.#step(null, '#document', 0, kids, (next) => this.document(frame, next));
  }

  #kids(kids: readonly TreeNode[], expected: readonly State[]): void {
    let seen: Map<string, number> | null = null;
    for (const kid of kids) {
      if (typeof kid === 'string') continue;
      seen ??= new Map();
      const index = (seen.get(kid.tag) ?? 0) + 1;
      seen.set(kid.tag, index);
      this.#step(kid, kid.tag, index, expected);
    }
  }

  #xpath(): string {
    let path = '';
    for (const [at, name] of this.#names.entries()) {
      const index = this.#indices[at] as number;
      path += name.startsWith('#') ? `/${name}` : `/${name.toUpperCase()}${index === 0 ? '' : `[${index}]`}`;
    }
    return path;
  }
}

function fulfils(step: PatternStep, tag: string, node: ElementNode | null, index: number): boolean {
  if (step.tag !== tag && (step.tag !== '*' || node === null)) return false;
  // The root of a document has no siblings.
  if (step.index !== null && step.index !== (index || 1)) return false;
  if (node === null) return true;
  const attrs = node.attrs;
  if (step.id !== null && attrs?.id !== step.id) return false;
  for (const name of step.classes) if (!hasToken(attrs?.class, name)) return false;
  for (const { name, value } of step.attributes) {
    const own = attrs?.[name];
    if (own === undefined || (value !== null && own !== value)) return false;
  }
  return step.text === null || textOf(node, step.text.length) === step.text;
}

function hasToken(value: string | undefined, token: string): boolean {
  if (value === undefined) return false;
  for (let at = value.indexOf(token); at >= 0; at = value.indexOf(token, at + 1)) {
    const end = at + token.length;
    if ((at === 0 || isSpace(value, at - 1)) && (end === value.length || isSpace(value, end))) return true;
  }
  return false;
}

function isSpace(value: string, at: number): boolean {
  const code = value.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13);
}

/** The text of an element and everything in it, white space folded; `null` where it is longer than asked. */
export function textOf(node: ElementNode, limit: number): string | null {
  let text = '';
  const add = (kids: readonly TreeNode[]): boolean =>
    kids.every((kid) => {
      if (typeof kid !== 'string') return add(kid.kids ?? []);
      text = (text + kid).replace(/\s+/g, ' ').trimStart();
      return text.length <= limit + 1;
    });
  const whole = add(node.kids ?? []);
  text = text.trimEnd();
  return whole && text.length <= limit ? text : null;
}
