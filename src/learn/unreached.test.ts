import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardHtml, firedOn, modelOf, opened, Shelf, shown, threadHtml, transitionOf } from './fixture.ts';
import { unreachedWarnings } from './unreached.ts';

const [boardUrl, helpUrl] = ['http://site.test/board', 'http://site.test/help'];
const board = shown(boardHtml(1), boardUrl);
const help = shown('<p>See <a onclick="last()">the last\n thread</a></p>', helpUrl);
const typeOf = (page: number) => ['board', null, 'thread', 'thread'][page];

test('wanted pages that events led to and no pattern does are warned of, with the element behind which one is', async () => {
  await Shelf.during(async (shelf) => {
    const title = board.candidates.find(({ text }) => text === 'Thread 11');
    const [last] = help.candidates;
    assert.ok(title && last);
    await shelf.keep(0, board, opened(boardUrl), [transitionOf(0, 0, title, 2)]);
    await shelf.keep(1, help, opened(helpUrl), [transitionOf(1, 0, last, 3)]);
    await shelf.keep(2, shown(threadHtml(1), boardUrl), firedOn(0));
    await shelf.keep(3, shown(threadHtml(2), helpUrl), firedOn(1));
    assert.deepEqual(await unreachedWarnings(shelf.site, modelOf(), typeOf), [
      'thread: no pattern reaches 1 of the pages that were seen, such as the one behind "the last thread" ' +
        `at ${last.xpath} on ${helpUrl}: give a sample of the page that it stands on.`,
    ]);
    assert.deepEqual(await unreachedWarnings(shelf.site, modelOf({ want: ['board'] }), typeOf), []);
  });
});

test('a page is reached where one of several ways to it is a pattern', async () => {
  await Shelf.during(async (shelf) => {
    const title = board.candidates.find(({ text }) => text === 'Thread 11');
    const [last] = help.candidates;
    assert.ok(title && last);
    await shelf.keep(0, board, opened(boardUrl), [transitionOf(0, 0, title, 2)]);
    await shelf.keep(1, help, opened(helpUrl), [transitionOf(1, 0, last, 2)]);
    await shelf.keep(2, shown(threadHtml(1), boardUrl), firedOn(0));
    assert.deepEqual(await unreachedWarnings(shelf.site, modelOf(), typeOf), []);
  });
});
