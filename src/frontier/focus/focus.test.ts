import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Focus, priorityOfScore, scoreOfPriority } from './focus.ts';
import { wordsOf, wordsOfAddress } from './words.ts';

const topic = (words: string): Focus => Focus.of(words) ?? assert.fail('names no topic');
const unrelated = { own: 0, expected: 0 };

describe('words', () => {
  it('have one form for plurals, participles and cases', () => {
    for (const forms of [
      ['fish', 'Fish', 'fishes', 'fishing', 'fished'],
      ['library', 'libraries'],
      ['crawl', 'crawls', 'crawling', 'crawled'],
      ['bake', 'baking', 'baked', 'bakes'],
      ['run', 'runs', 'running'],
    ])
      assert.equal(new Set(forms.flatMap(wordsOf)).size, 1, forms.join());
    assert.deepEqual(wordsOf('The glass of the bus'), ['glass', 'bus']);
  });

  it('are pairs of signs where no spaces are written', () => {
    assert.deepEqual(wordsOf('深海鱼 fish'), ['深海', '海鱼', 'fish']);
    assert.deepEqual(wordsOf('鱼'), ['鱼']);
  });

  it('of an address are those of its path and query', () => {
    assert.deepEqual(wordsOfAddress('http://shop.example/deepSea_fish/%E6%B5%B7%E9%B1%BC.html?q=cod'), [
      ...['deep', 'sea', 'fish', '海鱼', 'q', 'cod'],
    ]);
    assert.deepEqual(wordsOfAddress('http://shop.example'), []);
  });
});

describe('a topic', () => {
  it('is none without words', () => {
    assert.equal(Focus.of('  the … '), null);
  });

  it('scores links that name more of it higher, nearer words before farther ones', () => {
    const focus = topic('deep sea fish');
    const score = (text: string, meta = {}) => focus.link({ url: 'http://a/1', text, meta });
    assert.equal(score('Cars and bikes'), 0);
    assert.ok(score('Fish') > 0);
    assert.ok(score('Deep sea fishes') > score('Fish'));
    assert.ok(score('Fish') > score('more', { around: 'about fish' }));
    assert.ok(score('more', { around: 'about fish' }) > 0);
    assert.ok(score('more', { heading: 'Fish' }) > 0);
    assert.ok(focus.link({ url: 'http://a/fish/1', text: 'more' }) > 0);
    assert.ok(score('Deep sea fish', { title: 'Deep sea fish', heading: 'deep sea fish' }) <= 1);
  });

  it('is found in Chinese', () => {
    const focus = topic('深海');
    assert.ok(focus.link({ url: 'http://a/1', text: '关于深海的鱼' }) > 0);
    assert.equal(focus.link({ url: 'http://a/1', text: '关于汽车' }), 0);
  });

  it('is handed down by the pages that are about it, and fades where they are not', () => {
    const focus = topic('fish');
    const more = { url: 'http://a/1', text: 'Read more' };
    const own = focus.page('Fish of the sea', 'All about fish. '.repeat(20));
    assert.ok(own > 0.5);
    const near = focus.score(more, { own, expected: 0 });
    const farther = focus.score(more, { own: 0, expected: near });
    const far = focus.score(more, { own: 0, expected: farther });
    assert.ok(near > farther && farther > far && far > 0);
    assert.equal(focus.score(more, unrelated), 0);
    assert.ok(focus.score({ ...more, text: 'Fish' }, { own, expected: 0 }) > near);
  });

  it('is not believed to lie behind links that name something else', () => {
    const focus = topic('fish');
    const page = { own: 0.9, expected: 0.9 };
    const [other, more] = ['Steam engines', 'Read more'].map((text) =>
      focus.score({ url: 'http://a/1', text }, page),
    );
    assert.ok((other ?? 1) < 0.5 * (more ?? 0));
    const [coins, next] = ['罗马钱币', '下一页'].map((text) =>
      focus.score({ url: 'http://a/1', text }, page),
    );
    assert.ok((coins ?? 1) < 0.5 * (next ?? 0));
  });

  it('scores as whole numbers that can be read back', () => {
    for (const score of [0, 0.25, 1]) assert.equal(scoreOfPriority(priorityOfScore(score)), score);
    assert.equal(priorityOfScore(7), 1000);
  });
});
