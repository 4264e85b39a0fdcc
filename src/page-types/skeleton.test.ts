import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/cases.ts';
import { rtdm } from '../dom/rtdm.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../model/document.ts';
import { formatSkeleton, parseSkeleton, skeletonOf, treeOfSkeleton } from './skeleton.ts';

function page(kids: readonly TreeNode[]): DocumentTree {
  const root = {
    tag: 'html',
    kids: [
      { tag: 'head', kids: [{ tag: 'title' }] },
      { tag: 'body', kids },
    ],
  };
  return { url: 'http://h/', base: 'http://h/', doctype: 'html', title: '', lang: '', root };
}

function el(tag: string, names: string, kids: readonly TreeNode[] = []): ElementNode {
  return { tag, attrs: { class: names }, kids };
}

const comment = (...more: TreeNode[]) =>
  el('div', 'comment', [{ tag: 'p', kids: ['Hm.'] }, el('a', 'vote'), ...more]);

test('repeated siblings are one, with what any of them has', () => {
  const quote = { tag: 'blockquote' };
  const comments = (kids: readonly TreeNode[]): TreeNode => ({ tag: 'div', attrs: { id: 'comments' }, kids });
  assert.equal(
    skeletonOf(page([comments([comment(), comment(quote), comment()])])),
    'html(body(div#comments(div.comment*(p a.vote blockquote))))',
  );
  const fifty = skeletonOf(page([comments(Array.from({ length: 50 }, () => comment()))]));
  assert.equal(fifty, skeletonOf(page([comments([comment(), comment()])])));
});

test('replies are added to what they reply to, however deep', () => {
  const deep = page([comment(comment(comment(comment())))]);
  assert.equal(skeletonOf(deep), skeletonOf(page([comment(comment())])));
  assert.equal(skeletonOf(deep), 'html(body(div.comment(p a.vote div.comment)))');
});

test('generated names, states and numbers name nothing', () => {
  const item = (names: string) => el('li', names);
  assert.equal(skeletonOf(page([item('css-1x2y3z active'), item('item-17 is-open')])), 'html(body(li*))');
  assert.equal(skeletonOf(page([item('tab'), item('tab active')])), 'html(body(li.tab*))');
});

test('a class of the body does not make everything in it another thing', () => {
  const shown = (names: string): DocumentTree => {
    const root = { tag: 'html', kids: [el('body', names, [el('ul', 'list', [{ tag: 'li' }])])] };
    return { ...page([]), root };
  };
  const trees = ['home', 'archive'].map((names) => treeOfSkeleton(skeletonOf(shown(names))));
  assert.equal(rtdm(trees[0] as never, trees[1] as never), 1);
});

test('scripts, styles, texts and the shapes of pictures are left out', () => {
  const noise: TreeNode[] = [
    { tag: 'script' },
    { tag: 'style' },
    'text',
    { tag: 'svg', kids: [{ tag: 'path' }] },
  ];
  assert.equal(skeletonOf(page(noise)), 'html(body(svg))');
  const text: TreeNode = { tag: 'p', kids: ['a', { tag: 'em', kids: [{ tag: 'a' }] }, { tag: 'br' }] };
  assert.equal(skeletonOf(page([text])), 'html(body(p(a)))');
});

test('shadow roots and frames are parts of the page', () => {
  const host: TreeNode = { tag: 'x-card', shadow: { mode: 'open', kids: [el('a', 'more')] } };
  const frame: TreeNode = { tag: 'iframe', frame: page([{ tag: 'form' }]) };
  assert.equal(
    skeletonOf(page([host, frame])),
    'html(body(x-card(#shadow(a.more)) iframe(#document(body(form)))))',
  );
});

test('unnamed containers that hold other things stay apart', () => {
  const box = (...tags: string[]): TreeNode => ({ tag: 'div', kids: tags.map((tag) => ({ tag })) });
  assert.equal(
    skeletonOf(page([box('h2', 'p'), box('h2', 'p', 'img'), box('form')])),
    'html(body(div*(h2 p img) div(form)))',
  );
});

test('blocks in another order are no other structure', () => {
  const [one, other] = ['html(body(aside(p) main(a)))', 'html(body(main(a) aside(p)))'].map(treeOfSkeleton);
  assert.equal(rtdm(one as never, other as never), 0);
});

test('huge and deep pages have small skeletons, and what is near the top stays', () => {
  const letters = (at: number) => [...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  const rows = Array.from({ length: 2000 }, (_, at) => el('div', `part-${letters(at)}x`, [{ tag: 'p' }]));
  const text = skeletonOf(page([{ tag: 'main', kids: rows }, { tag: 'footer' }]));
  assert.equal(treeOfSkeleton(text).labels.length, 400);
  assert.ok(text.endsWith('footer))'));
  let deep: TreeNode = { tag: 'i' };
  for (let at = 0; at < 20_000; at++) deep = { tag: at % 2 ? 'div' : 'b', kids: [deep] };
  assert.ok(skeletonOf(page([deep])).length < 1000);
});

const { node } = fc.letrec<{ node: ElementNode }>((tie) => ({
  node: fc.record({
    tag: fc.constantFrom('div', 'p', 'a', 'section', 'em'),
    attrs: fc.constantFrom<Record<string, string>>({}, { class: 'row' }, { id: 'top', class: 'wide open' }),
    kids: fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie('node'), { maxLength: 4 })),
  }),
}));

test('what is written is read again, and showing everything twice changes nothing but the stars', () => {
  fc.assert(
    fc.property(fc.array(node, { maxLength: 5 }), (kids) => {
      const text = skeletonOf(page(kids));
      assert.equal(formatSkeleton(parseSkeleton(text)), text);
      const named = kids.filter(({ attrs }) => attrs?.class);
      const twice = skeletonOf(page([...named, ...named]));
      assert.equal(twice.replaceAll('*', ''), skeletonOf(page(named)).replaceAll('*', ''));
    }),
  );
});

test('a skeleton that a person broke is refused with the place', () => {
  for (const text of ['', 'html(body', 'html)', '(a)', 'a b', 'html(..)'])
    assert.throws(() => parseSkeleton(text), {
      name: 'ArgiopeError',
      code: 'CONFIG',
      message: /at character/,
    });
});
