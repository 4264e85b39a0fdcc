import { ArgiopeError } from '../model/errors.ts';
import { momentIn, numberIn } from './values.ts';

/** What a checked expression can be about. */
export type Operand = string | number | boolean | null;

/** A condition over the fields of one record. */
export interface Check {
  readonly text: string;
  /** Names of the fields that it speaks of. */
  readonly fields: readonly string[];
  /** Whether it holds; where a field it needs is absent, it says nothing and holds. */
  holds(field: (name: string) => string | null): boolean;
}

type Evaluate = (field: (name: string) => string | null) => Operand;

/**
 * Reads a condition such as `price >= 0`, `end >= start` or `present(isbn) or length(title) > 3`.
 *
 * A grammar of its own and no evaluation of code: a schema is data, and may come from elsewhere.
 */
export function parseCheck(text: string): Check {
  const parser = new Parser(text);
  const evaluate = parser.whole();
  return {
    text,
    fields: [...parser.fields],
    holds: (field) => {
      try {
        return truth(evaluate(field));
      } catch (unknown) {
        if (unknown === absent) return true;
        throw unknown;
      }
    },
  };
}

/** Thrown where a value is needed that is not there. */
const absent = Symbol('absent');

/** Alternatives from the loosest to the tightest. */
const levels: readonly (readonly string[])[] = [
  ['or', '||'],
  ['and', '&&'],
  ['==', '!=', '<=', '>=', '<', '>'],
  ['+', '-'],
  ['*', '/'],
];

const functions: Readonly<Record<string, (value: string) => Operand>> = {
  length: (value) => [...value].length,
  number: (value) => numberIn(value),
  date: (value) => momentIn(value),
  lower: (value) => value.toLowerCase(),
};

/** Parts within parts of an expression, so that reading it needs no deep stack. */
const deepest = 60;

class Parser {
  readonly fields = new Set<string>();
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokensOf(text, (what) => this.#wrong(what));
  }

  whole(): Evaluate {
    const value = this.#level(0);
    const rest = this.#tokens[this.#at];
    if (rest) throw this.#wrong(`the end, got ${rest.text}`);
    return value;
  }

  #level(nth: number): Evaluate {
    const operators = levels[nth];
    if (operators === undefined) return this.#unary();
    let left = this.#level(nth + 1);
    for (let operator = this.#take(operators); operator !== null; operator = this.#take(operators)) {
      const [before, right] = [left, this.#level(nth + 1)];
      const apply = operator;
      left = (field) => binary(apply, before, right, field);
    }
    return left;
  }

  #unary(): Evaluate {
    if (++this.#depth > deepest) throw this.#wrong(`at most ${deepest} nested parts`);
    try {
      const operator = this.#take(['not', '!', '-']);
      if (operator === null) return this.#primary();
      const inner = this.#unary();
      return operator === '-' ? (field) => -quantity(inner(field)) : (field) => !truth(inner(field));
    } finally {
      this.#depth--;
    }
  }

  #primary(): Evaluate {
    const token = this.#tokens[this.#at++];
    if (!token) throw this.#wrong('a field, a number or a text, got the end');
    if (token.kind === 'number') return () => Number(token.text);
    if (token.kind === 'text') return () => token.text;
    if (token.text === '(') {
      const inner = this.#level(0);
      if (this.#take([')']) === null) throw this.#wrong('")"');
      return inner;
    }
    if (token.kind !== 'name') throw this.#wrong(`a field, a number or a text, got ${token.text}`);
    return this.#take(['(']) === null ? this.#field(token.text) : this.#call(token.text);
  }

