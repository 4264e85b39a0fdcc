import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardHtml, firedOn, modelOf, opened, Shelf, shown, threadHtml } from './fixture.ts';
import { isSlight, suggestChange, Typer, type UnitChange, usualChange } from './typer.ts';

const types = modelOf().types.map(({ samples, ...type }) => ({
  ...type,
  samples: samples.map(({ skeleton }) => skeleton),
}));
const box = '<p class="box">Saved.</p>';
const [board, thread] = ['http://site.test/board', 'http://site.test/t/1'];

test('a page is of the type whose samples it is built like, or of none', async () => {
  await Shelf.during(async ({ site }) => {
    const typer = new Typer(site, types);
    const plain = { slight: false, moved: false };
    assert.deepEqual(await typer.typeOf(0, shown(boardHtml(2), board)), { type: 'board', ...plain });
    assert.deepEqual(await typer.typeOf(1, shown(threadHtml(2), thread)), { type: 'thread', ...plain });
    const other = shown('<h1>Help</h1><dl><dt>Who</dt><dd>We</dd></dl>', 'http://site.test/help');
    assert.deepEqual(await typer.typeOf(2, other), { type: null, ...plain });
  });
});

test('a page of a type on which a box was opened is a slight change, and no page of the type', async () => {
  await Shelf.during(async (shelf) => {
    const first = shown(threadHtml(1), thread);
    await shelf.keep(0, first, opened(thread));
    await shelf.wait(1, firedOn(0));
    const typer = new Typer(shelf.site, types);
    assert.equal((await typer.typeOf(0, first)).type, 'thread');
    assert.deepEqual(await typer.typeOf(1, shown(threadHtml(1, box), thread)), {
      type: null,
      slight: true,
      moved: false,
    });
    const judged = await typer.judge(1, shown(threadHtml(1, box), thread));
    assert.equal(judged.type, 'thread');
    assert.deepEqual([judged.change?.came, judged.change?.went], [1, 0]);
  });
});

test('a page that an event turned is another page of the type', async () => {
  await Shelf.during(async (shelf) => {
    const first = shown(threadHtml(1), thread);
    await shelf.keep(0, first, opened(thread));
    await shelf.wait(1, firedOn(0));
    const typer = new Typer(shelf.site, types);
    await typer.typeOf(0, first);
    const turned = shown(threadHtml(2), thread);
    assert.deepEqual(await typer.typeOf(1, turned), { type: 'thread', slight: false, moved: false });
    const { change } = await typer.judge(1, turned);
    assert.ok(change && change.came > 20 && change.went > 20, JSON.stringify(change));
  });
});

test('the page that an event was fired on is read from the store where it is not remembered', async () => {
  await Shelf.during(async (shelf) => {
    await shelf.keep(0, shown(threadHtml(1), thread), opened(thread));
    await shelf.wait(1, firedOn(0));
    const typer = new Typer(shelf.site, types);
    assert.equal((await typer.typeOf(1, shown(threadHtml(1, box), thread))).slight, true);
  });
});

test('a state that is come to by way of states between pages is compared with the page that these show', async () => {
  await Shelf.during(async (shelf) => {
    await shelf.keep(0, shown(threadHtml(1), thread), opened(thread));
    await shelf.wait(1, firedOn(0));
    await shelf.site.commit({ merged: [{ number: 1, into: 0 }] });
    await shelf.wait(2, firedOn(1));
    const typer = new Typer(shelf.site, types);
    assert.equal((await typer.typeOf(2, shown(threadHtml(1, box), thread))).slight, true);
  });
});

test('a state of a page of another type has nothing to be compared with', async () => {
  await Shelf.during(async (shelf) => {
    const first = shown(boardHtml(1), board);
    await shelf.keep(0, first, opened(board));
    await shelf.wait(1, firedOn(0));
    const typer = new Typer(shelf.site, types);
    await typer.typeOf(0, first);
    assert.deepEqual(await typer.judge(1, shown(threadHtml(1), board)), {
      type: 'thread',
      moved: false,
      change: null,
    });
  });
});

