import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transitionOf } from '../../../test/contract/store.ts';
import type { Judged } from '../discover/gate.ts';
import { matchActions } from './match.ts';

const judgedOf = ({ action }: Pick<Judged, 'action'>, more: Partial<Judged> = {}): Judged => ({
  action,
  url: null,
  route: null,
  unseen: null,
  under: '',
  listed: null,
  loose: false,
  spare: false,
  beneath: false,
  blocked: false,
  isShown: false,
  kind: null,
  refused: null,
  ...more,
});

test('actions that a page had keep their numbers and targets wherever they stand now', () => {
  const before = [0, 1, 2].map((ord) => transitionOf(4, ord, 10 + ord, { reason: 'fired' }));
  const [first, second, third] = before as [(typeof before)[0], (typeof before)[0], (typeof before)[0]];
  const moved = { ...third.action, xpath: '/HTML/BODY[1]/P[9]' };
  const fresh = transitionOf(4, 7, null);
  const now = [judgedOf(fresh), judgedOf({ action: moved }), judgedOf(first)];
  const { kept, found, lost } = matchActions(before, now);
  assert.deepEqual(kept, [{ ...third, action: moved }, first]);
  assert.deepEqual(found, [now[0]]);
  assert.deepEqual(lost, [second]);
});

test('of several with one instruction each is matched once, by its place', () => {
  const one = transitionOf(4, 0, 10);
  const twin = { ...transitionOf(4, 1, 10), action: { ...one.action, xpath: '/HTML/BODY[1]/B[1]' } };
  const { kept, lost } = matchActions([one, twin], [judgedOf(twin), judgedOf(one), judgedOf(one)]);
  assert.deepEqual(
    kept.map(({ ord }) => ord),
    [1, 0],
  );
  assert.deepEqual(lost, []);
});

test('what was refused or failed is judged anew', () => {
  const refused = transitionOf(4, 0, null, { reason: 'robots' });
  const { found, lost } = matchActions([refused], [judgedOf(refused)]);
  assert.equal(found.length, 1);
  assert.deepEqual(lost, [refused]);
});
