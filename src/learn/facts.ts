import type { ClassFact } from '../model/guide.ts';
import type { SeenAction } from './observe.ts';

interface Tally {
  /** By document and instruction: the pages it was fired on, and those it led to. */
  readonly sources: Map<string, Set<number>>;
  readonly targets: Map<string, Set<number>>;
}

/**
 * What firing the same instructions from several pages shows of their classes (design §5, gate 1): a class
 * whose instructions led to one page each, wherever in their document they were fired, needs no test in a
 * crawl; and an instruction that led to the first page of its document leads there again.
 */
export function classFacts(
  actions: Iterable<SeenAction>,
  documentOf: (page: number) => number,
): readonly ClassFact[] {
  const classes = new Map<string, Tally>();
  const home = new Map<string, Map<string, boolean>>();
  for (const { source, className, text, target, fired } of actions) {
    if (className === null || !fired) continue;
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
    return [{ name, sameFromAnywhere: true, leadsHome }];
  });
}
