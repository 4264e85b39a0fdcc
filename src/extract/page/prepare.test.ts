import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elementsOf } from '../../dom/xpath.ts';
import type { DocumentTree } from '../../model/document.ts';
import { nodeAt, pathOf } from './path.ts';
import { preparePage, textOfNode } from './prepare.ts';

const prepare = (html: string) => preparePage({ name: 'p', url: 'http://site.example/', html });

test('nodes stand in document order, with parents, ends and collapsed texts', () => {
  const { nodes } = prepare('<div><p> a \n b </p> <p>c</p></div>');
  assert.deepEqual(
    nodes.map(({ tag, text, parent, end, nth }) => [tag, text, parent, end, nth]),
    [
      ['html', '', -1, 8, 1],
      ['head', '', 0, 2, 1],
      ['body', '', 0, 8, 1],
      ['div', '', 2, 8, 1],
      ['p', '', 3, 6, 1],
      ['#text', 'a b', 4, 6, 1],
      ['p', '', 3, 8, 2],
      ['#text', 'c', 6, 8, 1],
    ],
  );
});

test('every node is found again at its path, and paths of elements are those of the store', () => {
  const page = prepare(
    '<ul><li>a<br> <b>x</b>tail<li>b</ul><svg><linearGradient id=g></svg><a href=/x>y</a>',
  );
  for (const { index } of page.nodes) assert.equal(nodeAt(page, pathOf(page, index))?.index, index);
  const elements = page.nodes.filter(({ tag }) => !tag.startsWith('#'));
  assert.deepEqual(
    elements.map(({ index }) => pathOf(page, index)),
    [...elementsOf(page.document)].map(({ xpath }) => xpath),
  );
  const tail = page.nodes.find(({ text }) => text === 'tail');
  // Blank texts are counted: "a", " ", "tail".
  assert.equal(pathOf(page, tail?.index ?? -1), '/HTML/BODY[1]/UL[1]/LI[1]/text()[3]');
  const link = page.nodes.find(({ tag }) => tag === 'a');
  assert.equal(nodeAt(page, pathOf(page, link?.index ?? -1, 'href'))?.attrs.href, '/x');
  assert.equal(nodeAt(page, '/HTML/BODY/UL/LI[9]'), null);
});

test('shadow roots and frames have paths of their own', () => {
  const inner: DocumentTree = {
    url: 'http://f/',
    base: 'http://f/',
    doctype: null,
    title: '',
    lang: '',
    root: { tag: 'html', kids: [{ tag: 'body', kids: ['framed'] }] },
  };
  const root: DocumentTree['root'] = {
    tag: 'html',
    kids: [
      { tag: 'div', shadow: { mode: 'open', kids: [{ tag: 'p', kids: ['shade'] }] } },
      { tag: 'iframe', frame: inner },
      { tag: 'p', hidden: true, kids: ['gone'] },
    ],
  };
  const page = preparePage({ name: '1', url: null, document: { ...inner, root } });
  const paths = page.nodes.filter(({ text }) => text !== '').map(({ index }) => pathOf(page, index));
  assert.deepEqual(paths, [
    '/HTML/DIV[1]/#shadow/P[1]/text()[1]',
    '/HTML/IFRAME[1]/#document/HTML/BODY[1]/text()[1]',
    '/HTML/P[1]/text()[1]',
  ]);
  for (const { index } of page.nodes) assert.equal(nodeAt(page, pathOf(page, index))?.index, index);
  assert.deepEqual(
    [...page.noise].map(([at, mark]) => [page.nodes[at]?.tag, mark]),
    [
      ['p', 'hidden'],
      ['#text', 'hidden'],
    ],
  );
});

test('noise is marked and nothing is removed', () => {
  const page = preparePage(
    {
      name: 'p',
      url: null,
      html: '<style>p{}</style><p hidden>a<p style="color:red; display: none">b<input type=hidden value=v><p class=ad>c<p>d',
    },
    ({ nodes }) => nodes.filter(({ attrs }) => attrs.class === 'ad').map(({ index }) => index),
  );
  const marks = page.nodes
    .filter(({ text, tag }) => text !== '' || tag === 'input')
    .map(({ index, text }) => [text, page.noise.get(index) ?? null]);
  assert.deepEqual(marks, [
    ['p{}', 'script'],
    ['a', 'hidden'],
    ['b', 'hidden'],
    ['', 'hidden'],
    ['c', 'advertisement'],
    ['d', null],
  ]);
  assert.equal(textOfNode(page, 0), 'a b c d');
});

test('a template that browsers make a shadow root of is no program', () => {
  const page = prepare(
    '<x-card><template shadowrootmode=open><p>shown</template></x-card><template><p>not shown</template>',
  );
  assert.deepEqual(
    page.nodes
      .filter(({ text }) => text !== '')
      .map(({ index, text }) => [text, page.noise.get(index) ?? null]),
    [
      ['shown', null],
      ['not shown', 'script'],
    ],
  );
});

test('what was entered into a form is its value', () => {
  const document = prepare('').document;
  const root = { tag: 'html', kids: [{ tag: 'input', attrs: { value: 'old', name: 'q' }, value: 'new' }] };
  const page = preparePage({ name: '1', url: null, document: { ...document, root } });
  assert.deepEqual(page.nodes[1]?.attrs, { value: 'new', name: 'q' });
});

test('a page of a megabyte and one of great depth are prepared', () => {
  const rows = Array.from(
    { length: 12_000 },
    (_, at) => `<tr><td>Item ${at}<td><a href="/i/${at}">more about ${at}</a><td>$${at}.00`,
  );
  const html = `<table>${rows.join('')}</table>`;
  assert.ok(html.length > 800_000);
  const page = prepare(html);
  assert.equal(page.nodes.filter(({ tag }) => tag === 'tr').length, 12_000);
  assert.equal(page.nodes.at(-1)?.text, '$11999.00');
  assert.equal(prepare(`${'<div>'.repeat(3000)}deep`).nodes.at(-1)?.text, 'deep');
});
