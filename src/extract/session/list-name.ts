import { stableClasses } from '../../dom/pattern/stable.ts';
import type { PageNode, PreparedPage } from '../types.ts';

/** Words of classes and ids that say how something looks and not what it is. */
const looks =
  /^(?:item|items|list|lists|row|rows|col|cols|column|card|cards|box|block|grid|flex|media|body|content|contents|container|wrapper|wrap|inner|outer|main|section|group|even|odd|first|last|active|clearfix|panel|table|data|results?|entry|entries|element|elements|left|right|small|large|new|js|ui)$/;

/** What the items of a list are, by the names that the page has for them or by the heading above; else as it was. */
export function listName(page: PreparedPage, firsts: readonly number[], id: string): string {
  const nodes = firsts.map((first) => page.nodes[first]).filter((node) => node !== undefined);
  const [first] = nodes;
  if (first === undefined) return id;
  const own = wordsOf(first).find((word) => nodes.every((node) => wordsOf(node).includes(word)));
  const parent = page.nodes[first.parent];
  const name = own ?? (parent === undefined ? undefined : (wordsOf(parent)[0] ?? headingOver(page, parent)));
  return name === undefined ? id : plural(name);
}

/** Names of an element that say what it is: the last words of its classes and its id. */
function wordsOf({ attrs }: PageNode): readonly string[] {
  const names = [...stableClasses(attrs.class), ...stableClasses(attrs.id)];
  return names
    .map((name) => name.toLowerCase().split(/[^a-z]+/))
    .flatMap((words) => words.filter((word) => word.length > 2 && !looks.test(word)).slice(-1));
}

function headingOver(page: PreparedPage, parent: PageNode): string | undefined {
  const kids = page.nodes[parent.parent]?.kids ?? [];
  const before = kids[kids.indexOf(parent.index) - 1];
  const node = before === undefined ? undefined : page.nodes[before];
  if (node === undefined || !/^h[1-6]$|^caption$|^legend$/.test(node.tag)) return undefined;
  const texts = page.nodes.slice(node.index, node.end).map(({ text }) => text);
  const words =
    texts
      .join(' ')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return words.length === 0 || words.length > 4 ? undefined : words.join('_');
}

function plural(name: string): string {
  if (!/^[a-z_]+$/.test(name) || /s$/.test(name)) return name;
  return /[^aeiou]y$/.test(name) ? name.replace(/y$/, 'ies') : `${name}s`;
}
