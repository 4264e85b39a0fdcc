import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kinds } from './kinds.ts';

const nothing = { kind: 'nothing' } as const;
const known = { kind: 'known' } as const;

function made(type: string | null) {
  return { kind: 'new', type } as const;
}

test('without a wish every new page counts, and a kind is given up after a dozen firings in vain', () => {
  const kinds = new Kinds(null);
  kinds.meet('vote', 'comments');
  for (let i = 0; i < 11; i++) kinds.gave('vote', i % 2 === 0 ? nothing : known);
  assert.equal(kinds.isBarren('vote'), false);
  kinds.gave('vote', nothing);
  assert.equal(kinds.isBarren('vote'), true);
  kinds.meet('page', 'comments');
  for (let i = 0; i < 20; i++) kinds.gave('page', made('comments'));
  assert.equal(kinds.isBarren('page'), false);
  assert.ok((kinds.promise('page') ?? 0) > 0.9);
  assert.ok((kinds.promise('vote') ?? 1) < 0.05);
});

test('where it is said what is wanted, three firings in vain are enough', () => {
  const kinds = new Kinds(['comments']);
  kinds.meet('card', 'comments');
  for (const _ of [1, 2]) kinds.gave('card', made(null));
  assert.equal(kinds.isBarren('card'), false);
  kinds.gave('card', made(null));
  assert.equal(kinds.isBarren('card'), true);
});

test('a way through unwanted pages is worth going as long as they lead to wanted ones', () => {
  const kinds = new Kinds(['thread']);
  kinds.meet('to list', 'home');
  kinds.meet('to thread', 'list');
  for (let i = 0; i < 4; i++) {
    kinds.gave('to list', made('list'));
    kinds.gave('to thread', made('thread'));
  }
  assert.equal(kinds.isBarren('to list'), false);
  const dead = new Kinds(['thread']);
  dead.meet('to list', 'home');
  dead.meet('to help', 'list');
  for (let i = 0; i < 4; i++) {
    dead.gave('to list', made('list'));
    dead.gave('to help', made('help'));
  }
  assert.equal(dead.isBarren('to list'), true);
});

test('nothing is promised of what was never fired, and what was learned is kept', () => {
  const kinds = new Kinds(['thread']);
  kinds.meet('to thread', 'list');
  assert.equal(kinds.promise('to thread'), null);
  kinds.gave('to thread', made('thread'));
  const again = new Kinds(['thread'], kinds.save());
  assert.equal(again.promise('to thread'), kinds.promise('to thread'));
});
