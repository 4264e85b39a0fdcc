import type { PageNode, PreparedPage } from '../types.ts';
import type { NamedField } from './best-names.ts';
import { gatherEvidence } from './evidence.ts';
import { type KnownModel, leastSame } from './known-values.ts';
import { compare } from './score.ts';
import { namedByMake } from './title-and-price.ts';
import type { FieldEvidence, NamelessField, Pages } from './types.ts';
import { wantedFrom } from './wanted.ts';
import { logOdds } from './weights.ts';

/** Share of values that are prices for a field to be one, and of different ones for links to tell items apart. */
const [leastPrices, leastDistinct] = [0.6, 0.5];

/** Items that a page has, on the mean, for them to be a list of things. */
const leastItems = 3;

/** What a price that is struck out falls behind by: it was the price. */
const struckOut = 10;

/**
 * Names for items that have a link and a price, such as every shop lists, where nothing on the page says them: the text
 * of the link, its address and the price, under the names that known records have for them. Lists without a price are menus as likely as data, and stay as they are.
 */
export function nameItems(
  fields: readonly NamelessField[],
  pages: Pages,
  known: { readonly model: KnownModel; readonly names: readonly string[] },
  named: readonly NamedField[],
): readonly NamedField[] {
  const listed = Map.groupBy(
    fields.filter(({ list }) => list !== null),
    ({ list }) => list,
  );
  return [...listed.values()].flatMap((own) => {
    const taken = named.filter(({ field }) => own.some(({ id }) => id === field));
    const free = ({ field, name }: NamedField) =>
      !taken.some((other) => other.field === field || other.name === name);
    return namesOfItems(own, pages, known).filter(free);
  });
}

function namesOfItems(
  fields: readonly NamelessField[],
  pages: Pages,
  { model, names }: Parameters<typeof nameItems>[2],
): readonly NamedField[] {
  const texts = gatherEvidence(
    fields.filter(({ attribute }) => attribute === null),
    pages,
  ).filter(({ noise, values }) => noise < 0.5 && values.length > 0);
  const wish = wantedFrom({ name: 'price' });
  const price = best(
    texts.filter(({ types, perPage }) => perPage >= leastItems && (types.get('price') ?? 0) >= leastPrices),
    (one) => logOdds(compare(one, wish, model).features) - (isStruck(one.field) ? struckOut : 0),
  );
  const title = best(
    texts.filter((one) => one !== price && isOfLinks(one, pages)),
    ({ values, distinct }) => values.length * distinct,
  );
  if (price === null || title === null || title.values.length * 2 < price.values.length) return [];
  const address = fields.find((field) => field.attribute === 'href' && isAround(field, title.field, pages));
  const proved = best(
    names.filter((name) => model.same(name, title) >= leastSame),
    (name) => model.same(name, title),
  );
  const ofPrice = names.find((name) => wantedFrom({ name }).types[0] === 'price');
  return [
    namedByMake(title.field, proved ?? (title.names.some(isName) ? 'name' : 'title'), 'text of the link'),
    ...(address === undefined ? [] : [namedByMake(address, 'url', 'address of the link')]),
    namedByMake(price.field, ofPrice ?? 'price', 'type price'),
  ];
}

function isStruck({ spots }: NamelessField): boolean {
  const paths = [...spots.values()].flat().map(({ path }) => path);
  return paths.filter((path) => /\/(?:S|DEL|STRIKE)\[/.test(path)).length * 2 > paths.length;
}

function isName({ words, weight }: FieldEvidence['names'][number]): boolean {
  return weight >= 0.5 && words.at(-1) === 'name';
}

function best<T>(some: readonly T[], worth: (one: T) => number): T | null {
  let found: { readonly one: T; readonly worth: number } | null = null;
  for (const one of some) {
    const own = worth(one);
    if (found === null || own > found.worth) found = { one, worth: own };
  }
  return found?.one ?? null;
}

/** Whether most values are texts of links, and differ: a button says the same in every item. */
function isOfLinks({ field, values, distinct }: FieldEvidence, pages: Pages): boolean {
  const linked = linksOf(field, pages);
  const words = values.filter((value) => /\p{L}/u.test(value)).length;
  return linked.size * 2 > values.length && words * 2 > values.length && distinct >= leastDistinct;
}

/** Whether most of the links around the values of one field have their addresses in another. */
function isAround(addresses: NamelessField, texts: NamelessField, pages: Pages): boolean {
  const links = linksOf(texts, pages);
  const own = [...addresses.spots].flatMap(([page, spots]) => spots.map(({ node }) => `${page} ${node}`));
  return own.filter((place) => links.has(place)).length * 2 > links.size;
}

/** The links around the values of a field, by page and node. */
function linksOf({ spots }: NamelessField, pages: Pages): ReadonlySet<string> {
  return new Set(
    pages.flatMap((page) =>
      (spots.get(page.name) ?? []).flatMap(({ node }) => {
        const link = linkAround(page, node);
        return link === null ? [] : `${page.name} ${link}`;
      }),
    ),
  );
}

function linkAround({ nodes }: PreparedPage, from: number): number | null {
  let node: PageNode | undefined = nodes[from];
  for (let level = 0; node !== undefined && level < 4; level++, node = nodes[node.parent])
    if (node.tag === 'a' && node.attrs.href !== undefined) return node.index;
  return null;
}
