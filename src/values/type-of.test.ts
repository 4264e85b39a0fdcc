import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formOf, isOfType, profileOf } from './profile.ts';
import { typeOf, typeShares } from './type-of.ts';

test('the type of values is the one that most of them have', () => {
  assert.deepEqual(typeOf(['$5', '$7.50', 'call us', '$9']), { type: 'price', share: 0.75 });
  assert.deepEqual(typeOf(['June 2010', '2010-05-01', '18 Nov 2010']), { type: 'date', share: 1 });
  assert.deepEqual(typeOf(['9780307454546', '9780306406157']), { type: 'isbn', share: 1 });
});

test('values without a type in common are text', () => {
  assert.deepEqual(typeOf(['$5', 'June 2010', 'red', 'blue']), { type: 'text', share: 1 });
  assert.deepEqual(typeOf([]), { type: 'text', share: 0 });
});

test('a weak reading of all values does not win over a sure one of all', () => {
  const years = ['1999', '2001', '2010'];
  assert.equal(typeShares(years).get('number'), 1);
  assert.equal(typeOf(years).type, 'year');
});

test('a profile tells how often, how long, of which type and form', () => {
  const profile = profileOf([['$5'], ['$12'], [], ['$5'], ['$1,200']]);
  assert.deepEqual(profile, {
    count: 4,
    distinct: 3,
    missing: 1,
    pages: 5,
    type: 'price',
    lengths: [2, 6],
    forms: { $9: 3, '$9,9': 1 },
    samples: ['$5', '$12', '$1,200'],
  });
  assert.deepEqual(profileOf([]).lengths, [0, 0]);
});

test('values of one make have one form', () => {
  assert.equal(formOf('Oakland, CA'), formOf('Irvine, TX'));
  assert.equal(formOf('2010年1月'), formOf('1999年12月'));
  assert.notEqual(formOf('$5'), formOf('5'));
});

test('a value is doubted where its field has a type and it has not', () => {
  const prices = profileOf([['$5'], ['$12'], ['$7']]);
  assert.equal(isOfType('$99', prices), true);
  assert.equal(isOfType('sold out', prices), false);
  assert.equal(isOfType('anything', profileOf([['red'], ['blue']])), true);
});