  #field(name: string): Evaluate {
    if (name === 'true' || name === 'false') return () => name === 'true';
    this.fields.add(name);
    return (field) => {
      const value = field(name);
      if (value === null) throw absent;
      return value;
    };
  }

  #call(name: string): Evaluate {
    const argument = this.#tokens[this.#at++];
    if (argument?.kind !== 'name' || this.#take([')']) === null) throw this.#wrong(`one field in ${name}(…)`);
    this.fields.add(argument.text);
    if (name === 'present') return (field) => field(argument.text) !== null;
    const compute = functions[name];
    const known = ['present', ...Object.keys(functions)].join(', ');
    if (compute === undefined) throw this.#wrong(`one of the functions ${known}; got ${name}`);
    return (field) => {
      const value = field(argument.text);
      if (value === null) throw absent;
      return compute(value);
    };
  }

  #take(texts: readonly string[]): string | null {
    const token = this.#tokens[this.#at];
    if (!token || token.kind === 'text' || token.kind === 'number' || !texts.includes(token.text))
      return null;
    this.#at++;
    return token.text;
  }

  #wrong(expected: string): ArgiopeError {
    return new ArgiopeError('CONFIG', `the check ${JSON.stringify(this.#text)}: expected ${expected}`, {
      advice:
        'Checks compare fields, numbers and texts: price >= 0, end >= start, present(isbn) or length(title) > 3.',
    });
  }
}

function binary(
  operator: string,
  left: Evaluate,
  right: Evaluate,
  field: (name: string) => string | null,
): Operand {
  if (operator === 'or' || operator === '||') return either(left, right, field);
  const a = left(field);
  if (operator === 'and' || operator === '&&') return truth(a) && truth(right(field));
  const b = right(field);
  switch (operator) {
    case '+':
      return quantity(a) + quantity(b);
    case '-':
      return quantity(a) - quantity(b);
    case '*':
      return quantity(a) * quantity(b);
    case '/':
      return quantity(a) / quantity(b);
    default:
      return compare(operator, a, b);
  }
}

/** One side may name a field that is absent, as long as the other side holds. */
function either(left: Evaluate, right: Evaluate, field: (name: string) => string | null): boolean {
  let unknown = false;
  for (const side of [left, right]) {
    try {
      if (truth(side(field))) return true;
    } catch (thrown) {
      if (thrown !== absent) throw thrown;
      unknown = true;
    }
  }
  if (unknown) throw absent;
  return false;
}

/** As numbers where both are, else as dates where both are, else as texts. */
function compare(operator: string, a: Operand, b: Operand): boolean {
  const [x, y] = comparable(a, b);
  switch (operator) {
    case '==':
      return x === y;
    case '!=':
      return x !== y;
    case '<':
      return x < y;
    case '<=':
      return x <= y;
    case '>':
      return x > y;
    default:
      return x >= y;
  }
}

function comparable(a: Operand, b: Operand): readonly [number, number] | readonly [string, string] {
  for (const read of [numberOf, momentOf]) {
    const [x, y] = [read(a), read(b)];
    if (x !== null && y !== null) return [x, y];
  }
  return [String(a), String(b)];
}

function numberOf(value: Operand): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? numberIn(value) : null;
}

function momentOf(value: Operand): number | null {
  return typeof value === 'string' ? momentIn(value) : null;
}

function quantity(value: Operand): number {
  return numberOf(value) ?? Number.NaN;
}

function truth(value: Operand): boolean {
  return value !== false && value !== null && value !== 0 && value !== '' && !Number.isNaN(value);
}

/** One word of a checked expression. */
interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'sign';
  readonly text: string;
}

const pattern =
  /\s*(?:(\d+(?:\.\d+)?)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]+)`|([\p{L}_][\p{L}\p{N}_.]*)|(==|!=|<=|>=|&&|\|\||[<>!()+\-*/]))/uy;

/** The words of an expression; names with other characters stand in backquotes. */
function tokensOf(text: string, wrong: (expected: string) => Error): readonly Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  let at = 0;
  while (text.slice(at).trim() !== '') {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found)
      throw wrong(
        `a field, a number, a text or a sign at ${JSON.stringify(text.slice(at).trim().slice(0, 20))}`,
      );
    const [, number, double, single, quoted, name, sign] = found;
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (double !== undefined || single !== undefined)
      tokens.push({ kind: 'text', text: (double ?? single ?? '').replace(/\\(.)/g, '$1') });
    else if (quoted !== undefined) tokens.push({ kind: 'name', text: quoted });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else tokens.push({ kind: 'sign', text: sign ?? '' });
    at = pattern.lastIndex;
  }
  return tokens;
}
