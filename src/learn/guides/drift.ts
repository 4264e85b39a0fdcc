import type { TrainedModel, TrainedPattern } from '../model.ts';

/** Pages of a type without elements that all its samples had, after which the site is taken for changed. */
const pagesToBelieve = 3;

interface Watched {
  readonly pattern: TrainedPattern;
  readonly on: string;
  /** Pages of the type on which it matched, and on which it did not. */
  matched: number;
  missed: number;
  /** New pages that it led to: of the type it was to lead to, and others. */
  right: number;
  wrong: number;
}

/** Notices that a site is not the one any more that its model was trained on. */
export class DriftWatch {
  readonly #watched: readonly Watched[];
  #strange: string | null = null;

  constructor({ types }: TrainedModel) {
    this.#watched = types.flatMap(({ name, patterns }) =>
      patterns.map((pattern) => ({ pattern, on: name, matched: 0, missed: 0, right: 0, wrong: 0 })),
    );
  }

  /** The first page of the crawl is of no type of the model. */
  strangeStart(address: string): void {
    this.#strange ??= address;
  }

  /** Whether the site is not even recognised by its first page. */
  get isStrange(): boolean {
    return this.#strange !== null;
  }

  /** A page of the pattern's type was seen. */
  matched(pattern: TrainedPattern, elements: number): void {
    const watched = this.#of(pattern);
    if (elements > 0) watched.matched++;
    else watched.missed++;
  }

  /** A pattern led to a new page. */
  led(pattern: TrainedPattern, type: string | null): void {
    const watched = this.#of(pattern);
    if (type === pattern.leadsTo) watched.right++;
    else watched.wrong++;
  }

  #of(pattern: TrainedPattern): Watched {
    return this.#watched.find((watched) => watched.pattern === pattern) as Watched;
  }

  /** What does not hold any more, one line each; empty while all does. */
  signs(): readonly string[] {
    const signs: string[] = [];
    if (this.#strange !== null) signs.push(`the page at ${this.#strange} is of none of its types`);
    for (const { pattern, on, matched, missed, right, wrong } of this.#watched) {
      const name = `${pattern.event} ${pattern.paths[0]}`;
      if (pattern.onEvery && matched === 0 && missed >= pagesToBelieve)
        signs.push(`"${name}" matches nothing on ${missed} pages of type ${on}`);
      if (wrong >= pagesToBelieve && wrong > right)
        signs.push(`"${name}" led to ${pattern.leadsTo} ${right} times and ${wrong} times elsewhere`);
    }
    return signs;
  }
}
