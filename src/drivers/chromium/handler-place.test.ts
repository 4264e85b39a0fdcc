import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { placeOf, withoutBuild } from './handler-place.ts';

const script = {
  url: 'http://site/static/app.js',
  hash: '0123456789abcdef0123',
  startLine: 0,
  startColumn: 0,
};

describe('the place of a handler', () => {
  test('is the name and content of its script and the position in it', () => {
    assert.equal(placeOf(script, { line: 4, column: 9 }, 'http://site/'), 'app.js#0123456789ab:5:10');
  });

  test('is counted from where an inline script begins', () => {
    const inline = { ...script, url: 'http://site/page?x=1', startLine: 10, startColumn: 8 };
    const at = (line: number, column: number) =>
      placeOf(inline, { line, column }, 'http://site/page?x=1#top');
    assert.equal(at(10, 20), 'inline#0123456789ab:1:13');
    assert.equal(at(12, 20), 'inline#0123456789ab:3:21');
    assert.equal(
      placeOf({ ...script, url: '' }, { line: 0, column: 0 }, 'http://site/'),
      'inline#0123456789ab:1:1',
    );
  });

  test('does not show build numbers, queries or brackets', () => {
    const names: [string, string][] = [
      ['app.4f9a1c2e.js', 'app.js'],
      ['index-BxY12_aZ.js', 'index.js'],
      ['main-ES2015.min.js', 'main-ES2015.min.js'],
      ['chunk-4ZQ7XK2N.js', 'chunk.js'],
      ['vendor.bundle.js', 'vendor.bundle.js'],
      ['jquery-3.7.1.min.js', 'jquery-3.7.1.min.js'],
      ['settings-panel.js', 'settings-panel.js'],
    ];
    for (const [name, short] of names) assert.equal(withoutBuild(name), short);
    const odd = { ...script, url: 'http://site/a[1](2).js?v=3#x' };
    assert.equal(placeOf(odd, { line: 0, column: 0 }, ''), 'a_1__2_.js#0123456789ab:1:1');
  });
});
