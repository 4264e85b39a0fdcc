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
