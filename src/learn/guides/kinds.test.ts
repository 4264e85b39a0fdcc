import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kinds, type Met } from './kinds.ts';

const nothing = { kind: 'nothing' } as const;
const known = { kind: 'known', type: null } as const;

function met(kind: string, on: string, turns = false): Met {
  return { kind, on, does: kind, turns };
}

function made(type: string | null) {
  return { kind: 'new', type } as const;
}

test('without a wish every new page counts, and what gave none comes last', () => {
  const kinds = new Kinds(null);
  kinds.meet(met('vote', 'comments'));
  for (let i = 0; i < 20; i++) kinds.gave('vote', i % 2 === 0 ? nothing : known);
  kinds.meet(met('page', 'comments'));
  for (let i = 0; i < 20; i++) kinds.gave('page', made('comments'));
  assert.ok((kinds.promise('page') ?? 0) > 0.9);
  assert.ok((kinds.promise('vote') ?? 1) < 0.05);
  assert.deepEqual([kinds.isBarren('page'), kinds.isBarren('vote')], [false, false]);
});

test('where it is said what is wanted, two firings in vain are enough, and more for what turns pages', () => {
  const kinds = new Kinds(['comments']);
  kinds.meet(met('card', 'comments'));
  kinds.meet(met('next', 'comments', true));
  for (const kind of ['card', 'next']) {
    kinds.gave(kind, made(null));
    assert.equal(kinds.isBarren(kind), false);
    kinds.gave(kind, nothing);
  }
  assert.deepEqual([kinds.isBarren('card'), kinds.isBarren('next')], [true, false]);
});

test('what led nowhere from one place leads nowhere from another, and what led to known pages is right', () => {
  const kinds = new Kinds(['comments']);
  kinds.meet({ kind: 'card here', on: 'comments', does: 'card(', turns: false });
  kinds.meet({ kind: 'card there', on: '', does: 'card(', turns: false });
  for (const _ of [1, 2]) kinds.gave('card here', made(null));
  assert.equal(kinds.isBarren('card there'), true);
  kinds.meet(met('first', 'comments'));
  for (const _ of [1, 2, 3]) kinds.gave('first', { kind: 'known', type: 'comments' });
  assert.equal(kinds.isBarren('first'), false);
});

test('a way through unwanted pages is worth going as long as they lead to wanted ones', () => {
  const kinds = new Kinds(['thread']);
  kinds.meet(met('to list', 'home'));
  kinds.meet(met('to thread', 'list'));
  for (let i = 0; i < 4; i++) {
    kinds.gave('to list', made('list'));
    kinds.gave('to thread', made('thread'));
  }
  assert.equal(kinds.isBarren('to list'), false);
  const dead = new Kinds(['thread']);
  dead.meet(met('to list', 'home'));
  dead.meet(met('to help', 'list'));
  for (let i = 0; i < 4; i++) {
    dead.gave('to list', made('list'));
    dead.gave('to help', made('help'));
  }
  assert.equal(dead.isBarren('to list'), true);
});

test('an address that was led to counts neither for nor against a kind before it was opened', () => {
  const kinds = new Kinds(['thread']);
  kinds.meet(met('to thread', 'list'));
  for (let i = 0; i < 20; i++) kinds.gave('to thread', { kind: 'address' });
  assert.deepEqual([kinds.isBarren('to thread'), kinds.promise('to thread')], [false, null]);
  for (const _ of [1, 2]) kinds.gave('to thread', made('help'));
  assert.equal(kinds.isBarren('to thread'), true);
});

test('nothing is promised of what was never fired, and what was learned is kept', () => {
  const kinds = new Kinds(['thread']);
  kinds.meet(met('to thread', 'list'));
  assert.equal(kinds.promise('to thread'), null);
  kinds.gave('to thread', made('thread'));
  const again = new Kinds(['thread'], kinds.save());
  assert.equal(again.promise('to thread'), kinds.promise('to thread'));
});
