import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { apps } from './catalogue.ts';

test('every app has a name of its own', () => {
  const names = apps.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
});

for (const app of apps)
  describe(app.name, () => {
    test('begins with its start page and names each part once', () => {
      const names = app.parts.map(({ name }) => name);
      assert.deepEqual(names, [...new Set(names)]);
      assert.equal(app.parts[0]?.needs, 'url');
    });

    test('has no marker that is also in the text of another', () => {
      const markers = app.parts.flatMap(({ name, shows }) =>
        typeof shows === 'string' ? [{ name, shows }] : [],
      );
      for (const { name, shows } of markers) {
        assert.notEqual(shows, '', name);
        const others = markers.filter((other) => other.name !== name && other.shows.includes(shows));
        assert.deepEqual(others, [], `${name} is in no other`);
      }
    });
  });
