import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentAt, patternOf } from './fixture.ts';
import { PatternMatcher } from './matching.ts';

const page = documentAt(
  '<div id="a"><a class="turn">1</a><a class="turn">2</a></div><div><a rel="next">3</a><b>4</b></div>',
);
const [one, two, three] = ['/DIV[1]/A[1]', '/DIV[1]/A[2]', '/DIV[2]/A[1]'].map(
  (path) => `/HTML/BODY[1]${path}`,
);

test('of the paths of a pattern the first that matches anything counts', () => {
  const matcher = new PatternMatcher([
    patternOf('list', ['//a.gone', '//a.turn', '//a']),
    patternOf('list', ['//a']),
  ]);
  const [first, second] = matcher.match(page);
  assert.deepEqual([...(first ?? [])].sort(), [one, two]);
  assert.deepEqual([...(second ?? [])].sort(), [one, two, three]);
});

test('patterns keep their own paths apart, and one without elements has none', () => {
  const patterns = [
    patternOf('list', ['//a.gone', '//i']),
    patternOf('list', ['//a[@rel]', '//a.turn']),
    patternOf('list', ['//ul/li', '/html/body/div[1]/a[2]']),
  ];
  const matcher = new PatternMatcher(patterns);
  assert.equal(matcher.patterns, patterns);
  assert.deepEqual(
    matcher.match(page).map((found) => [...found]),
    [[], [three], [two]],
  );
});

test('a page without any of them has empty answers, one for each pattern', () => {
  const matcher = new PatternMatcher([patternOf('list', ['//a.turn']), patternOf('list', ['//i'])]);
  assert.deepEqual(
    matcher.match(documentAt('<p>nothing</p>')).map((found) => found.size),
    [0, 0],
  );
  assert.deepEqual(new PatternMatcher([]).match(page), []);
});
