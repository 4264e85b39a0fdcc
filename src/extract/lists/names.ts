import { stableClasses } from '../../dom/pattern/stable.ts';
import { typeOf } from '../../values/index.ts';
import type { PageNode, PreparedPage, Spot } from '../types.ts';
import { linkOf } from './item-texts.ts';

/** A field of the items of a list, with all of its places. */
export interface ItemField {
  readonly id: string;
  readonly attribute: string | null;
  readonly places: readonly { readonly page: PreparedPage; readonly spot: Spot }[];
}

/** A name that a field has by what it is within its item. */
export interface ItemName {
  readonly field: string;
  readonly name: string;
  readonly because: string;
}

/** What speaks for a text being what its item is called. */
const titleWeights = { heading: 4, named: 4, linked: 2.5, bold: 1.5, first: 1, distinct: 2 };
/** What must speak for it at least, and the lengths that names of things have. */
const [leastTitle, shortTitle, longTitle] = [4, 2, 160];
/** Length of a text from which on it tells something. */
const longText = 40;

/**
 * Names for fields of a list that its pages are about, where nothing else names them: what an item is called, its address,
 * picture, price and date, and for the rest the heads of their columns, their classes, and `text` with a number.
 */
export function namesInItems(
  fields: readonly ItemField[],
  items: number,
  taken: ReadonlyMap<string, string>,
): readonly ItemName[] {
  const free = fields.filter(({ id }) => !taken.has(id));
  const used = new Set(taken.values());
  const names: ItemName[] = [];
  const give = (field: ItemField | undefined, name: string, because: string): void => {
    if (field === undefined || used.has(name) || names.some((one) => one.field === field.id)) return;
    used.add(name);
    names.push({ field: field.id, name, because });
  };
  const texts = free.filter(({ attribute, places }) => attribute === null && isData(places));
  const hasTitle = ['title', 'name', 'headline'].some((name) => used.has(name));
  const title = hasTitle ? undefined : bestTitle(texts, items);
  give(title, 'title', 'what items are called');
  const titled = title ?? fields.find(({ id }) => /^(?:title|name|headline)$/.test(taken.get(id) ?? ''));
  give(addressOf(free, titled), 'url', 'address of the link');
  give(
    free.find(({ attribute, places }) => attribute === 'src' && isData(places)),
    'image',
    'picture',
  );
  for (const field of texts) {
    if (names.some((one) => one.field === field.id)) continue;
    const [name, because] = nameOf(field);
    give(field, unused(name, used), because);
  }
  return names;
}

function isData(places: ItemField['places']): boolean {
  const values = new Set(places.map(({ spot }) => spot.text));
  return values.size > 1 && [...values].some((text) => /[\p{L}\p{N}]/u.test(text));
}

function bestTitle(texts: readonly ItemField[], items: number): ItemField | undefined {
  const scored = texts
    .map((field, at) => ({ field, score: titleScore(field, at, items) }))
    .filter(({ score }) => score >= leastTitle)
    .sort((one, other) => other.score - one.score);
  return scored[0]?.field;
}

function titleScore({ places }: ItemField, at: number, items: number): number {
  const values = places.map(({ spot }) => spot.text);
  const length = values.reduce((sum, text) => sum + text.length, 0) / values.length;
  if (length < shortTitle || length > longTitle) return 0;
  const worded = values.filter((text) => /\p{L}{2}|\p{Script=Han}/u.test(text)).length;
  if (worded * 3 < values.length * 2 || typeOf(values).type === 'date') return 0;
  const share = (test: (node: PageNode, page: PreparedPage) => boolean) =>
    places.filter(({ page, spot }) => test(page.nodes[spot.node] as PageNode, page)).length / places.length;
  const { heading, named, linked, bold, first, distinct } = titleWeights;
  const score =
    heading * share((node, page) => isBelow(page, node, /^(?:h[1-6]|dt|caption|summary)$/)) +
    named *
      share((node, page) => /(?:^|[-_])(?:title|name|headline|subject)$/i.test(classAbove(page, node))) +
    linked * share((node, page) => linkOf(page, node) !== null) +
    bold * share((node, page) => isBelow(page, node, /^(?:b|strong)$/)) +
    first * (at === 0 ? 1 : 0) +
    distinct * (new Set(values).size / values.length);
  // What few items have is no name of them.
  return score * Math.min(1, places.length / items);
}

