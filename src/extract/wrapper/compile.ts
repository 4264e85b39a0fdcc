import type { Expression, Wrapper } from '../types.ts';
import { chosenNames, featureWords, labelReach, maxLabels, set } from './features.ts';
import { hashText, joinHashes } from './hash.ts';
import type { Likeness } from './likeness.ts';
import { type Anchor, bits, type PeerVocabulary, placeDepth } from './vocabulary.ts';

/** A place of an expression, ready to be compared with nodes. */
export interface Atom {
  readonly expression: Exclude<Expression, { kind: 'repeat' | 'optional' }>;
  readonly likeness: Likeness;
  /** Cost of leaving it out. */
  readonly missing: number;
  readonly kids: AtomLine;
}

/** A repetition of the atoms from `start` to `end`. */
export interface AtomLoop {
  readonly list: string;
  readonly start: number;
  readonly end: number;
}

/** One level of an expression: atoms in order, optional ones and lists laid flat. */
export interface AtomLine {
  readonly atoms: readonly Atom[];
  /** Outer ones first. */
  readonly loops: readonly AtomLoop[];
}

/** A wrapper ready to be matched. */
export interface Program {
  readonly top: AtomLine;
  readonly vocabulary: PeerVocabulary;
}

const programs = new WeakMap<Wrapper, Program>();

/** The program of a wrapper, made once. */
export function programOf(wrapper: Wrapper): Program {
  let program = programs.get(wrapper);
  if (!program) {
    const vocabulary = new Words();
    vocabulary.read([wrapper.expression], []);
    const compiler = new Compiler(vocabulary);
    program = { top: compiler.line([wrapper.expression], []).line, vocabulary };
    programs.set(wrapper, program);
  }
  return program;
}

/** Tags around a text, as hashed for pages. */
function placeOf(above: readonly string[]): number {
  let place = 0;
  for (let level = 1; level <= placeDepth && level <= above.length; level++) {
    place = joinHashes(place, hashText(above[above.length - level] as string));
  }
  return place;
}

/** The constant texts of an expression. */
class Words implements PeerVocabulary {
  readonly #anchors = new Map<string, Anchor>();
  #homes = 0;
  #longest = 0;

  anchor(place: number, text: string): Anchor | undefined {
    if (text.length > this.#longest) return undefined;
    return this.#anchors.get(`${place} ${text}`);
  }

  conflict(one: number, other: number): boolean {
    return one !== other;
  }

  read(expressions: readonly Expression[], above: readonly string[]): void {
    for (const expression of expressions) {
      switch (expression.kind) {
        case 'element':
          this.read(expression.kids, [...above, expression.tag]);
          break;
        case 'repeat':
        case 'optional':
          this.read(expression.body, above);
          break;
        case 'constant':
          this.#add(above, [expression.text, ...(expression.or ?? [])], true);
          break;
        case 'value':
          if (expression.part) this.#add(above, [expression.part.before], true);
          this.#add(above, expression.texts ?? [], false);
          break;
        case 'opaque':
          break;
      }
    }
  }

  #add(above: readonly string[], texts: readonly string[], label: boolean): void {
    const id = ++this.#homes;
    for (const text of texts) {
      this.#longest = Math.max(this.#longest, text.length);
      const key = `${placeOf(above)} ${text}`;
      const known = this.#anchors.get(key);
      const speaks = label && known === undefined && /\p{L}/u.test(text);
      this.#anchors.set(key, { id: known?.id ?? id, label: speaks });
    }
  }
}

interface Below {
  readonly any: Int32Array;
  readonly most: Int32Array;
  readonly labels: readonly number[];
  readonly size: number;
  /** Texts, and how many of them are labels. */
  readonly texts: number;
  readonly spoken: number;
}

interface Compiled {
  readonly line: AtomLine;
  readonly below: Below;
}

const nothing: AtomLine = { atoms: [], loops: [] };

class Compiler {
  readonly #vocabulary: PeerVocabulary;

  constructor(vocabulary: PeerVocabulary) {
    this.#vocabulary = vocabulary;
  }

