/** How the text of one option becomes a value; the same for flags, environment and file. */
export interface Kind<T> {
  /** What is valid, to follow the words "must be". */
  readonly expects: string;
  /** Stand-in for the value in the help, empty for on/off flags. */
  readonly placeholder: string;
  /** Type the value has in a JSON file. */
  readonly json: 'string' | 'number' | 'boolean' | 'list';
  /** Whether giving it again adds to what was given before. */
  readonly many: boolean;
  /** Words that are valid, where they can be listed; the nearest is named when another comes. */
  readonly words?: readonly string[];
  /** The value, or `undefined` where the text is not valid. */
  parse(text: string): T | undefined;
  /** Puts a value given later to one given before. */
  add?(before: T, later: T): T;
  /** What a program may give besides text, as a TypeScript type, and the texts that it stands for. */
  readonly given?: { readonly type: string; texts?(value: object): readonly string[] | null };
}

/** Given again, it takes the place of what was given before. */
export const one = { many: false } as const;

/** Given again, it adds to what was given before. */
export const listed = {
  json: 'list',
  many: true,
  add: <T>(before: readonly T[], later: readonly T[]): readonly T[] => [...before, ...later],
} as const;

/** The same, each once. */
export const listedOnce = {
  ...listed,
  add: <T>(before: readonly T[], later: readonly T[]): readonly T[] => [...new Set([...before, ...later])],
} as const;
