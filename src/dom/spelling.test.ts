import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import fc from '../../test/cases.ts';
import type { ElementNode, TreeNode } from '../model/document.ts';
import { documentToHtml } from './html.ts';
import { spellable } from './spelling.ts';

type Parsed = DefaultTreeAdapterTypes.Node;

/** Each text with the names of the elements around it, without those the speller or the parser adds. */
function parsedTexts(node: Parsed, path: readonly string[], out: string[]): string[] {
  if (node.nodeName === '#text') {
    const { value } = node as DefaultTreeAdapterTypes.TextNode;
    // Neighbouring texts of the tree are one text to the parser.
    for (const piece of value.split(/(?=t\d)/))
      if (piece.trim() !== '') out.push(`${path.join('>')}:${piece}`);
    return out;
  }
  const { tagName, attrs } = node as DefaultTreeAdapterTypes.Element;
  const was = attrs?.find(({ name }) => name === 'data-argiope-was')?.value ?? tagName;
  const inner = was === undefined || unseen.has(was) ? path : [...path, was];
  if ('childNodes' in node) for (const kid of node.childNodes) parsedTexts(kid, inner, out);
  return out;
}

function treeTexts(node: TreeNode, path: readonly string[], out: string[]): string[] {
  if (typeof node === 'string') {
    if (node.trim() !== '') out.push(`${path.join('>')}:${node}`);
    return out;
  }
  const inner = unseen.has(node.tag) ? path : [...path, node.tag];
  for (const kid of node.kids ?? []) treeTexts(kid, inner, out);
  return out;
}

// Table parts are left out of the comparison: the parser adds sections and rows of its own.
const unseen = new Set(['applet', 'table', 'tbody', 'tr', 'td', 'th', 'caption', 'colgroup', 'col']);

function page(kids: readonly TreeNode[]): ElementNode {
  return { tag: 'html', kids: [{ tag: 'head' }, { tag: 'body', kids }] };
}

function roundTrip(kids: readonly TreeNode[]): string[] {
  const html = documentToHtml({ doctype: 'html', root: spellable(page(kids)).root });
  return parsedTexts(parse(html), [], []);
}

const tags =
  'a a a p p div span b button button form li ul dl dd dt h1 h2 nobr section table tbody tr td th label font'.split(
    ' ',
  );

let count = 0;
const tree: fc.Arbitrary<TreeNode> = fc.letrec<{ node: TreeNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    { weight: 1, arbitrary: fc.constant('text').map(() => `t${count++}`) },
    {
      weight: 3,
      arbitrary: fc.record({
        tag: fc.constantFrom(...tags),
        kids: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
      }),
    },
  ),
})).node;

test('any tree of a script keeps every text inside the same elements when it is parsed again', () => {
  fc.assert(
    fc.property(fc.array(tree, { minLength: 1, maxLength: 3 }), (kids) => {
      assert.deepEqual(roundTrip(kids), treeTexts(page(kids), [], []));
    }),
    { numRuns: 1500 },
  );
});

test('a link inside a link stays inside it', () => {
  const inner: ElementNode = { tag: 'a', attrs: { href: '2' }, kids: ['inner'] };
  const texts = roundTrip([
    { tag: 'a', attrs: { href: '1' }, kids: ['before', { tag: 'b', kids: [inner] }, 'after'] },
  ]);
  assert.deepEqual(texts, ['html>body>a:before', 'html>body>a>b>a:inner', 'html>body>a:after']);
});

test('trees that HTML can spell are left as they are', () => {
  const root = page([
    { tag: 'p', kids: ['one ', { tag: 'a', attrs: { href: '#' }, kids: ['two'] }] },
    { tag: 'ul', kids: [{ tag: 'li', kids: [{ tag: 'ul', kids: [{ tag: 'li', kids: ['deep'] }] }] }] },
    {
      tag: 'a',
      kids: [
        { tag: 'table', kids: [{ tag: 'tr', kids: [{ tag: 'td', kids: [{ tag: 'a', kids: ['cell'] }] }] }] },
      ],
    },
  ]);
  const spelled = spellable(root);
  assert.deepEqual(spelled.root, root);
  assert.equal(spelled.renamed, false);
});

test('a table row outside a table becomes a div that remembers what it was', () => {
  const spelled = spellable(
    page([{ tag: 'div', kids: [{ tag: 'tr', kids: [{ tag: 'td', kids: ['x'] }] }] }]),
  );
  assert.equal(spelled.renamed, true);
  const html = documentToHtml({ doctype: 'html', root: spelled.root });
  assert.match(html, /<div data-argiope-was="tr">/);
  assert.match(html, />x</);
});

test('text and blocks directly in a table stay in their place between the rows', () => {
  const row = (text: string): ElementNode => ({ tag: 'tr', kids: [{ tag: 'td', kids: [text] }] });
  const texts = roundTrip([
    'before',
    { tag: 'table', kids: [row('1'), 'loose', { tag: 'div', kids: ['block'] }, row('2')] },
  ]);
  assert.deepEqual(
    texts.map((text) => text.split(':')[1]),
    ['before', '1', 'loose', 'block', '2'],
  );
});

test('HTML elements inside SVG do not break out of it', () => {
  const svg: ElementNode = {
    tag: 'svg',
    ns: 'svg',
    kids: [
      { tag: 'div', kids: ['not shown'] },
      { tag: 'foreignObject', ns: 'svg', kids: [{ tag: 'div', kids: ['shown'] }] },
    ],
  };
  assert.deepEqual(roundTrip([svg, 'after']), ['html>body>svg>foreignObject>div:shown', 'html>body:after']);
});
