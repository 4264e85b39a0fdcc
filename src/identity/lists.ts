import { timesOf } from '../model/counts.ts';
import type { Action } from '../model/index.ts';
import { classOf } from './instruction.ts';

/** Between the name of a class and that of a list. */
const apart = '\u0001';

/** Name of one of the lists that a class serves; its own where that is not known. */
export function nameOfList(className: string, list: string | undefined): string {
  return list === undefined ? className : `${className}${apart}${list}`;
}

/** The list that a name has beside its class. */
export function listWithin(name: string): string | undefined {
  const end = name.indexOf(apart);
  return end < 0 ? undefined : name.slice(end + 1);
}

/** The class whose list has a name. */
export function classOfList(name: string): string {
  const end = name.indexOf(apart);
  return end < 0 ? name : name.slice(0, end);
}

/** By class and path, the list in which an element stands, where one handler serves several lists. */
export type Lists = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Lists of one class on a page: more of them are rows of a table, of which each has the same entries. Not swept; pages of the bench have up to three. */
const mostLists = 8;

/** An element that something can be chosen by. */
interface Listed {
  readonly className: string | null;
  readonly xpath: string;
  readonly toggle?: boolean;
  /** Of options of a select. */
  readonly value?: string | undefined;
}

/**
 * The lists in which the elements of a class stand. One handler may serve several lists, of which something is chosen
 * each. Elements of one list differ in one position; those of a select are one element. A box that is ticked by itself
 * is a list of its own.
 */
export function listsServed(elements: Iterable<Listed>): Lists {
  const paths = new Map<string, Map<string, Set<string>>>();
  const alone = new Set<string>();
  for (const { className, xpath, toggle, value = '' } of elements) {
    // What an address shows is the same from everywhere, whichever list its link stands in.
    if (className === null || className === 'route') continue;
    if (toggle) alone.add(xpath);
    const own = paths.get(className) ?? new Map<string, Set<string>>();
    paths.set(className, own.set(xpath, (own.get(xpath) ?? new Set()).add(value)));
  }
  const lists = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, own] of paths) {
    const found = listed(own, alone);
    const names = [...new Set(found.values())];
    if (names.length <= mostLists && !areNested(names)) lists.set(name, found);
  }
  return lists;
}

/** The same of the actions of a page. */
export function listsAmong(actions: Iterable<Action>): Lists {
  return listsServed(
    [...actions].map(({ instruction, xpath, meta, value }) => ({
      className: classOf(instruction),
      xpath,
      value,
      toggle: meta?.toggle !== undefined,
    })),
  );
}

/** Class of an action, by the list that it stands in. */
export function listedClass({ instruction, xpath, list }: Action, lists: Lists): string | null {
  const name = classOf(instruction);
  return name === null ? null : nameOfList(name, list ?? lists.get(name)?.get(xpath));
}

/** The list of each path: the deepest level at which there are others. */
function listed(
  paths: ReadonlyMap<string, ReadonlySet<string>>,
  alone: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const levels = new Map([...paths.keys()].map((path) => [path, patternsOf(path)]));
  const members = timesOf([...levels.values()].flat());
  const found = new Map<string, string>();
  for (const [path, patterns] of levels) {
    const isOne = alone.has(path) || (paths.get(path)?.size ?? 0) > 1;
    const list = isOne ? path : (patterns.find((each) => (members.get(each) ?? 0) > 1) ?? patterns[0]);
    if (list !== undefined) found.set(path, list);
  }
  return found;
}

/** Whether lists stand within entries of each other: branches of a tree, of which something is open, not chosen. */
function areNested(lists: readonly string[]): boolean {
  const containers = lists.map((list) => list.replace(/\[\*\].*$/s, '['));
  return containers.some((one) => containers.some((other) => other !== one && other.startsWith(one)));
}

/** A path with one of its positions left open, the deepest first. */
function patternsOf(path: string): readonly string[] {
  return [...path.matchAll(/\[\d+\]/g)]
    .map(({ 0: position, index }) => `${path.slice(0, index)}[*]${path.slice(index + position.length)}`)
    .reverse();
}
