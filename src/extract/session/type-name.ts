import { recognise } from '../../values/index.ts';
import type { PreparedPage } from '../types.ts';

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
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [best] = [...counts].sort((one, other) => other[1] - one[1]);
  return best !== undefined && best[1] * 2 > of ? best[0] : null;
}
