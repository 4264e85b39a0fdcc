import { matchPatterns, type Pattern, parsePattern } from '../dom/pattern.ts';
import type { DocumentTree } from '../model/document.ts';
import type { TrainedPattern } from './model.ts';

/** Finds the elements of trained patterns on pages. */
export class PatternMatcher {
  readonly patterns: readonly TrainedPattern[];
  readonly #paths: readonly (readonly Pattern[])[];

  constructor(patterns: readonly TrainedPattern[]) {
    this.patterns = patterns;
    this.#paths = patterns.map(({ paths }) => paths.map(parsePattern));
  }

  /** XPaths for each pattern. Of its paths the first that matches anything counts: later ones are less certain. */
  match(document: DocumentTree): readonly ReadonlySet<string>[] {
    const found = matchPatterns(this.#paths.flat(), document);
    let at = 0;
    return this.#paths.map((paths) => {
      const own = found.slice(at, at + paths.length);
      at += paths.length;
      return own.find((set) => set.size > 0) ?? new Set();
    });
  }
}
