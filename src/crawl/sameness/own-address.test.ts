import assert from 'node:assert/strict';
import { test } from 'node:test';
import { urlInstruction } from '../../identity/index.ts';
import type { Capture } from '../../model/index.ts';
import type { MapEdge } from '../map/edges.ts';
import { hasOwnAddress } from './own-address.ts';

/** Whether a state is a page by an address, where the page at `plain` is known and shows no more than the state. */
function isOwn(address: string, plain: string, wanted = address): Promise<boolean> {
  const edge = { action: { instruction: { kind: 'route', text: wanted } } } as unknown as MapEdge;
  const known = urlInstruction(plain).fingerprint;
  return hasOwnAddress(edge, { document: { url: address } } as unknown as Capture, 9, {
    numberOf: async (fingerprint) => (fingerprint === known ? 1 : null),
    showsAll: async (page) => page === 1,
  });
}

test('a state that shows nothing new is a page of the address that its link names', async () => {
  assert.ok(await isOwn('http://a/fruit/red', 'http://a/'));
  assert.ok(!(await isOwn('http://a/fruit/red', 'http://a/', 'http://a/elsewhere')));
  assert.ok(await isOwn('http://a/#/fruit/red', 'http://a/'));
});

test('with a query, behind a fragment too, only where it shows less than the page without: sections were pages', async () => {
  for (const [address, plain] of [
    ['http://a/list?order=name', 'http://a/list'],
    ['http://a/#/themes?id=dark', 'http://a/#/themes'],
    ['http://a/#!/themes?id=dark', 'http://a/#!/themes'],
  ] as const) {
    assert.ok(!(await isOwn(address, plain)), address);
    assert.ok(await isOwn(address, 'http://a/other'), `${address} shows less than what shows the most of it`);
  }
});