test('a slight variant of any known page of the document is slight, of one of another document not', async () => {
  await Shelf.during(async (shelf) => {
    const typer = new Typer(shelf.site, types);
    await shelf.keep(0, shown(threadHtml(1), thread), opened(thread));
    for (const number of [1, 2]) await shelf.wait(number, firedOn(0, number));
    await typer.typeOf(0, shown(threadHtml(1), thread));
    assert.equal((await typer.typeOf(1, shown(threadHtml(2), thread))).type, 'thread');
    // It is far from the page that it came from, but near to the other state.
    const variant = threadHtml(2, box);
    assert.equal((await typer.typeOf(2, shown(variant, `${thread}#top`))).slight, true);
    await shelf.wait(3, opened('http://site.test/t/2'));
    assert.deepEqual(await typer.typeOf(3, shown(variant, 'http://site.test/t/2')), {
      type: 'thread',
      slight: false,
      moved: false,
    });
  });
});

test('where any change makes another page, none is slight', async () => {
  await Shelf.during(async (shelf) => {
    const first = shown(threadHtml(1), thread);
    await shelf.keep(0, first, opened(thread));
    await shelf.wait(1, firedOn(0));
    const typer = new Typer(
      shelf.site,
      types.map((type) => ({ ...type, change: 0 })),
    );
    await typer.typeOf(0, first);
    assert.deepEqual(await typer.typeOf(1, shown(threadHtml(1, box), thread)), {
      type: 'thread',
      slight: false,
      moved: false,
    });
  });
});

test('a template that moved below other elements is recognised by its parts, and said to be so', async () => {
  await Shelf.during(async ({ site }) => {
    const typer = new Typer(site, types);
    const wrapped = (body: string) => `<div class="frame"><div class="in">${body}</div></div>`;
    assert.deepEqual(await typer.typeOf(0, shown(wrapped(boardHtml(2)), board)), {
      type: 'board',
      slight: false,
      moved: true,
    });
    assert.deepEqual(await typer.typeOf(1, shown(wrapped(threadHtml(2)), thread)), {
      type: 'thread',
      slight: false,
      moved: true,
    });
  });
});

const large = 100;
const added = (came: number): UnitChange => ({ of: large, came, went: 0 });
const turned = (came: number, went = came): UnitChange => ({ of: large, came, went });

test('a change that brings up nothing is slight, and so is a small one, unless the page is small too', () => {
  assert.equal(isSlight({ of: large, came: 0, went: 40 }, 6), true);
  assert.deepEqual(
    [added(5), turned(2), added(6), turned(3)].map((change) => isSlight(change, 6)),
    [true, true, false, false],
  );
  assert.equal(isSlight({ of: 8, came: 2, went: 0 }, 6), false);
  assert.equal(isSlight({ of: large, came: 0, went: 1 }, 0), false, 'where any change makes another page');
});

test('the units that must come and go lie in the widest gap between small changes and great ones', () => {
  const boxes = [added(1), added(3), turned(3, 1)];
  const turns = [turned(22, 21), turned(18), turned(2, 22)];
  assert.equal(suggestChange([...boxes, ...turns]), 10);
  assert.equal(suggestChange([...turns, ...boxes]), 10, 'in any order');
});

test('however much there is on a page, and however great some pages are, others like them are pages', () => {
  const tools = { of: 5000, came: 10, went: 10 };
  assert.equal(isSlight(tools, suggestChange([tools, tools])), false);
  const uneven = [turned(20), turned(150)];
  for (const change of uneven) assert.equal(isSlight(change, suggestChange(uneven)), false);
});

test('without a gap all changes are pages where content took the place of other content, else the usual', () => {
  assert.equal(suggestChange([added(2), turned(1, 2)]), 1);
  for (const changes of [[], [added(3)], [{ of: large, came: 0, went: 9 }]])
    assert.equal(suggestChange(changes), usualChange);
});
