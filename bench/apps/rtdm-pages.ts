import type { DocumentTree, ElementNode, TreeNode } from '../../src/model/document.ts';
import { chance, paragraph, sentence } from '../../test/sites/prose.ts';

/** Two documents of about 2,000 nodes each, and how they came to differ. */
export interface PagePair {
  readonly name: string;
  readonly one: DocumentTree;
  readonly other: DocumentTree;
}

interface Row {
  readonly title: string;
  readonly text: string;
  readonly id: number;
  readonly stock: string;
}

interface PageContent {
  readonly rows: readonly Row[];
  readonly likes: number;
  readonly page: number;
  readonly inside?: readonly TreeNode[];
  /** Size of what is the same on every page: 1 where absent. */
  readonly template?: number;
}

const el = (
  tag: string,
  kids: readonly TreeNode[] = [],
  attrs: Readonly<Record<string, string>> = {},
): ElementNode => ({ tag, kids, attrs });

function rowsFrom(first: number, count: number): Row[] {
  return Array.from({ length: count }, (_, at) => {
    const random = chance(first + at);
    const id = first + at;
    const stock = random() < 0.7 ? 'In stock' : 'Sold out';
    return { title: sentence(random), text: paragraph(random, 120), id, stock };
  });
}

function rowElement({ id, title, text, stock }: Row): ElementNode {
  return el('li', [
    el('article', [
      el('h3', [el('a', [title], { href: `/product/${id}` })]),
      el('img', [], { src: `/image/${id}.png`, alt: title }),
      el('p', [text]),
      el('div', [
        el('span', ['Price']),
        el('b', [`${(id * 37) % 900}.00`]),
        el('span', [stock]),
        el('button', ['Add to cart']),
        el('button', ['Compare']),
      ]),
    ]),
  ]);
}

function pageOf({ rows, likes, page, inside = [], template = 1 }: PageContent): DocumentTree {
  const menu = rowsFrom(9000, 40 * template).map(({ title, id }) =>
    el('li', [el('a', [title], { href: `/category/${id}` })]),
  );
  const notes = rowsFrom(8000, 30 * template).map(({ title, text }) =>
    el('section', [el('h4', [title]), el('p', [text])]),
  );
  const pager = Array.from({ length: 12 }, (_, at) => el('button', [String(at + 1)]));
  const body = el('body', [
    el('header', [
      el('h1', ['The shop']),
      el('nav', [el('ul', menu)]),
      el('span', [`${likes} people like this`]),
    ]),
    el('main', [
      el('h2', [`Products, page ${page}`]),
      ...inside,
      el('ul', rows.map(rowElement)),
      el('div', pager),
    ]),
    el('aside', notes),
    el('footer', [el('p', ['All words are made up.'])]),
  ]);
  const root = el('html', [el('head', [el('title', ['The shop'])]), body]);
  return { url: 'http://shop/', base: 'http://shop/', doctype: 'html', title: 'The shop', lang: 'en', root };
}

/** Some other page: an article with comments that answer each other. */
function articlePage(): DocumentTree {
  const random = chance(77);
  const comment = (depth: number): ElementNode =>
    el('div', [
      el('b', [sentence(random)]),
      el('p', [paragraph(random, 80)]),
      ...Array.from({ length: depth === 0 ? 0 : 3 }, () => comment(depth - 1)),
    ]);
  const parts = Array.from({ length: 120 }, () => el('p', [paragraph(random, 200)]));
  const body = el('body', [el('article', parts), ...Array.from({ length: 9 }, () => comment(3))]);
  const root = el('html', [el('head'), body]);
  return { url: 'http://shop/a', base: 'http://shop/a', doctype: 'html', title: '', lang: '', root };
}

/** The pairs, from no change at all to another kind of page. */
export function pagePairs(): PagePair[] {
  const rows = rowsFrom(0, 70);
  const start: PageContent = { rows, likes: 1203, page: 1 };
  const dialog = el('dialog', rowsFrom(500, 3).map(rowElement), { open: '' });
  const one = pageOf(start);
  const pair = (name: string, change: Partial<PageContent>): PagePair => ({
    name,
    one,
    other: pageOf({ ...start, ...change }),
  });
  const half = rows.map((row, at) => (at % 2 === 0 ? row : (rowsFrom(300 + at, 1)[0] as Row)));
  return [
    pair('captured again', {}),
    pair('a counter went on', { likes: 1204 }),
    pair('a row changed', { rows: rows.map((row, at) => (at === 30 ? { ...row, title: 'Another' } : row)) }),
    pair('half of the rows changed', { rows: half }),
    pair('the next page of the list', { rows: rowsFrom(100, 70), page: 2 }),
    pair('the last, shorter page of the list', { rows: rowsFrom(200, 61), page: 12 }),
    pair('ten more rows', { rows: [...rows, ...rowsFrom(100, 10)] }),
    pair('sorted by another column', { rows: [...rows].sort((a, b) => a.title.localeCompare(b.title)) }),
    pair('a dialog came up', { inside: [dialog] }),
    { name: 'another kind of page', one, other: articlePage() },
  ];
}

/** Small pages after up to six changes of rows, texts and counters, some of them none at all. */
export function* smallPairs(count: number): Generator<PagePair> {
  const random = chance(4711);
  const pick = (below: number) => Math.floor(random() * below);
  for (let round = 0; round < count; round++) {
    const rows = rowsFrom(pick(1000), 6);
    let likes = pick(50);
    const start: PageContent = { rows, likes, page: 1, template: 0.1 };
    const changed = [...rows];
    for (let left = pick(7); left > 0; left--) {
      const at = pick(changed.length);
      const row = changed[at] as Row;
      const fresh = rowsFrom(2000 + pick(1000), 1)[0] as Row;
      const change = pick(5);
      if (change === 0) likes++;
      else if (change === 1) changed[at] = { ...row, text: fresh.text };
      else if (change === 2) changed[at] = { ...row, stock: 'On its way' };
      else if (change === 3) changed.splice(at, 0, fresh);
      else if (changed.length > 1) changed.splice(at, 1);
    }
    yield {
      name: `small ${round}`,
      one: pageOf(start),
      other: pageOf({ ...start, rows: changed, likes }),
    };
  }
}
