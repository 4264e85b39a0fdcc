import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worlds } from './worlds.ts';

test('tabs part once an event has set a cookie, unless cookies were brought along that servers may renew', () => {
  const [strange, signedIn] = [new Worlds({ proxy: null }, false), new Worlds({ proxy: null }, true)];
  assert.deepEqual([strange.apart, signedIn.apart], [false, false]);
  strange.part();
  signedIn.part();
  assert.deepEqual([strange.apart, signedIn.apart], [true, false]);
});
