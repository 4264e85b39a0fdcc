/**
 * Patterns: where elements are, in a small part of XPath with the short forms of CSS.
 *
 * ```text
 * /html/body/div[4]/li[*]/a[1]             from the top, as the paper writes them
 * //div#comments//a.page                   from anywhere: id, class
 * //*[@role='navigation']//a[@rel='next']  attribute with a value; [@name] alone: it is there
 * //x-pager/#shadow/a                      into a shadow root; #document: into a frame
 * //a[text()='Next']                       the whole text of the element, white space folded
 * ```
 *
 * - `/` leads to a child, `//` to anything below, through shadow roots and frames as well.
 * - A step is a name or `*`, then any conditions; `.page` alone is `*.page`. Names are written in lower case
 *   and ignore it; ids, classes and values do not. `#shadow` and `#document` alone are borders, not ids.
 * - `[n]` is the place among the siblings of the same name, as in the XPath of an element (also after `*` and
 *   classes); `[*]`, or none, is any place.
 * - A backslash stands before characters that names do not have (`.md\:flex`); quotes are `'` or `"`.
 */
export { formatPattern } from './pattern/format.ts';
export { type MatchVisitor, matchPattern, matchPatterns, textOf, visitMatches } from './pattern/match.ts';
export { bareStep, type Pattern, type PatternAttribute, type PatternStep } from './pattern/model.ts';
export { parsePattern } from './pattern/parse.ts';
export { isStateToken, looksGenerated, stableClasses } from './pattern/stable.ts';

/**
 * Reduces the XPaths of elements to patterns, as the paper on valid pages does (section 2.4): paths that go
 * through elements of the same names become one, with `[*]` for every index in which they differ.
 */
export function reducePaths(paths: readonly string[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const steps = path.split('/');
    const key = steps.map(nameOf).join('/');
    const known = groups.get(key);
    groups.set(key, known ? known.map((step, at) => joined(step, steps[at] as string)) : steps);
  }
  return [...groups.values()].map((steps) => steps.join('/')).sort();
}

function nameOf(step: string): string {
  const bracket = step.indexOf('[');
  return bracket < 0 ? step : step.slice(0, bracket);
}

function joined(one: string, other: string): string {
  return one === other ? one : `${nameOf(one)}[*]`;
}
