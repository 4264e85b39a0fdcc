import { parseSkeleton, type SkeletonNode } from './skeleton.ts';

/** What a name is made from. */
export interface Unnamed {
  /** Addresses of its pages. */
  readonly addresses: readonly string[];
  /** Skeletons of some of them. */
  readonly samples: readonly string[];
}

/** Share of a type's addresses that a word of their paths must be in. */
const mostAddresses = 0.8;

/** Names for types, in their order: short words in lower case, no two alike. */
export function proposeNames(types: readonly Unnamed[]): string[] {
  const roots = types.map(({ samples }) => samples.map(parseSkeleton));
  const bases = types.map(
    (type, at) => addressWord(type, types) ?? partWord(roots, at) ?? shape(roots[at] ?? []),
  );
  const shaped = bases.map((base, at) => {
    if (bases.indexOf(base) === bases.lastIndexOf(base)) return base;
    const end = shape(roots[at] ?? []);
    return base === end ? base : `${base}-${end}`;
  });
  const taken = new Set<string>();
  return shaped.map((name) => {
    let free = name;
    for (let next = 2; taken.has(free); next++) free = `${name}-${next}`;
    taken.add(free);
    return free;
  });
}

/** A word of the path that nearly all addresses of a type share and not all types do; `home` for the top alone. */
function addressWord(type: Unnamed, types: readonly Unnamed[]): string | null {
  if (type.addresses.length === 0) return null;
  const paths = type.addresses.map(pathWords);
  // A site without words in its addresses says nothing by them.
  if (type.addresses.length === 1 && paths[0]?.length === 0 && types.length > 1 && isTop(type.addresses[0]))
    return 'home';
  const shared = [...new Set(paths.flat())].filter((word) => isShared(word, paths));
  const telling = shared.filter(
    (word) => types.length < 2 || types.some((other) => !isShared(word, other.addresses.map(pathWords))),
  );
  return telling.at(-1) ?? null;
}

function isShared(word: string, paths: readonly (readonly string[])[]): boolean {
  return paths.filter((words) => words.includes(word)).length >= mostAddresses * paths.length;
}

function isTop(address: string | undefined): boolean {
  const url = address === undefined ? null : URL.parse(address);
  return url !== null && url.pathname === '/' && url.search === '' && url.hash === '';
}

function pathWords(address: string): string[] {
  const url = URL.parse(address);
  if (!url) return [];
  const words = `${url.pathname}/${url.hash.replace(/^#!?/, '')}`
    .split('/')
    .map((part) => part.replace(/\.\w+$/, '').toLowerCase());
  return words.filter((word) => /^[a-z][a-z-]{1,18}$/.test(word) && !dull.has(word));
}

const dull = new Set([
  'index',
  'default',
  'www',
  'html',
  'content',
  'container',
  'main',
  'page',
  'wrapper',
  'root',
  'app',
]);

/** The id or class of the largest part that only this type has. */
function partWord(roots: readonly (readonly SkeletonNode[])[], at: number): string | null {
  const others = new Set(roots.flatMap((samples, other) => (other === at ? [] : samples.flatMap(wordsIn))));
  let [best, most] = [null as string | null, 0];
  const visit = (node: SkeletonNode): number => {
    let size = 1;
    for (const kid of node.kids) size += visit(kid);
    const word = wordOf(node);
    if (word && !others.has(word) && size > most) [best, most] = [word, size];
    return size;
  };
  for (const root of (roots[at] ?? []).slice(0, 1)) visit(root);
  return best;
}

function wordsIn(node: SkeletonNode): string[] {
  const word = wordOf(node);
  return [...(word ? [word] : []), ...node.kids.flatMap(wordsIn)];
}

function wordOf({ label }: SkeletonNode): string | null {
  const word = /[.#](.+)$/.exec(label)?.[1]?.toLowerCase().replaceAll('_', '-');
  return word && /^[a-z][a-z-]{1,18}$/.test(word) && !dull.has(word) ? word : null;
}

/** Whether a page is made of many things of a kind that have links, or of one. */
function shape(samples: readonly SkeletonNode[]): 'list' | 'detail' {
  const sample = samples[0];
  if (!sample) return 'detail';
  const inside = contentOf(sample) ?? sample;
  return repeatedNodes(inside) * 2 > size(inside) ? 'list' : 'detail';
}

function contentOf(node: SkeletonNode): SkeletonNode | null {
  if (/^main(?:[.#]|$)/.test(node.label)) return node;
  for (const kid of node.kids) {
    const found = contentOf(kid);
    if (found) return found;
  }
  return null;
}

function size(node: SkeletonNode): number {
  return node.kids.reduce((sum, kid) => sum + size(kid), 1);
}

/** Nodes in what is repeated and has a link in it. */
function repeatedNodes(node: SkeletonNode): number {
  if (node.repeated && hasLink(node)) return size(node);
  return node.kids.reduce((sum, kid) => sum + repeatedNodes(kid), 0);
}

function hasLink(node: SkeletonNode): boolean {
  return /^a(?:[.#]|$)/.test(node.label) || node.kids.some(hasLink);
}
