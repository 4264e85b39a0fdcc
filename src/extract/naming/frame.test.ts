import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameOf, unframed } from './frame.ts';

const films = ['Night Train', 'The Long Road', 'Ice', 'A Small Garden', 'Harbor'];

test('words that every name has around it are no part of the names', () => {
  const texts = films.map((film) => `New ${film} Info Page`);
  const frame = frameOf(texts, true);
  assert.deepEqual(frame, { before: 'New ', after: ' Info Page' });
  assert.deepEqual(
    texts.map((text) => unframed(text, frame)),
    films,
  );
  assert.equal(unframed('Another Film', frame), 'Another Film');
});

test('words are left where few values have them in common, where values name nothing, and where they have digits', () => {
  assert.equal(frameOf(['Ice Review', 'Fire Review'], true), null);
  assert.equal(
    frameOf(
      films.map((film) => `${film} Street`),
      false,
    ),
    null,
  );
  assert.equal(
    frameOf(
      films.map((film) => `2010 ${film}`),
      true,
    ),
    null,
  );
});

test('marks before all values are cut, however few there are', () => {
  assert.deepEqual(frameOf([': (702) 555-0100', ': (702) 555-0199'], false), { before: ': ', after: '' });
});
