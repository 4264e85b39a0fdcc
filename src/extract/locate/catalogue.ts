import { remembering } from '../../model/bounded-map.ts';
import { addTo } from '../../model/multimap.ts';
import type { PageNode, PreparedPage } from '../types.ts';

/** Where texts, ids, classes and other names stand on a page, in document order. */
export interface Catalogue {
  /** Text nodes by the key of their whole text. */
  readonly texts: ReadonlyMap<string, readonly number[]>;
  /** Text nodes by the key of their text up to the first colon. */
  readonly heads: ReadonlyMap<string, readonly number[]>;
  readonly ids: ReadonlyMap<string, readonly number[]>;
  readonly classes: ReadonlyMap<string, readonly number[]>;
  /** Elements by `name=value` of the attributes that name what is in them. */
  readonly named: ReadonlyMap<string, readonly number[]>;
  readonly tags: ReadonlyMap<string, readonly number[]>;
}

/** Attributes whose values say what an element holds, and stay when the content changes. */
export const namingAttributes: readonly string[] = [
  'itemprop',
  'property',
  'name',
  'rel',
  'role',
  'headers',
  'data-field',
  'data-label',
  'data-testid',
  'data-name',
];

const catalogues = new WeakMap<PreparedPage, Catalogue>();

/** The catalogue of a page, made once. */
export function catalogueOf(page: PreparedPage): Catalogue {
  let known = catalogues.get(page);
  if (known === undefined) {
    known = makeCatalogue(page);
    catalogues.set(page, known);
  }
  return known;
}

function makeCatalogue(page: PreparedPage): Catalogue {
  const maps = {
    texts: new Map<string, number[]>(),
    heads: new Map<string, number[]>(),
    ids: new Map<string, number[]>(),
    classes: new Map<string, number[]>(),
    named: new Map<string, number[]>(),
    tags: new Map<string, number[]>(),
  };
  for (const node of page.nodes) {
    if (page.noise.get(node.index) === 'script') continue;
    if (node.tag === '#text') fileText(maps, node);
    else fileElement(maps, node);
  }
  return maps;
}

function fileText(maps: { texts: Map<string, number[]>; heads: Map<string, number[]> }, node: PageNode) {
  const key = labelKey(node.text);
  if (key !== '') addTo(maps.texts, key, node.index);
  const head = headOf(node.text);
  if (head !== null) addTo(maps.heads, labelKey(head), node.index);
}

function fileElement(
  maps: Record<'ids' | 'classes' | 'named' | 'tags', Map<string, number[]>>,
  { index, tag, attrs }: PageNode,
): void {
  addTo(maps.tags, tag, index);
  if (attrs.id !== undefined) addTo(maps.ids, attrs.id, index);
  if (attrs.class !== undefined) {
    for (const name of new Set(attrs.class.split(/\s+/))) if (name !== '') addTo(maps.classes, name, index);
  }
  for (const name of namingAttributes) {
    const value = attrs[name];
    if (value !== undefined) addTo(maps.named, `${name}=${value}`, index);
  }
}

/** The same few texts stand on every page, and are asked for by every field. */
const knownKey = remembering(20_000, makeKey);
/** Characters of texts whose keys are remembered: labels are short, and long texts would fill the memory. */
const longestKept = 100;

/** A label without the marks around it and without case: `Price:` and `PRICE` are one. */
export function labelKey(text: string): string {
  return text.length > longestKept ? makeKey(text) : knownKey(text);
}

function makeKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}$€£¥#%]+|[^\p{L}\p{N}$€£¥#%)]+$/gu, '')
    .replace(/\s+/g, ' ');
}

/** What stands before a colon near the start of a text, with the colon; `null` where there is none, as in times and addresses. */
export function headOf(text: string): string | null {
  const head = /^[^:：]{1,50}[:：](?!\/\/)(?!(?<=\d.)\d)/u.exec(text)?.[0];
  return head !== undefined && head.length < text.length ? head : null;
}
