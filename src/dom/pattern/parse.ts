import { ArgiopeError } from '../../model/errors.ts';
import { bareStep, type Pattern, type PatternAttribute, type PatternStep } from './model.ts';

type Draft = {
  -readonly [Key in keyof PatternStep]: PatternStep[Key] extends readonly (infer Item)[]
    ? Item[]
    : PatternStep[Key];
};

const nameCharacter = /[\w\u0080-\uffff-]/;
const boundaries: ReadonlySet<string> = new Set(['shadow', 'document']);
const advice = "Write it like //div#comments//a.page, //nav//a[@rel='next'] or /html/body/div[4]/li[*]/a[1].";

/** Reads a pattern; throws a `CONFIG` error that names the place where it cannot be understood. */
export function parsePattern(text: string): Pattern {
  const reader = new Reader(text);
  const steps: PatternStep[] = [];
  do steps.push(readStep(reader));
  while (!reader.done);
  return { steps };
}

/** A text and how far it has been read. */
class Reader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  sees(start: string): boolean {
    return this.text.startsWith(start, this.at);
  }

  takes(start: string): boolean {
    if (!this.sees(start)) return false;
    this.at += start.length;
    return true;
  }

  needs(start: string): void {
    if (!this.takes(start)) this.fail(`"${start}"`);
  }

  fail(expected: string, at = this.at): never {
    const came = at < this.text.length ? `"${this.text.slice(at, at + 12)}" came` : 'the pattern ends there';
    const message = `Pattern ${JSON.stringify(this.text)}: expected ${expected} at character ${at + 1}, but ${came}.`;
    throw new ArgiopeError('CONFIG', message, { advice });
  }

  /** A name; a backslash before a character that no name can have. */
  name(what: string): string {
    let name = '';
    for (; !this.done; this.at++) {
      if (this.sees('\\') && this.at + 1 < this.text.length) this.at++;
      else if (!nameCharacter.test(this.text[this.at] as string)) break;
      name += this.text[this.at];
    }
    return name === '' ? this.fail(what) : name;
  }

  quoted(): string {
    const start = this.at;
    const mark = this.takes('"') ? '"' : this.takes("'") ? "'" : this.fail('a value in quotes');
    let value = '';
    for (; !this.sees(mark); this.at++) {
      if (this.sees('\\')) this.at++;
      if (this.done) this.fail(`a closing ${mark} for the value that begins at character ${start + 1}`);
      value += this.text[this.at];
    }
    this.at++;
    return value;
  }
}

function readStep(reader: Reader): PatternStep {
  const descendant = reader.takes('//');
  if (!descendant && !reader.takes('/')) reader.fail('"/" or "//"');
  if (reader.sees('#')) {
    const start = reader.at++;
    const name = reader.name('an id');
    if (boundaries.has(name)) return readBoundary(reader, name, descendant);
    reader.at = start;
  }
  const step = { ...bareStep(readTag(reader), descendant), classes: [], attributes: [] } as Draft;
  while (!reader.done && !reader.sees('/')) readCondition(reader, step);
  return step;
}

function readBoundary(reader: Reader, name: string, descendant: boolean): PatternStep {
  if (!reader.done && !reader.sees('/'))
    reader.fail(`"/" after #${name} (an element with that id is *#${name})`);
  return bareStep(`#${name}`, descendant);
}

function readTag(reader: Reader): string {
  if (reader.takes('*') || reader.sees('#') || reader.sees('.') || reader.sees('[')) return '*';
  return reader.name('the name of an element, or *').toLowerCase();
}

function readCondition(reader: Reader, step: Draft): void {
  const start = reader.at;
  if (reader.takes('#')) {
    if (step.id !== null) reader.fail('one id per step', start);
    step.id = reader.name('an id');
  } else if (reader.takes('.')) step.classes.push(reader.name('a class'));
  else if (reader.takes('[')) readBracket(reader, step);
  else reader.fail('"/", "#id", ".class" or "["');
}

function readBracket(reader: Reader, step: Draft): void {
  if (reader.takes('@')) step.attributes.push(readAttribute(reader));
  else if (reader.takes('text()')) {
    reader.needs('=');
    step.text = reader.quoted().replace(/\s+/g, ' ').trim();
  } else if (!reader.takes('*')) step.index = readIndex(reader);
  reader.needs(']');
}

function readAttribute(reader: Reader): PatternAttribute {
  const name = reader.name('the name of an attribute');
  return { name, value: reader.takes('=') ? reader.quoted() : null };
}

function readIndex(reader: Reader): number {
  const [digits] = /^[1-9]\d{0,8}(?=\])/.exec(reader.text.slice(reader.at, reader.at + 10)) ?? [];
  if (digits === undefined) return reader.fail(`a number from 1, *, @name or text()='…'`);
  reader.at += digits.length;
  return Number(digits);
}
