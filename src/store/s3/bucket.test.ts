import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { startBucket, type TestBucket } from '../../../test/s3.ts';
import type { ArgiopeError } from '../../model/errors.ts';
import { parsePostgresUrl } from '../postgres/address.ts';
import { parseBucket } from './address.ts';
import { Bucket } from './bucket.ts';
import { signed } from './sign.ts';

test('requests are signed as the examples of the documentation are', () => {
  const keys = {
    id: 'AKIAIOSFODNN7EXAMPLE',
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    token: null,
  };
  const bodyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const signatureOf = (query: string) => {
    const url = new URL(`https://examplebucket.s3.amazonaws.com/?${query}`);
    const at = new Date('2013-05-24T00:00:00Z');
    return signed({ method: 'GET', url, bodyHash, region: 'us-east-1', at }, keys).authorization?.slice(-64);
  };
  assert.deepEqual(
    [signatureOf('max-keys=2&prefix=J'), signatureOf('lifecycle=')],
    [
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
  );
});

describe('the address of a bucket', () => {
  const none = {};
  test('is one of Amazon where no other is named', () => {
    const { base, prefix, region, name } = parseBucket('s3://crawls/one', { AWS_REGION: 'eu-west-1' });
    assert.deepEqual(
      [base, prefix, region, name],
      ['https://crawls.s3.eu-west-1.amazonaws.com/', 'one/', 'eu-west-1', 's3://crawls/one?region=eu-west-1'],
    );
    assert.equal(parseBucket(name, none).base, base, 'and can be read from its name');
  });

  test('comes with the address of the database, which is not told of it', () => {
    const text =
      'postgres://u:p@db/x?blobs=s3://crawls/one&endpoint=http://store:9000&region=r&sslmode=require';
    const { url, blobs } = parsePostgresUrl(text);
    assert.equal(url, 'postgres://u:p@db/x?sslmode=require');
    assert.deepEqual([blobs?.base, blobs?.region], ['http://store:9000/crawls/', 'r']);
  });

  test('is refused where it says a secret, or lacks something, and the secret is not repeated', () => {
    const bad = [
      's3://id:hidden@crawls/one',
      's3://crawls',
      's3://A_B/one',
      'http://crawls/one',
      's3://crawls/a b',
    ];
    for (const text of [
      ...bad,
      's3://crawls/one?endpoint=http://id:hidden@store',
      's3://crawls/one?endpoint=ftp://x',
    ])
      assert.throws(
        () => parseBucket(text, none),
        (error: ArgiopeError) => error.code === 'CONFIG' && !error.message.includes('hidden'),
        text,
      );
  });
});

describe('a bucket', () => {
  let server: TestBucket;
  let bucket: Bucket;
  const open = (env: Record<string, string | undefined> = {}, name = 'crawls') =>
    new Bucket(parseBucket(`s3://${name}/one?endpoint=${server.endpoint}&region=eu-test-1`, {}), {
      ...server.env,
      ...env,
    });
  const body = (text: string) => Buffer.from(text);
  before(async () => {
    server = await startBucket();
    bucket = open();
  });
  beforeEach(() => server.objects.clear());
  after(() => server?.close());

  test('gives back what was put, whatever the key, and says what is not there', async () => {
    const keys = ['plain', 'with space', 'ä/ö+ü', "it's (here)*!~"];
    await bucket.put(keys.map((key) => ({ key, body: body(key) })));
    for (const key of keys) assert.equal(Buffer.from((await bucket.get(key)) ?? []).toString(), key);
    assert.equal(await bucket.get('missing'), null);
    assert.deepEqual([...server.objects.keys()].sort(), keys.map((key) => `one/${key}`).sort());
  });

  test('lists all keys of its prefix and removes some', async () => {
    const keys = Array.from({ length: 23 }, (_, at) => `k${String(at).padStart(2, '0')} &`);
    await bucket.put(keys.map((key) => ({ key, body: body(key) })));
    server.objects.set('another/k', body(''));
    const found: string[] = [];
    for await (const some of bucket.keys()) found.push(...some);
    assert.deepEqual(found, keys);
    await bucket.remove(keys.slice(1));
    assert.deepEqual([...server.objects.keys()].sort(), ['another/k', 'one/k00 &']);
  });

  test('is asked again where it is busy', async () => {
    server.fail(3);
    await bucket.put([{ key: 'late', body: body('x') }]);
    assert.ok(server.objects.has('one/late'));
  });

  test('says what is wrong in words, and never a secret', async () => {
    const wrong = [
      [open({ AWS_SECRET_ACCESS_KEY: 'guessed' }), /the secret is not that of the key/],
      [open({ AWS_ACCESS_KEY_ID: 'AKIAOTHER' }), /the key is not known there/],
      [open({}, 'elsewhere'), /there is no such bucket/],
    ] as const;
    for (const [one, words] of wrong)
      for (const ask of [
        () => one.put([{ key: 'a', body: body('') }]),
        () => one.get('a'),
        () => one.keys().next(),
      ])
        await assert.rejects(ask as () => Promise<unknown>, (error: ArgiopeError) => {
          assert.equal(error.code, 'STORE_UNREACHABLE');
          assert.match(error.message, words);
          assert.doesNotMatch(`${error.stack}${error.advice}`, /guessed|very\/secret|Signature=/);
          return true;
        });
    await assert.rejects(open({ AWS_SECRET_ACCESS_KEY: '' }).get('a'), /need keys, and none are given/);
  });
});
