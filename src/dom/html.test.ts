import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFragment } from 'parse5';
import fc from '../../test/cases.ts';
import { documentToHtml, nodeToHtml } from './html.ts';

test('void elements have no end tag, others always one', () => {
  assert.equal(
    nodeToHtml({ tag: 'p', kids: ['a', { tag: 'br' }, { tag: 'span' }] }),
    '<p>a<br><span></span></p>',
  );
  assert.equal(
    nodeToHtml({ tag: 'svg', ns: 'svg', kids: [{ tag: 'link', ns: 'svg' }] }),
    '<svg><link></link></svg>',
  );
});

test('text and attributes come back from the parser as they were', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, value) => {
      const clean = (string: string) => string.replaceAll('\0', '');
      const [node] = parseFragment(
        nodeToHtml({ tag: 'p', attrs: { title: value }, kids: [text] }),
      ).childNodes;
      assert.ok(node && 'attrs' in node);
      assert.equal(node.attrs[0]?.value, clean(value));
      assert.equal(node.childNodes.map((kid) => ('value' in kid ? kid.value : '')).join(''), clean(text));
    }),
  );
});

test('the text of a style is written as it is and cannot end it', () => {
  assert.equal(
    nodeToHtml({ tag: 'style', kids: ['a > b{content:"&</style >"}'] }),
    '<style>a > b{content:"&<\\/style >"}</style>',
  );
  assert.equal(nodeToHtml({ tag: 'style', ns: 'svg', kids: ['a > b{}'] }), '<style>a &gt; b{}</style>');
});

test('a newline at the start of preformatted text is not lost', () => {
  for (const tag of ['pre', 'textarea']) {
    const [node] = parseFragment(nodeToHtml({ tag, kids: ['\n\nx'] })).childNodes;
    assert.ok(node && 'childNodes' in node);
    assert.deepEqual(
      node.childNodes.map((kid) => ('value' in kid ? kid.value : '')),
      ['\n\nx'],
    );
  }
});

test('empty attributes stay, and names that HTML cannot spell are left out', () => {
  assert.equal(
    nodeToHtml({ tag: 'input', attrs: { disabled: '', 'a b': 'x', '"': 'y', '@click': 'z' } }),
    '<input disabled="" @click="z">',
  );
});

test('a shadow root is declared in front of the content of its host', () => {
  const html = nodeToHtml({
    tag: 'x-a',
    kids: ['light'],
    shadow: { mode: 'open', kids: [{ tag: 'slot' }], sheets: [':host{}'] },
  });
  assert.equal(
    html,
    '<x-a><template shadowrootmode="open"><slot></slot><style>:host{}</style></template>light</x-a>',
  );
});

test('the doctype decides the mode, and none is none', () => {
  const root = { tag: 'html' };
  assert.equal(documentToHtml({ doctype: 'html', root }), '<!DOCTYPE html>\n<html></html>');
  assert.equal(
    documentToHtml({ doctype: '<!DOCTYPE html PUBLIC "a" "b">', root }),
    '<!DOCTYPE html PUBLIC "a" "b">\n<html></html>',
  );
  assert.equal(documentToHtml({ doctype: null, root }), '<html></html>');
});
