import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Sessions } from './sessions.ts';

describe('sessions in addresses', () => {
  test('parameters that are known to carry one do not count', () => {
    const sessions = new Sessions();
    assert.equal(sessions.without('http://h/a?id=3&PHPSESSID=abcd1234'), 'http://h/a?id=3');
    assert.equal(sessions.without('http://h/a;jsessionid=0A1B2C?x=1'), 'http://h/a?x=1');
    assert.equal(sessions.without('http://h/a?sid=7'), 'http://h/a?sid=7', 'a small number is no session');
    assert.equal(sessions.without('http://h/a?page=2'), 'http://h/a?page=2');
  });

  test('others are learned from pages that turn out to be one', () => {
    const sessions = new Sessions();
    const at = (token: string, id = 3) => `http://h/item?id=${id}&tk=${token}`;
    assert.equal(sessions.same(at('a1b2c3d4e5'), at('f6a7b8c9d0')), null, 'one proof is not enough');
    assert.equal(sessions.same(at('a1b2c3d4e5', 4), at('99aa88bb77', 4)), '"tk"');
    assert.equal(sessions.without(at('0f0f0f0f0f')), 'http://h/item?id=3');
    assert.equal(sessions.without('http://h/item?tk=blue'), 'http://h/item?tk=blue', 'a word is kept');
    assert.equal(new Sessions(sessions.save()).without(at('0f0f0f0f0f')), 'http://h/item?id=3');
  });

  test('pages that differ in a plain value, or in two, teach nothing', () => {
    const sessions = new Sessions();
    for (let time = 0; time < 3; time++) {
      assert.equal(sessions.same('http://h/?page=2', 'http://h/?page=3'), null);
      assert.equal(sessions.same('http://h/?a=0a1b2c3d&b=1a1b2c3d', 'http://h/?a=9a1b2c3d&b=8a1b2c3d'), null);
      assert.equal(sessions.same('http://h/a?t=0a1b2c3d', 'http://h/b?t=9a1b2c3d'), null);
    }
  });

  test('a way back is learned for its path alone', () => {
    const sessions = new Sessions();
    const at = (from: string, id = 3) => `http://h/edit?id=${id}&url=${encodeURIComponent(from)}`;
    assert.equal(sessions.same(at('/list?page=1'), at('/list?page=2')), null);
    assert.equal(sessions.same(at('/list?page=1', 4), at('/list', 4)), '"url" of /edit');
    assert.equal(sessions.without(at('/list?sort=year', 9)), 'http://h/edit?id=9');
    const other = 'http://h/preview?url=%2Flist';
    assert.equal(sessions.without(other), other);
    assert.equal(sessions.without('http://h/edit?id=9&url=blue'), 'http://h/edit?id=9&url=blue');
  });
});
