import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/cases.ts';
import { findTokens, foldedText, pairsOf, rankTokens, soughtWords, stem } from './tokens.ts';

test('words are folded, and plurals are their singulars', () => {
  assert.deepEqual(findTokens('The Berries of ＡＢＣ, and boxes'), [
    'the',
    'berry',
    'of',
    'abc',
    'and',
    'boxe',
  ]);
  assert.deepEqual(['classes', 'class', 'bus', 'is', 'toes', 'cities', 'spiders'].map(stem), [
    ...['classe', 'class', 'bus', 'is', 'toes', 'city', 'spider'],
  ]);
});

test('runs without blanks are pairs, with their last character behind them', () => {
  assert.deepEqual(findTokens('金蛛织网'), ['金蛛', '蛛织', '织网', '网']);
  assert.deepEqual(findTokens('iPhone手机 15'), ['iphone', '手机', '机', '15']);
  assert.deepEqual(findTokens('网'), ['网']);
  assert.deepEqual(rankTokens('她是研究生 and more').at(-1), '研究生');
});

test('characters beyond the first plane are whole', () => {
  assert.deepEqual(pairsOf('𠮷野家'), ['𠮷野', '野家']);
});

test('a question is looked for by its words; single characters go with the word behind them', () => {
  assert.deepEqual(soughtWords('古茶树'), ['古茶树']);
  assert.deepEqual(soughtWords('西湖的金蛛'), ['西湖', '金蛛']);
  assert.deepEqual(soughtWords('网'), ['网']);
});

test('whatever is looked for of a text is found in it', () => {
  const signs = fc.constantFrom(...'金蛛织网研究生命的花园', 'a', 's', ' ', '.');
  fc.assert(
    fc.property(fc.array(signs, { minLength: 1, maxLength: 24 }), (list) => {
      const text = list.join('');
      const tokens = new Set(findTokens(text));
      for (const run of foldedText(text).match(/\p{Script=Han}+/gu) ?? [])
        for (const word of soughtWords(run))
          assert.ok(
            pairsOf(word).every(
              (pair) => tokens.has(pair) || [...tokens].some((token) => token.startsWith(pair)),
            ),
          );
    }),
  );
});

test('a word of millions of characters is cut instead of breaking the index', () => {
  for (const sign of ['t', '网', 'é']) {
    const tokens = findTokens(`before ${sign.repeat(3_000_000)} behind`);
    assert.equal(tokens[0], 'before');
    assert.ok(tokens.includes('behind'));
  }
});