function isBelow({ nodes }: PreparedPage, node: PageNode, tag: RegExp): boolean {
  let above: PageNode | undefined = nodes[node.parent];
  for (let level = 0; above !== undefined && level < 4; level++, above = nodes[above.parent])
    if (tag.test(above.tag)) return true;
  return false;
}

/** The class of the nearest element that has one and holds nothing but the text. */
function classAbove({ nodes }: PreparedPage, text: PageNode): string {
  let node = nodes[text.parent];
  for (let level = 0; node !== undefined && level < 3; level++, node = nodes[node.parent]) {
    if (nodes.slice(node.index, node.end).filter((each) => each.text !== '').length > 1) return '';
    const name = node.attrs.itemprop ?? [...stableClasses(node.attrs.class)][0];
    if (name !== undefined && name !== '') return name;
  }
  return '';
}

/** The address of the link that most of the titles are in, else the first that differs from item to item. */
function addressOf(fields: readonly ItemField[], title: ItemField | undefined): ItemField | undefined {
  const addresses = fields.filter(({ attribute, places }) => attribute === 'href' && isData(places));
  const links = new Set(
    title?.places.flatMap(({ page, spot }) => {
      const link = linkOf(page, page.nodes[spot.node] as PageNode);
      return link === null ? [] : `${page.name} ${link.index}`;
    }),
  );
  const around = ({ places }: ItemField) =>
    places.filter(({ page, spot }) => links.has(`${page.name} ${spot.node}`)).length;
  return (
    addresses.find((field) => around(field) * 2 > field.places.length) ??
    addresses.find(({ places }) => new Set(places.map(({ spot }) => spot.text)).size >= 0.8 * places.length)
  );
}

/** What a field is called by the head of its column or its class, else by what its values are. */
export function nameInItem(field: ItemField): string {
  return nameOf(field)[0];
}

function nameOf(field: ItemField): readonly [name: string, because: string] {
  const head = mostOf(field.places.map(({ page, spot }) => headOf(page, spot.node)));
  if (head !== '') return [head, 'head of its column'];
  const named = mostOf(
    field.places.map(({ page, spot }) => wordOf(classAbove(page, page.nodes[spot.node] as PageNode))),
  );
  if (named !== '') return [named, 'class'];
  const values = field.places.map(({ spot }) => spot.text);
  const { type } = typeOf(values);
  if (type === 'price' || type === 'date') return [type, `type ${type}`];
  const length = values.reduce((sum, text) => sum + text.length, 0) / values.length;
  return [length >= longText ? 'text' : 'value', 'what is left'];
}

/** A class as a name: its last word, where that is one. */
function wordOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2);
  return (words.at(-1) ?? '').slice(0, 24);
}

/** The head of the column that a cell of a table is in, as a name. */
function headOf({ nodes }: PreparedPage, from: number): string {
  let cell = nodes[from];
  while (cell !== undefined && cell.tag !== 'td' && cell.tag !== 'th') cell = nodes[cell.parent];
  const row = cell === undefined ? undefined : nodes[cell.parent];
  if (cell === undefined || row?.tag !== 'tr') return '';
  const place = row.kids.filter((kid) => /^t[dh]$/.test(nodes[kid]?.tag ?? '')).indexOf(cell.index);
  const table = [row, nodes[row.parent], nodes[nodes[row.parent]?.parent ?? -1]].find(
    (node) => node?.tag === 'table',
  );
  const first = nodes
    .slice(table?.index ?? 0, table?.end ?? 0)
    .find((node) => node.tag === 'tr' && node.kids.some((kid) => nodes[kid]?.tag === 'th'));
  if (first === undefined || first.index === row.index || first.kids.length !== row.kids.length) return '';
  const head = nodes[first.kids[place] ?? -1];
  if (head?.tag !== 'th') return '';
  const text = nodes
    .slice(head.index, head.end)
    .map((node) => node.text)
    .join(' ');
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 || words.length > 4 || !/^\p{L}/u.test(words[0] ?? '') ? '' : words.join('_');
}

function mostOf(names: readonly string[]): string {
  const [first = ''] = names;
  return names.filter((name) => name === first).length * 3 >= names.length * 2 ? first : '';
}

function unused(name: string, used: ReadonlySet<string>): string {
  if (!used.has(name)) return name;
  for (let nth = 2; ; nth++) if (!used.has(`${name}_${nth}`)) return `${name}_${nth}`;
}
