import assert from 'node:assert/strict';
import { it } from 'node:test';
import { preparePage } from '../../../src/extract/index.ts';
import type { DocumentTree } from '../../../src/model/document.ts';
import { changeKinds } from './kinds.ts';
import { draftOf } from './tree.ts';

const html = `<body><div id="main"><h1 class="name">Moby Dick</h1><table><tr><th>Price:</th><td>$5.00</td></tr>
  <tr><th>Author:</th><td>Herman Melville</td></tr></table></div>`;
const truth = new Map([
  ['title', ['Moby Dick']],
  ['price', ['$5.00']],
  ['author', ['Herman Melville']],
]);
const facts = { constants: new Set(['Price:', 'Author:']), attribute: 'price' };

it('there are at least twelve kinds, each with a name of its own', () => {
  assert.ok(changeKinds.length >= 12);
  assert.equal(new Set(changeKinds.map(({ name }) => name)).size, changeKinds.length);
});

it('every kind changes the page, and the values stay on it as it says', () => {
  const { document } = preparePage({ name: 'p', url: null, html });
  for (const kind of changeKinds) {
    const draft = draftOf(document, truth);
    const altered = kind.change(draft, facts, 1);
    assert.notDeepEqual(draft.root, document.root, kind.name);
    const page = preparePage({
      name: 'p',
      url: null,
      document: { ...document, root: draft.root } as unknown as DocumentTree,
    });
    const texts = page.nodes.map(({ text }) => text);
    for (const [attribute, values] of truth)
      for (const value of altered[attribute] ?? values)
        assert.ok(
          texts.some((text) => text.includes(value)),
          `${kind.name}: ${value}`,
        );
    if (kind.name === 'removed field') assert.ok(!texts.includes('$5.00'));
    if (/labels/.test(kind.name)) assert.ok(!texts.includes('Author:'), kind.name);
  }
});
