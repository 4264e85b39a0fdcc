import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { ArgiopeError, reading } from '../model/errors.ts';

/** The fields of an object out of a file. */
export type Fields = Readonly<Record<string, unknown>>;

/** What errors say of a kind of file. */
export interface FileKind {
  /** What it is called: `model`. */
  readonly name: string;
  /** Which files can be named. */
  readonly origin: string;
  /** What to do where it is no JSON. */
  readonly again: string;
  /** Where it is described. */
  readonly described: string;
}

/** A JSON file that people may edit; what is wrong with it is told with its place. */
export class EditedFile {
  readonly #kind: FileKind;
  readonly #name: string;

  /** `name` is what errors call it. */
  constructor(kind: FileKind, name: string) {
    this.#kind = kind;
    this.#name = name;
  }

  /** The text of the file of that name. */
  read(): string {
    const what = `the ${this.#kind.name} ${this.#name}`;
    return reading(what, { advice: this.#kind.origin }, () => readFileSync(this.#name, 'utf8'));
  }

  /** Writes beside the file of that name and renames: a reader never sees half of it. */
  write(text: string): void {
    const part = `${this.#name}.part`;
    writeFileSync(part, text);
    renameSync(part, this.#name);
  }

  /** What a text says. */
  parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (cause) {
      const why = `the ${this.#kind.name} ${this.#name} cannot be read as JSON: ${(cause as Error).message}`;
      throw new ArgiopeError('CONFIG', why, { advice: this.#kind.again, cause });
    }
  }

  /** An object with none but known fields. */
  fields(value: unknown, place: string, known: readonly string[]): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw this.wrong(place || 'the whole', 'an object', value);
    const strange = Object.keys(value).find((key) => !known.includes(key));
    if (strange === undefined) return value as Fields;
    const where = place === '' ? strange : `${place}.${strange}`;
    throw this.wrong(where, `one of ${known.join(', ')}`, strange, 'Remove it, or spell it right.');
  }

  list(value: unknown, place: string): readonly unknown[] {
    if (!Array.isArray(value)) throw this.wrong(place, 'a list', value);
    return value;
  }

  texts(value: unknown, place: string): readonly string[] {
    return this.list(value, place).map((each, at) => this.text(each, `${place}[${at}]`));
  }

  text(value: unknown, place: string): string {
    if (typeof value !== 'string' || value === '') throw this.wrong(place, 'a text', value);
    return value;
  }

  /** A number from 0 to 1. */
  share(value: unknown, place: string): number {
    if (typeof value !== 'number' || !(value >= 0 && value <= 1))
      throw this.wrong(place, 'a number from 0 to 1', value);
    return value;
  }

  /** A whole number from 0 on. */
  count(value: unknown, place: string): number {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
      throw this.wrong(place, 'a whole number from 0 on', value);
    return value;
  }

  /** Says where in the file something is that was found wrong by others. */
  named(place: string, check: () => void): void {
    try {
      check();
    } catch (cause) {
      if (!(cause instanceof ArgiopeError)) throw cause;
      const why = `the ${this.#kind.name} ${this.#name}, at ${place}: ${cause.message}`;
      throw new ArgiopeError('CONFIG', why, { advice: cause.advice ?? undefined, cause });
    }
  }

  /** The error that says what was expected at a place. */
  wrong(
    place: string,
    expected: string,
    got: unknown,
    advice = `See ${this.#kind.described}.`,
  ): ArgiopeError {
    const shown = got === undefined ? 'nothing' : JSON.stringify(got).slice(0, 80);
    const what = `the ${this.#kind.name} ${this.#name}, at ${place}: expected ${expected}, got ${shown}`;
    return new ArgiopeError('CONFIG', what, { advice });
  }
}
