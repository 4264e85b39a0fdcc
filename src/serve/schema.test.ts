import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  aCount,
  aFlag,
  aNumber,
  anObject,
  aText,
  aWord,
  fromText,
  listOf,
  mapOf,
  maybe,
  orNull,
  type TypeOf,
} from './schema.ts';

const person = anObject({
  name: aText('How it is called', 5),
  age: maybe(aNumber('Years', { whole: true, from: 0, to: 150 })),
  kind: aWord(['cat', 'dog']),
  tags: listOf(aText()),
  scores: mapOf(aCount()),
  owner: orNull(aText()),
});
const good: TypeOf<typeof person> = { name: 'Mia', kind: 'cat', tags: ['x'], scores: { a: 1 }, owner: null };

describe('a schema', () => {
  test('takes what fits, with and without what may be absent', () => {
    assert.equal(person.check(good, 'body'), null);
    assert.equal(person.check({ ...good, age: 3 }, 'body'), null);
  });

  test('says of everything else where it is and what was expected', () => {
    const wrongs: readonly (readonly [unknown, string])[] = [
      [null, 'body must be an object'],
      [[], 'body must be an object'],
      [{ ...good, nam: 1 }, 'body has no "nam"'],
      [{ ...good, name: undefined }, 'body.name is missing'],
      [{ ...good, name: 'Miranda' }, 'body.name must have 5 characters at most'],
      [{ ...good, age: 1.5 }, 'body.age must be a whole number from 0 to 150'],
      [{ ...good, age: Number.NaN }, 'body.age must be a whole number from 0 to 150'],
      [{ ...good, kind: 'cow' }, 'body.kind must be one of cat, dog'],
      [{ ...good, tags: ['a', 2] }, 'body.tags[1] must be a text'],
      [{ ...good, scores: { a: -1 } }, 'body.scores.a must be a whole number from 0'],
      [{ ...good, owner: 7 }, 'body.owner must be a text'],
    ];
    for (const [value, message] of wrongs) assert.equal(person.check(value, 'body'), message);
  });

  test('is not fooled by names that every object has', () => {
    const strange = JSON.parse(
      '{"name":"Mia","kind":"cat","tags":[],"scores":{},"owner":null,"__proto__":{}}',
    );
    assert.equal(person.check(strange, 'body'), 'body has no "__proto__"');
    assert.equal(person.check({ ...good, constructor: 1 }, 'body'), 'body has no "constructor"');
  });

  test('becomes JSON Schema', () => {
    assert.deepEqual(person.json.required, ['name', 'kind', 'tags', 'scores', 'owner']);
    assert.equal(person.json.additionalProperties, false);
    assert.deepEqual(person.json.properties?.age, {
      type: 'integer',
      description: 'Years',
      minimum: 0,
      maximum: 150,
    });
  });

  test('reads texts of addresses as what they stand for', () => {
    assert.equal(fromText(aCount(), '12'), 12);
    assert.equal(fromText(aFlag(), 'false'), false);
    assert.equal(fromText(aText(), '12'), '12');
    assert.equal(aCount().check(fromText(aCount(), ''), 'n'), 'n must be a whole number from 0');
  });
});