  line(expressions: readonly Expression[], above: readonly string[]): Compiled {
    const atoms: Atom[] = [];
    const loops: AtomLoop[] = [];
    const gathered = new Gathered();
    let [label, left] = [0, 0];
    const add = (expression: Expression, optional: boolean): void => {
      if (expression.kind === 'optional') {
        for (const one of expression.body) add(one, true);
      } else if (expression.kind === 'repeat') {
        const start = atoms.length;
        const at = loops.push({ list: expression.list, start, end: start }) - 1;
        for (const one of expression.body) add(one, optional || expression.least === 0);
        loops[at] = { list: expression.list, start, end: atoms.length };
      } else {
        const { atom, below } = this.#atom(expression, above, optional, left > 0 ? label : 0);
        atoms.push(atom);
        gathered.add(below, optional);
        if (below.texts > 0 && below.texts <= 2 && below.spoken === below.texts) {
          [label, left] = [below.labels[0] ?? 0, labelReach];
        } else left--;
      }
    };
    for (const expression of expressions) add(expression, false);
    return { line: { atoms, loops }, below: gathered.below() };
  }

  #atom(expression: Atom['expression'], above: readonly string[], optional: boolean, context: number) {
    const { kids, own } =
      expression.kind === 'element'
        ? this.#element(expression, above)
        : {
            kids: nothing,
            own: expression.kind === 'opaque' ? opaque(expression.tag) : this.#text(expression, above),
          };
    const tag = expression.kind === 'element' || expression.kind === 'opaque' ? expression.tag : '#text';
    const likeness: Likeness = {
      tag,
      names: expression.kind === 'element' ? chosenNames(expression) : [],
      any: own.any,
      most: own.most,
      mostCount: own.most.reduce((sum, word) => sum + bits(word), 0),
      labels: own.labels,
      contexts: context !== 0 && own.labels.length === 0 ? [context] : [],
      size: own.size,
    };
    return { atom: { expression, likeness, missing: optional ? 0 : 0.05, kids }, below: own };
  }

  #element(expression: Extract<Expression, { kind: 'element' }>, above: readonly string[]) {
    const { line, below } = this.line(expression.kids, [...above, expression.tag]);
    const any = Int32Array.from(below.any);
    const most = Int32Array.from(below.most);
    const tag = hashText(expression.tag);
    const parent = above.at(-1);
    const features = [
      tag,
      ...(parent === undefined ? [] : [joinHashes(hashText(parent), tag)]),
      ...chosenNames(expression).map((name) => joinHashes(tag, hashText(name))),
    ];
    for (const feature of features) {
      set(any, 0, feature);
      set(most, 0, feature);
    }
    return { kids: line, own: { ...below, any, most, size: below.size + 1 } };
  }

  #text(expression: Extract<Expression, { kind: 'constant' | 'value' }>, above: readonly string[]): Below {
    const any = new Int32Array(featureWords);
    const most = new Int32Array(featureWords);
    set(any, 0, hashText('#text'));
    set(most, 0, hashText('#text'));
    const texts =
      expression.kind === 'constant' ? [expression.text, ...(expression.or ?? [])] : (expression.texts ?? []);
    const labels: number[] = [];
    let spoken = 0;
    for (const text of expression.kind === 'value' && expression.part
      ? [...texts, expression.part.before]
      : texts) {
      const anchor = this.#vocabulary.anchor(placeOf(above), text);
      if (anchor?.label) {
        if (!labels.includes(anchor.id)) labels.push(anchor.id);
        spoken = expression.kind === 'constant' ? 1 : 0;
      } else set(any, 0, hashText(text));
    }
    return { any, most, labels, size: 1, texts: 1, spoken };
  }
}

function opaque(tag: string): Below {
  const most = new Int32Array(featureWords);
  set(most, 0, hashText(tag));
  return { any: new Int32Array(featureWords).fill(-1), most, labels: [], size: 1, texts: 3, spoken: 0 };
}

class Gathered {
  readonly #any = new Int32Array(featureWords);
  readonly #most = new Int32Array(featureWords);
  #labels: number[] = [];
  #size = 0;
  #texts = 0;
  #spoken = 0;

  add(below: Below, optional: boolean): void {
    for (let word = 0; word < featureWords; word++) {
      this.#any[word] = (this.#any[word] as number) | (below.any[word] as number);
      if (!optional) this.#most[word] = (this.#most[word] as number) | (below.most[word] as number);
    }
    if (this.#labels.length < maxLabels) {
      this.#labels = [...new Set([...this.#labels, ...below.labels])].slice(0, maxLabels);
    }
    this.#size += optional ? 0 : below.size;
    this.#texts += below.texts;
    this.#spoken += below.spoken;
  }

  below(): Below {
    return {
      any: this.#any,
      most: this.#most,
      labels: this.#labels,
      size: this.#size,
      texts: this.#texts,
      spoken: this.#spoken,
    };
  }
}
