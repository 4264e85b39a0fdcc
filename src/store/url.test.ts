import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { parseStoreUrl, storeName } from './url.ts';

describe('the address of a store', () => {
  it('is sqlite: with an absolute or relative path', () => {
    assert.deepEqual(parseStoreUrl('sqlite:/data/site.db'), { kind: 'sqlite', file: '/data/site.db' });
    assert.deepEqual(parseStoreUrl('sqlite:///data/site.db'), { kind: 'sqlite', file: '/data/site.db' });
    assert.deepEqual(parseStoreUrl('SQLite:out/a b.db'), { kind: 'sqlite', file: resolve('out/a b.db') });
  });

  it('is that of a database, with a schema of its own where one is named', () => {
    assert.deepEqual(parseStoreUrl('postgres://me:secret@host:5433/db'), {
      kind: 'postgres',
      url: 'postgres://me:secret@host:5433/db',
      schema: 'argiope',
      name: 'postgres://host:5433/db',
      blobs: null,
    });
    const other = parseStoreUrl('postgresql://me:secret@host/db?sslmode=require&schema=second');
    assert.ok(other.kind === 'postgres');
    assert.deepEqual([other.schema, other.name], ['second', 'postgresql://host/db?schema=second']);
    assert.equal(other.url, 'postgresql://me:secret@host/db?sslmode=require');
    assert.equal(storeName('postgres://me:secret@host/db'), 'postgres://host/db');
  });

  it('is refused with the valid form named where it is anything else, without repeating a password', () => {
    for (const url of ['', 'argiope.db', 'sqlite:', 'mysql://me:secret@host/db', '/data/site.db']) {
      assert.throws(() => parseStoreUrl(url), { code: 'CONFIG', message: /expects sqlite:FILE/ });
    }
    for (const url of [
      'postgres://',
      'postgres://me:secret@host',
      'postgres://me:secret@h/db?schema=a"b',
      'postgres://me:12#secret@h/db',
      'postgres://me:s/secret@h/db',
    ])
      assert.throws(
        () => parseStoreUrl(url),
        (error: Error & { code?: string; advice?: string }) => {
          assert.equal(error.code, 'CONFIG');
          assert.doesNotMatch(error.message + JSON.stringify(error), /secret/);
          return /postgres:\/\/USER/.test(error.advice ?? '');
        },
      );
  });

  it('is refused where it says what is nearly meant for the store: nothing would heed it', () => {
    const meant = /says “schemas”: did you mean “schema”/;
    assert.throws(() => parseStoreUrl('postgres://host/db?schemas=second'), {
      code: 'CONFIG',
      message: meant,
    });
    const flags = 'sslmode=require&options=-csearch_path%3Da&application_name=x&channel_binding=require';
    assert.equal(parseStoreUrl(`postgres://host/db?${flags}`).kind, 'postgres');
  });
});
