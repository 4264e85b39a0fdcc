import assert from 'node:assert/strict';
import type { LookupAddress, lookup as systemLookup } from 'node:dns';
import { test } from 'node:test';
import { bypasses } from './bypass.ts';
import { Names } from './names.ts';

test('a name is resolved once for a while, and one that does not exist is not asked for by every link', async () => {
  const asked: string[] = [];
  let now = 0;
  const resolve = ((
    name: string,
    _: unknown,
    done: (error: Error | null, found: LookupAddress[]) => void,
  ) => {
    asked.push(name);
    if (name.endsWith('.invalid')) done(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []);
    else done(null, [{ address: '192.0.2.1', family: 4 }]);
  }) as unknown as typeof systemLookup;
  const { lookup } = new Names(resolve, () => now);
  const ask = (name: string) =>
    new Promise((told) => lookup(name, {}, (error, address) => told(error?.code ?? address)));
  assert.equal(await ask('a.example'), '192.0.2.1');
  assert.equal(await ask('A.example'), '192.0.2.1');
  assert.equal(await ask('b.invalid'), 'ENOTFOUND');
  assert.equal(await ask('b.invalid'), 'ENOTFOUND');
  assert.deepEqual(asked, ['a.example', 'b.invalid']);
  now = 20_000;
  await ask('a.example');
  await ask('b.invalid');
  now = 70_000;
  await ask('a.example');
  assert.deepEqual(asked, ['a.example', 'b.invalid', 'b.invalid', 'a.example']);
});

test('hosts that go around the proxy are named, with or without port, or lie below a name', () => {
  const around = bypasses(['localhost', '10.0.0.1:8080', '.corp.example', '*.dev.example']);
  for (const host of [
    'localhost',
    'localhost:3000',
    '10.0.0.1:8080',
    'a.corp.example',
    'corp.example',
    'x.dev.example',
  ])
    assert.ok(around(host), host);
  for (const host of ['10.0.0.1', 'example.org', 'xcorp.example']) assert.ok(!around(host), host);
  assert.ok(bypasses(['*'])('anything.example'));
});
