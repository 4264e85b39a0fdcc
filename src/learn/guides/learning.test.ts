import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Capture, Look } from '../../model/index.ts';
import { boardHtml, firedOn, modelOf, opened, Shelf, shown, threadHtml } from '../fixture.ts';
import { LearningGuide, type SeenType, type Types } from './learning.ts';
import { FoundTypes, KnownTypes } from './types.ts';

const board = shown(boardHtml(1), 'http://site.test/board');
const thread = shown(threadHtml(1), 'http://site.test/t/1');
const known = modelOf().types.map(({ samples, ...type }) => ({
  ...type,
  samples: samples.map(({ skeleton }) => skeleton),
}));

/** Kinds by the text of their candidates. */
function kindsOf({ actions }: Look, { candidates }: Capture): Record<string, string | null> {
  return Object.fromEntries(candidates.map(({ text }, at) => [text, actions[at]?.kind ?? null]));
}

test('elements in one place that do the same are of one kind, and everything is fired', async () => {
  const guide = new LearningGuide(new FoundTypes(), null);
  const look = await guide.look(0, board);
  assert.equal(look.type, 'type1');
  assert.deepEqual(
    look.actions.map(({ fire }) => fire),
    board.candidates.map(() => true),
  );
  const kinds = kindsOf(look, board);
  assert.equal(new Set(Object.values(kinds)).size, 3, 'help, threads, pager');
  assert.equal(kinds['Thread 11'], kinds['Thread 13']);
  assert.equal(kinds['1'], kinds['2']);
  const other = await guide.look(1, shown(boardHtml(2), 'http://site.test/board'));
  assert.equal(other.type, 'type1');
  assert.deepEqual(new Set(other.actions.map(({ kind }) => kind)), new Set(Object.values(kinds)));
});

test('a page that was only read is of no type and has no kinds, unless some types are not wanted', async () => {
  const read: Capture = { ...board, engine: 'http' };
  const look = await new LearningGuide(new FoundTypes(), null).look(0, read);
  assert.equal(look.type, null);
  assert.ok(look.actions.every(({ fire, kind }) => fire && kind === null));
  await Shelf.during(async ({ site }) => {
    const wanting = new LearningGuide(new KnownTypes(site, known), ['thread']);
    assert.ok((await wanting.look(0, read)).actions.some(({ kind }) => kind !== null));
  });
});

test('the same place on a page of another type is another kind', async () => {
  const guide = new LearningGuide(new FoundTypes(), null);
  const one = await guide.look(0, board);
  const other = await guide.look(1, thread);
  assert.deepEqual([one.type, other.type], ['type1', 'type2']);
  assert.notEqual(kindsOf(one, board).Help, kindsOf(other, thread).Help);
});

test('kinds that give new pages promise more than kinds that give none', async () => {
  const guide = new LearningGuide(new FoundTypes(), null);
  const kinds = kindsOf(await guide.look(0, thread), thread);
  const [next, vote] = [kinds.Next, kinds['+']] as [string, string];
  assert.equal(guide.promise(next), null, 'nothing was fired yet');
  for (let i = 0; i < 5; i++) {
    guide.gave(next, { kind: 'new', type: 'type1' });
    guide.gave(vote, { kind: 'nothing' });
  }
  assert.ok((guide.promise(next) ?? 0) > 0.9);
  assert.ok((guide.promise(vote) ?? 1) < 0.1);
  assert.equal(guide.isBarren(vote), false, 'without a wish nothing is given up here');
  assert.equal(guide.wants(null), true);
});

test('where threads are wanted, kinds that led to none twice are given up', async () => {
  await Shelf.during(async ({ site }) => {
    const guide = new LearningGuide(new KnownTypes(site, known), ['thread']);
    await guide.prepare(async () => board);
    const look = await guide.look(0, board);
    assert.equal(look.type, 'board');
    const kinds = kindsOf(look, board);
    const [help, title] = [kinds.Help, kinds['Thread 11']] as [string, string];
    for (const _ of [1, 2]) {
      guide.gave(help, { kind: 'new', type: null });
      guide.gave(title, { kind: 'new', type: 'thread' });
    }
    assert.deepEqual([guide.isBarren(help), guide.isBarren(title)], [true, false]);
    assert.deepEqual([guide.wants('thread'), guide.wants('board'), guide.wants(null)], [true, false, false]);
  });
});

test('on a page on which something was only opened nothing is fired', async () => {
  await Shelf.during(async (shelf) => {
    await shelf.keep(0, thread, opened('http://site.test/t/1'));
    await shelf.wait(1, firedOn(0));
    const guide = new LearningGuide(new KnownTypes(shelf.site, known), ['thread']);
    await guide.look(0, thread);
    const before = guide.save();
    const box = shown(
      threadHtml(1, '<p class="box"><a onclick="shut()">Shut</a></p>'),
      'http://site.test/t/1',
    );
    const look = await guide.look(1, box);
    assert.deepEqual([look.type, look.slight], [null, true]);
    assert.equal(look.actions.length, box.candidates.length);
    assert.deepEqual(
      look.actions.filter(({ fire, kind }) => fire || kind !== null),
      [],
    );
    assert.equal(guide.save(), before, 'no kind was met on it');
  });
});

test('what was learned goes on in another run: types by their names, kinds with their figures', async () => {
  const guide = new LearningGuide(new FoundTypes(), null);
  await guide.look(0, board);
  const kinds = kindsOf(await guide.look(1, thread), thread);
  for (let i = 0; i < 3; i++) guide.gave(kinds.Next as string, { kind: 'new', type: 'type2' });
  const saved = guide.save();
  const again = new LearningGuide(new FoundTypes(JSON.parse(saved).types), null, saved);
  assert.equal(again.promise(kinds.Next as string), guide.promise(kinds.Next as string));
  assert.equal((await again.look(2, shown(threadHtml(2), 'http://site.test/t/2'))).type, 'type2');
  assert.equal((await again.look(3, shown(boardHtml(2), 'http://site.test/board'))).type, 'type1');
  assert.deepEqual(JSON.parse(again.save()).kinds.length, JSON.parse(saved).kinds.length);
});

test('types see the pages that they ask for before the crawl begins', async () => {
  const asked: string[] = [];
  const types: Types = {
    prepare: async (reach) => {
      const { document } = await reach([{ open: 'http://site.test/board' }]);
      asked.push(document.url);
    },
    typeOf: async (): Promise<SeenType> => ({ type: null, slight: false }),
    save: () => null,
  };
  const guide = new LearningGuide(types, null);
  await guide.prepare(async () => board);
  assert.deepEqual(asked, ['http://site.test/board']);
  assert.equal((await guide.look(0, board)).type, null);
  assert.deepEqual([guide.remarks(), guide.classes], [[], []]);
});
