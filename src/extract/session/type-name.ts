import { stableClasses } from '../../dom/pattern/stable.ts';
import { timesOf } from '../../model/counts.ts';
import { recognise } from '../../values/index.ts';
import type { PageNode, PreparedPage } from '../types.ts';

/**
 * A name for the template of some pages: what they say of themselves (microdata, OpenGraph), else the word that
 * their addresses have in common, else a number.
 */
export function typeName(pages: readonly PreparedPage[], taken: ReadonlySet<string>): string {
  return uniqueName(declared(pages) ?? addressed(pages) ?? 'template', taken);
}

/** The name, with a number where it is taken. */
export function uniqueName(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  for (let nth = 2; ; nth++) if (!taken.has(`${base}-${nth}`)) return `${base}-${nth}`;
}

/** Types that say nothing. */
const empty = new Set([
  'website',
  'webpage',
  'thing',
  'object',
  'breadcrumblist',
  'breadcrumb',
  'organization',
]);

function declared(pages: readonly PreparedPage[]): string | null {
  const names = pages.flatMap(({ nodes }) => {
    const item = nodes.find(
      ({ attrs }) => attrs.itemtype !== undefined && !empty.has(lastWord(attrs.itemtype)),
    );
    const meta = nodes.find(({ tag, attrs }) => tag === 'meta' && attrs.property === 'og:type');
    const name = lastWord(item?.attrs.itemtype ?? meta?.attrs.content ?? '');
    return name === '' || empty.has(name) ? [] : name;
  });
  return mostOf(names, pages.length);
}

function lastWord(text: string): string {
  return (/[A-Za-z]+$/.exec(text.trim())?.[0] ?? '').toLowerCase();
}

/** The last word of the paths that nearly all pages have, `null` where there is none. */
function addressed(pages: readonly PreparedPage[]): string | null {
  const words = pages.map(({ url, name }): readonly string[] => {
    // A file of a folder is named by its path.
    const path = url === null ? `/${name}` : (URL.parse(url)?.pathname ?? '');
    return path.toLowerCase().match(/(?<=\/)[a-z][a-z_-]{2,24}(?=[/.]|$)/g) ?? [];
  });
  const all = [...new Set(words.flat())].filter((word) => !isIdle(word));
  const shared = all.filter(
    (word) => words.filter((some) => some.includes(word)).length > leastShared * pages.length,
  );
  const last = shared.at(-1);
  return last === undefined || pages.length < 2 ? null : last;
}

/** Share of the pages whose addresses have a word that names their template: what fewer have is a value. */
const leastShared = 0.8;

/** Words of addresses that name no kind of thing: ways of programs, and places. */
function isIdle(word: string): boolean {
  const place = word.replace(/[-_]+/g, ' ');
  return (
    /^(?:index|html?|php|aspx?|the|www)$/.test(word) || recognise(place).some(({ type }) => type === 'place')
  );
}

function mostOf(names: readonly string[], of: number): string | null {
  const [best] = [...timesOf(names)].sort((one, other) => other[1] - one[1]);
  return best !== undefined && best[1] * 2 > of ? best[0] : null;
}

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
