import { elementsAt } from '../../dom/xpath.ts';
import { candidateClass, isPlaced, namesOf } from '../../identity/index.ts';
import type { Candidate, DocumentTree, ElementNode } from '../../model/index.ts';

/** Print of the part of a page at a path. */
type PrintOf = (path: string) => string | null;

/**
 * What stands beside elements that nothing of their own tells from others: the text of the row or the card that each
 * of them is alone in. Where several have the same, their order tells them apart. Elements without any are not in it.
 */
export function besideThem(
  candidates: readonly Candidate[],
  document: DocumentTree,
  printOf: PrintOf,
): ReadonlyMap<Candidate, string> {
  const groups = Map.groupBy(candidates.filter(isPlaced), kindOf);
  const own = new Map([...groups.values()].flatMap((group) => [...ownParts(group)]));
  const parts = elementsAt(document, new Set([...own].flatMap(([{ xpath }, paths]) => [xpath, ...paths])));
  const beside = new Map<Candidate, string>();
  for (const group of groups.values()) {
    const times = new Map<string, number>();
    for (const candidate of group) {
      const element = parts.get(candidate.xpath);
      const within = own.get(candidate)?.find((path) => saysMore(parts.get(path), element));
      const print = within === undefined ? null : printOf(within);
      if (print === null) continue;
      const time = (times.get(print) ?? 0) + 1;
      times.set(print, time);
      beside.set(candidate, time === 1 ? print.slice(0, 8) : `${print.slice(0, 8)}.${time}`);
    }
  }
  return beside;
}

/** What elements are alike in that their position tells apart. */
function kindOf(candidate: Candidate): string {
  return `${candidateClass(candidate)} ${namesOf(candidate).replace(/\bnth=\d+/, '')}`;
}

/** For each of some elements, the parts of the page around it that hold no other of them, the nearest first. */
function* ownParts(group: readonly Candidate[]): Generator<readonly [Candidate, readonly string[]]> {
  const around = new Map(group.map((candidate) => [candidate, pathsAround(candidate.xpath)]));
  const held = new Map<string, number>();
  for (const path of [...around.values()].flat()) held.set(path, (held.get(path) ?? 0) + 1);
  for (const [candidate, paths] of around) yield [candidate, paths.filter((path) => held.get(path) === 1)];
}

/** Paths of the elements around another, the nearest first. */
function pathsAround(xpath: string): readonly string[] {
  const paths: string[] = [];
  for (let end = xpath.lastIndexOf('/'); end > 0; end = xpath.lastIndexOf('/', end - 1))
    paths.push(xpath.slice(0, end));
  return paths;
}

/** Whether an element has text beside that of one in it. */
function saysMore(element: ElementNode | undefined, without: ElementNode | undefined): boolean {
  if (element === undefined || element === without) return false;
  return (element.kids ?? []).some((kid) =>
    typeof kid === 'string' ? kid.trim() !== '' : saysMore(kid, without),
  );
}
