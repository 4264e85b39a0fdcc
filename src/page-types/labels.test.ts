import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardHtml, documentAt, threadHtml } from '../learn/fixture.ts';
import { Labels } from './labels.ts';
import { skeletonOf } from './skeleton.ts';

const skeleton = (body: string) => skeletonOf(documentAt(body));
const labels = new Labels([
  { name: 'board', samples: [skeleton(boardHtml(1)), skeleton(boardHtml(2))] },
  { name: 'thread', samples: [skeleton(threadHtml(1)), skeleton(threadHtml(2))] },
]);

test('a page is recognised by its parts, wherever they stand', () => {
  const wrapped = (body: string) => `<div class="frame"><div class="inner">${body}</div></div>`;
  assert.equal(labels.typeOf(skeleton(boardHtml(3))), 'board');
  assert.equal(labels.typeOf(skeleton(wrapped(boardHtml(3)))), 'board');
  assert.equal(labels.typeOf(skeleton(`<div class="promo"></div>${wrapped(threadHtml(3))}`)), 'thread');
});

test('a page that lacks what is a type’s own is of none', () => {
  assert.equal(labels.typeOf(skeleton('<h1>Help</h1><p>Nothing here.</p>')), null);
  assert.equal(
    labels.typeOf(skeleton('<div id="top"><a href="/">Help</a></div><div id="posts"></div>')),
    null,
  );
  assert.equal(labels.typeOf('html'), null);
});

test('a page with the parts of two types alike is of neither', () => {
  assert.equal(labels.typeOf(skeleton(boardHtml(1) + threadHtml(1))), null);
});

test('what only some samples of a type have is not asked of a page', () => {
  const some = new Labels([
    {
      name: 'thread',
      samples: [skeleton(threadHtml(1)), skeleton(`${threadHtml(2)}<div class="poll"></div>`)],
    },
    { name: 'board', samples: [skeleton(boardHtml(1))] },
  ]);
  assert.equal(some.typeOf(skeleton(`<div class="frame">${threadHtml(3)}</div>`)), 'thread');
});

test('one type alone is recognised by all its parts, and one without named parts never', () => {
  const one = new Labels([{ name: 'thread', samples: [skeleton(threadHtml(1))] }]);
  assert.equal(one.typeOf(skeleton(`<div class="frame">${threadHtml(2)}</div>`)), 'thread');
  assert.equal(one.typeOf(skeleton(boardHtml(2))), null);
  const bare = new Labels([{ name: 'plain', samples: ['html(body(h1 p*))'] }]);
  assert.equal(bare.typeOf('html(body(h1 p*))'), null);
});
