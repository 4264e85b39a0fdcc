import assert from 'node:assert/strict';
import type { lookup as systemLookup } from 'node:dns';
import { test } from 'node:test';
import { ArgiopeError } from '../model/errors.ts';
import { allowedAddress, isIpLiteral, isLoopback, isPublicAddress, publicLookup } from './addresses.ts';

test('loopback is known in every spelling', () => {
  const yes = [
    '127.0.0.1',
    '127.9.9.9:80',
    'localhost',
    'LOCALHOST:8080',
    'app.localhost',
    '::1',
    '[::1]:80',
  ];
  const also = ['[::1]', '::ffff:127.0.0.1', '[::ffff:7f00:1]', 'localhost.'];
  for (const host of [...yes, ...also]) assert.equal(isLoopback(host), true, host);
  const no = [
    '126.0.0.1',
    '10.0.0.1',
    'localhost.example',
    'notlocalhost',
    '::2',
    '[2606::1]',
    '127.example',
  ];
  for (const host of no) assert.equal(isLoopback(host), false, host);
});

test('public addresses are told from those set apart', () => {
  const open = [
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '[2a00::1]',
  ];
  for (const ip of open) assert.equal(isPublicAddress(ip), true, ip);
  const shut = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '64:ff9b::a00:1',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    'example.org',
    '',
  ];
  for (const ip of shut) assert.equal(isPublicAddress(ip), false, ip);
});

test('numbers are told from names', () => {
  for (const host of ['1.2.3.4', '1.2.3.4:80', '[::1]', '[::1]:80'])
    assert.equal(isIpLiteral(host), true, host);
  for (const host of ['example.org', '1.2.3.example', 'localhost'])
    assert.equal(isIpLiteral(host), false, host);
});

test('an address that is not public is allowed only where a seed names its host and port', () => {
  const seeds = ['http://127.0.0.1:8080/start', 'https://intranet/'];
  for (const url of [
    'http://127.0.0.1:8080/x',
    'https://intranet:443/y',
    'http://example.org/',
    'http://8.8.8.8/',
  ]) {
    assert.equal(allowedAddress(url, seeds), true, url);
  }
  const refused = [
    'http://127.0.0.1:8081/',
    'http://localhost:8080/',
    'http://intranet/',
    'http://169.254.169.254/latest',
    'http://[::1]:8080/',
    'http://printer.local/',
    'http://2130706433:9/',
    'http://0x7f.1/',
    'nonsense',
    'http://localhost.:8080/',
    'http://metadata.google.internal/',
  ];
  for (const url of refused) assert.equal(allowedAddress(url, seeds), false, url);
});

const answering = (addresses: readonly string[]): typeof systemLookup =>
  ((_name: string, _options: unknown, callback: (error: null, found: unknown) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof systemLookup;

/** What a lookup calls back with. */
const ask = (lookup: ReturnType<typeof publicLookup>, all: boolean): Promise<readonly unknown[]> =>
  new Promise((resolve) => lookup('some.example', { all }, (...given) => resolve(given)));

test('a name that resolves to both kinds is reached at its public addresses only', async () => {
  const lookup = publicLookup(answering(['10.0.0.1', '8.8.8.8', '::1', '2606:4700::1111']));
  assert.deepEqual(await ask(lookup, true), [
    null,
    [
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ],
  ]);
  assert.deepEqual(await ask(lookup, false), [null, '8.8.8.8', 4]);
});

test('a name that resolves to private addresses alone is refused, with the addresses', async () => {
  const [error] = await ask(publicLookup(answering(['10.0.0.1', '::1'])), true);
  assert.ok(error instanceof ArgiopeError);
  assert.equal(error.code, 'FORBIDDEN_ADDRESS');
  assert.match(error.message, /some\.example .*10\.0\.0\.1, ::1/);
});
