import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentTree, ElementNode } from '../model/document.ts';
import { elementAt, elementsAt, elementsOf } from './xpath.ts';

const inner: ElementNode = { tag: 'html', kids: [{ tag: 'head' }, { tag: 'body', kids: [{ tag: 'i' }] }] };
const frame: DocumentTree = { url: 'u', base: 'u', doctype: null, title: '', lang: '', root: inner };
const root: ElementNode = {
  tag: 'html',
  kids: [
    { tag: 'head' },
    {
      tag: 'body',
      kids: [
        'text',
        { tag: 'div', kids: [{ tag: 'span', kids: [{ tag: 'a' }] }] },
        { tag: 'p' },
        { tag: 'div', shadow: { mode: 'closed', kids: [{ tag: 'b' }, { tag: 'b' }] }, kids: [{ tag: 'u' }] },
        { tag: 'iframe', frame },
        { tag: 'svg', ns: 'svg', kids: [{ tag: 'linearGradient', ns: 'svg' }] },
      ],
    },
  ],
};
const document: DocumentTree = { ...frame, root };

test('every element has the path that the papers give it', () => {
  assert.deepEqual(
    [...elementsOf(document)].map(({ xpath }) => xpath),
    [
      '/HTML',
      '/HTML/HEAD[1]',
      '/HTML/BODY[1]',
      '/HTML/BODY[1]/DIV[1]',
      '/HTML/BODY[1]/DIV[1]/SPAN[1]',
      '/HTML/BODY[1]/DIV[1]/SPAN[1]/A[1]',
      '/HTML/BODY[1]/P[1]',
      '/HTML/BODY[1]/DIV[2]',
      '/HTML/BODY[1]/DIV[2]/U[1]',
      '/HTML/BODY[1]/DIV[2]/#shadow/B[1]',
      '/HTML/BODY[1]/DIV[2]/#shadow/B[2]',
      '/HTML/BODY[1]/IFRAME[1]',
      '/HTML/BODY[1]/IFRAME[1]/#document/HTML',
      '/HTML/BODY[1]/IFRAME[1]/#document/HTML/HEAD[1]',
      '/HTML/BODY[1]/IFRAME[1]/#document/HTML/BODY[1]',
      '/HTML/BODY[1]/IFRAME[1]/#document/HTML/BODY[1]/I[1]',
      '/HTML/BODY[1]/SVG[1]',
      '/HTML/BODY[1]/SVG[1]/LINEARGRADIENT[1]',
    ],
  );
});

test('every path leads back to its element, alone and among all', () => {
  const all = [...elementsOf(document)];
  const found = elementsAt(
    document,
    all.map(({ xpath }) => xpath),
  );
  assert.equal(found.size, all.length);
  for (const { node, xpath } of all) {
    assert.equal(found.get(xpath), node, xpath);
    assert.equal(elementAt(document, xpath), node, xpath);
  }
});

test('a path that leads nowhere finds nothing', () => {
  for (const xpath of [
    '',
    '/',
    '/HTML/BODY[2]',
    '/HTML/BODY[1]/DIV[3]',
    '/HTML/BODY[1]/P[1]/#shadow/B[1]',
    '/BODY[1]',
  ]) {
    assert.equal(elementAt(document, xpath), null, xpath);
  }
});

test('a step without an index is the first of its name', () => {
  assert.equal(elementAt(document, '/HTML/BODY/DIV[1]/SPAN/A')?.tag, 'a');
});
