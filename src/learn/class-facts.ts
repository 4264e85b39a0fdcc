import { withoutLabel } from '../identity/index.ts';
import type { ClassFact } from '../model/guide.ts';
import type { SeenAction } from './observe.ts';

interface Tally {
  /** By document and instruction: the pages it was fired on, and those it led to. */
  readonly sources: Map<string, Set<number>>;
  readonly targets: Map<string, Set<number>>;
}

/**
 * What firing the same instructions from several pages shows of their classes (docs/decisions/01): a class
 * whose instructions led to one page each, wherever in their document they were fired, needs no test in a
 * crawl; and an instruction that led to the first page of its document leads there again.
 */
export function classFacts(
  actions: readonly SeenAction[],
  documentOf: (page: number) => number,
): readonly ClassFact[] {
  const byValues = valueClasses(actions, documentOf);
  const classes = new Map<string, Tally>();
  const home = new Map<string, Map<string, boolean>>();
  for (const { source, className, text: whole, label, target, fired } of actions) {
    if (className === null || !fired) continue;
    const text = byValues.has(className) ? (withoutLabel(whole, label) ?? whole) : whole;
    const document = documentOf(source);
    const tally = classes.get(className) ?? { sources: new Map(), targets: new Map() };
    classes.set(className, tally);
    const key = `${document} ${text}`;
    tally.sources.set(key, (tally.sources.get(key) ?? new Set()).add(source));
    tally.targets.set(key, (tally.targets.get(key) ?? new Set()).add(target));
    const texts = home.get(className) ?? new Map<string, boolean>();
    home.set(className, texts);
    texts.set(text, (texts.get(text) ?? true) && target === document && source !== document);
  }
  return [...classes].flatMap(([name, { sources, targets }]): ClassFact[] => {
    const compared = [...sources].filter(([, pages]) => pages.size > 1);
    const agrees = compared.length > 0 && [...targets.values()].every((pages) => pages.size === 1);
    if (!agrees) return [];
    const leadsHome = [...(home.get(name) ?? [])].filter(([, always]) => always).map(([text]) => text);
    return [{ name, sameFromAnywhere: true, byValues: byValues.has(name), leadsHome }];
  });
}

/** Classes whose elements lead to the same page where their data is the same, whatever is written on them. */
function valueClasses(
  actions: readonly SeenAction[],
  documentOf: (page: number) => number,
): ReadonlySet<string> {
  const targets = new Map<string, Map<string, Map<string, number>>>();
  const broken = new Set<string>();
  for (const { source, className, text, label, target, fired } of actions) {
    const bare = className === null || !fired ? null : withoutLabel(text, label);
    if (className === null || bare === null) continue;
    const keys = targets.get(className) ?? new Map<string, Map<string, number>>();
    targets.set(className, keys);
    const key = `${documentOf(source)} ${bare}`;
    const texts = keys.get(key) ?? new Map<string, number>();
    keys.set(key, texts.set(text, target));
    if (new Set(texts.values()).size > 1) broken.add(className);
  }
  const several = [...targets].filter(([, keys]) => [...keys.values()].some((texts) => texts.size > 1));
  return new Set(several.map(([name]) => name).filter((name) => !broken.has(name)));
}
