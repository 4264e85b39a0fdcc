import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/cases.ts';
import { rtdm } from '../dom/rtdm.ts';
import { suggestThresholds, TypeJudge } from './judge.ts';
import { SkeletonSpace } from './space.ts';

const frame = 'header(nav(ul(li*(a)))) aside(p a)';
const page = (main: string) => `html(body(${frame} main(${main}) footer(p a)))`;
const list = page('h1 ul.items(li.item*(a img p.price))');
const shortList = page('h1 ul.items(li.item(a p.price))');
const article = page('h1 article.story(p* figure(img)) div#comments(div.comment*(p a.vote))');
const bareArticle = page('h1 article.story(p*)');
const form = page('h1 form.contact(label* input* button)');

const types = [
  { name: 'list', samples: [list, shortList] },
  { name: 'article', samples: [article, bareArticle] },
];

function judge(): TypeJudge {
  const advice = suggestThresholds(types);
  return new TypeJudge(types.map((type, at) => ({ ...type, threshold: advice[at]?.threshold ?? 0 })));
}

test('a page is of the nearest type, and of none where it is near to none', () => {
  assert.equal(judge().typeOfSkeleton(page('h1 p.hint ul.items(li.item*(a))')).type, 'list');
  assert.equal(judge().typeOfSkeleton(page('h1 article.story(p* figure(img))')).type, 'article');
  const verdict = judge().typeOfSkeleton(form);
  assert.equal(verdict.type, null);
  assert.ok(verdict.nearest !== null && verdict.distance > 0.5, JSON.stringify(verdict));
});

test('a sample itself is at no distance', () => {
  assert.deepEqual(judge().typeOfSkeleton(article), { type: 'article', distance: 0, nearest: 'article' });
});

test('of equally near types the first wins, whatever was asked before', () => {
  const both = new TypeJudge([
    { name: 'second', threshold: 0.5, samples: [list] },
    { name: 'first', threshold: 0.5, samples: [list] },
  ]);
  both.typeOfSkeleton(article);
  assert.equal(both.typeOfSkeleton(list).type, 'second');
});

test('a type within its threshold is preferred to a nearer one that is not', () => {
  const strict = new TypeJudge([
    { name: 'list', threshold: 0, samples: [list] },
    { name: 'article', threshold: 1, samples: [article] },
  ]);
  const verdict = strict.typeOfSkeleton(shortList);
  assert.equal(verdict.type, 'article');
  assert.equal(verdict.nearest, 'list');
});

test('without types every page is of none', () => {
  assert.deepEqual(new TypeJudge([]).typeOfSkeleton(list), { type: null, distance: 1, nearest: null });
});

test('thresholds lie between the samples of a type and those of the others', () => {
  for (const { threshold, widestWithin, nearestBetween, warning } of suggestThresholds(types)) {
    assert.equal(warning, null);
    assert.ok(widestWithin !== null && nearestBetween !== null);
    assert.ok(widestWithin < threshold && threshold < nearestBetween.distance);
  }
});

test('one sample each: the default, at most half way to the nearest other type', () => {
  const [only] = suggestThresholds([{ name: 'list', samples: [list] }]);
  assert.deepEqual(only, {
    name: 'list',
    threshold: 0.3,
    widestWithin: null,
    nearestBetween: null,
    warning: null,
  });
  for (const { threshold, nearestBetween } of suggestThresholds([
    { name: 'list', samples: [list] },
    { name: 'article', samples: [article] },
  ]))
    assert.ok(threshold <= 0.3 && threshold <= (nearestBetween?.distance ?? 0) / 2 + 0.001);
});

test('types that look the same are told of', () => {
  const [one] = suggestThresholds([
    { name: 'news', samples: [article] },
    { name: 'blog', samples: [article] },
  ]);
  assert.match(one?.warning ?? '', /"news" and "blog" look the same/);
  const [wide] = suggestThresholds([
    { name: 'mixed', samples: [list, article] },
    { name: 'list', samples: [shortList] },
  ]);
  assert.match(wide?.warning ?? '', /differ more from each other than from one of "list"/);
});

test('what is around the content does not drown it', () => {
  const around = Array.from(
    { length: 60 },
    (_, at) => `i.x${'abcdefghij'[at % 10]}${'klmnop'[Math.floor(at / 10)]}`,
  );
  const inside = (main: string) => `html(body(div.top(${around.join(' ')}) main(${main})))`;
  const [one] = suggestThresholds([
    { name: 'one', samples: [inside('ul.items(li*(a))')] },
    { name: 'two', samples: [inside('form.ask(input button)')] },
  ]);
  assert.ok((one?.nearestBetween?.distance ?? 0) > 0.15, 'without weights it would be 0.045');
  assert.equal(one?.warning, null);
});

const { text } = fc.letrec<{ text: string }>((tie) => ({
  text: fc
    .tuple(
      fc.constantFrom('a', 'b', 'div.x', 'div.y', 'p#z'),
      fc.oneof({ maxDepth: 3 }, fc.constant([]), fc.array(tie('text'), { maxLength: 4 })),
    )
    .map(([name, kids]) => (kids.length === 0 ? name : `${name}(${kids.join(' ')})`)),
}));

test('the bound that spares comparisons is never above the distance', () => {
  const costs = fc.record({
    insert: fc.integer({ min: 1, max: 4 }),
    delete: fc.integer({ min: 1, max: 4 }),
    replace: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(text, text, text, costs, (one, other, sample, costs) => {
      const space = new SkeletonSpace([[one], [sample]], costs);
      const [mine, yours] = [space.place(one), space.place(other)];
      const all = mine.tree.labels.length * costs.delete + yours.tree.labels.length * costs.insert;
      const share = rtdm(mine.tree, yours.tree, costs) / all;
      assert.ok(space.atLeast(mine, yours) <= share + 1e-9);
      assert.ok(Math.abs(space.share(mine, yours) - share) < 1e-9);
    }),
    { numRuns: 500 },
  );
});
