import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { openStore } from './index.ts';
import { parseStoreUrl } from './url.ts';

describe('the address of a store', () => {
  it('is sqlite: with an absolute or relative path', () => {
    assert.deepEqual(parseStoreUrl('sqlite:/data/site.db'), { kind: 'sqlite', file: '/data/site.db' });
    assert.deepEqual(parseStoreUrl('sqlite:///data/site.db'), { kind: 'sqlite', file: '/data/site.db' });
    assert.equal(parseStoreUrl('SQLite:out/a b.db').file, resolve('out/a b.db'));
  });

  it('is refused for PostgreSQL in this version, without repeating the password', async () => {
    await assert.rejects(openStore('postgres://me:secret@host/db'), (error: Error & { code?: string }) => {
      assert.equal(error.code, 'CONFIG');
      assert.match(error.message, /SQLite only/);
      assert.doesNotMatch(JSON.stringify(error) + error.message, /secret/);
      return true;
    });
  });

  it('is refused with the valid form named where it is anything else', () => {
    for (const url of ['', 'argiope.db', 'sqlite:', 'mysql://host/db', '/data/site.db']) {
      assert.throws(() => parseStoreUrl(url), { code: 'CONFIG', message: /expects sqlite:FILE/ });
    }
  });
});
