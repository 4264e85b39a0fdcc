import { pathOf } from '../page/index.ts';
import type { PreparedPage, Spot } from '../types.ts';
import type { NamelessField, Pages } from './types.ts';

/** A numbered text of a page, as a labeller sees it. */
export interface NumberedText {
  readonly number: number;
  readonly text: string;
}

/**
 * Someone who can point at values: a person, or a language model behind a service of the user's choice.
 * Off unless given. It sees texts and names and answers with numbers alone, so it can choose among what a
 * page shows and cannot add to it.
 */
export interface Labeller {
  /** Numbers of the texts that are the values of each name; a name may be left out. */
  label(
    texts: readonly NumberedText[],
    names: readonly string[],
  ): Promise<Readonly<Record<string, readonly number[]>>>;
}

/** Texts of a page that are offered to whoever points at values. */
const mostTexts = 2000;

/** Asks a labeller about each page and gives its answers as fields; what points nowhere is left out. */
export async function askLabeller(
  labeller: Labeller,
  pages: Pages,
  names: readonly string[],
): Promise<readonly NamelessField[]> {
  const spots = new Map(names.map((name) => [name, new Map<string, readonly Spot[]>()]));
  for (const page of pages) {
    const shown = textsOf(page);
    const answer = await labeller.label(
      shown.map(({ text }, number) => ({ number, text })),
      names,
    );
    for (const name of names) {
      const own = [...new Set(answer[name] ?? [])].flatMap((number) => shown[number] ?? []);
      if (own.length > 0) spots.get(name)?.set(page.name, own);
    }
  }
  return [...spots].map(([id, found]) => ({ id, list: null, attribute: null, spots: found }));
}

function textsOf(page: PreparedPage): readonly Spot[] {
  return page.nodes
    .filter(({ tag, index }) => tag === '#text' && !page.noise.has(index))
    .slice(0, mostTexts)
    .map(({ index, text }) => ({ path: pathOf(page, index), node: index, text }));
}
