import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Capture, Look } from '../../model/index.ts';
import { boardHtml, firedOn, modelOf, opened, Shelf, shown, threadHtml, transitionOf } from '../fixture.ts';
import { parseSample, type Sample } from '../samples.ts';
import { TrainingGuide } from './training.ts';
import { KnownTypes } from './types.ts';

const types = modelOf().types.map(({ samples, ...type }) => ({
  ...type,
  samples: samples.map(({ skeleton }) => skeleton),
}));
const [boardUrl, threadUrl] = ['http://site.test/board', 'http://site.test/t/1'];
const board = shown(boardHtml(1), boardUrl);
const thread = shown(threadHtml(1), threadUrl);

function guideOf(shelf: Shelf, samples: readonly Sample[], saved: string | null = null): TrainingGuide {
  return new TrainingGuide({
    site: shelf.site,
    samples,
    saved,
    types: new KnownTypes(shelf.site, types),
    spell: (url) => url.toLowerCase(),
  });
}

/** Texts of what is fired on a page. */
function fired({ actions }: Look, { candidates }: Capture): readonly string[] {
  assert.equal(actions.length, candidates.length);
  return candidates.filter((_, at) => actions[at]?.fire).map(({ text }) => text);
}

const all = ({ candidates }: Capture) => candidates.map(({ text }) => text);

test('everything is fired on samples, and nothing on pages of no type', async () => {
  await Shelf.during(async (shelf) => {
    // The crawl spells addresses in its own way.
    const samples = [parseSample('board=http://SITE.test/board'), parseSample(`thread=${threadUrl}`)];
    const guide = guideOf(shelf, samples);
    await shelf.wait(0, opened(boardUrl));
    await shelf.wait(1, opened(threadUrl));
    await shelf.wait(2, opened('http://site.test/help'));
    const first = await guide.look(0, board);
    assert.equal(first.type, 'board');
    assert.deepEqual(fired(first, board), all(board));
    assert.deepEqual(fired(await guide.look(1, thread), thread), all(thread));
    const help = shown('<h1>Help</h1><pre>Ask us.</pre><a href="/board">Back</a>', 'http://site.test/help');
    assert.deepEqual(fired(await guide.look(2, help), help), []);
    assert.deepEqual(guide.pages, {
      samples: [
        { sample: 0, page: 0 },
        { sample: 1, page: 1 },
      ],
      further: [],
      behind: [],
    });
  });
});

test('everything is fired on one further page of a type, and on none after it', async () => {
  await Shelf.during(async (shelf) => {
    const guide = guideOf(shelf, [parseSample(`board=${boardUrl}`)]);
    await shelf.wait(0, opened(boardUrl));
    await guide.look(0, board);
    for (const number of [1, 2]) await shelf.wait(number, opened(`http://site.test/t/${number}`));
    const [one, two] = [1, 2].map((n) => shown(threadHtml(n), `http://site.test/t/${n}`)) as [
      Capture,
      Capture,
    ];
    assert.deepEqual(fired(await guide.look(1, one), one), all(one));
    assert.deepEqual(fired(await guide.look(2, two), two), []);
    assert.deepEqual(fired(await guide.look(1, one), one), all(one), 'when it is looked at again too');
    assert.deepEqual(guide.pages.further, [{ type: 'thread', page: 1, document: 1 }]);
  });
});

test('everything is fired on one further state of each document, unless its content is known', async () => {
  await Shelf.during(async (shelf) => {
    const guide = guideOf(shelf, [parseSample(`board=${boardUrl}`)]);
    const does = board.candidates.map((candidate, ord) => transitionOf(0, ord, candidate, null));
    await shelf.keep(0, board, opened(boardUrl), does);
    await guide.look(0, board);
    for (const number of [1, 2, 3]) await shelf.wait(number, firedOn(0, number));
    assert.deepEqual(fired(await guide.look(1, board), board), [], 'it is the sample once more');
    const [second, third] = [2, 3].map((n) => shown(boardHtml(n), boardUrl)) as [Capture, Capture];
    assert.deepEqual(fired(await guide.look(2, second), second), all(second));
    assert.deepEqual(fired(await guide.look(3, third), third), []);
    const other = 'http://site.test/board/b';
    await shelf.keep(4, shown(boardHtml(4), other), opened(other));
    await shelf.wait(5, firedOn(4));
    const state = shown(boardHtml(5), other);
    assert.deepEqual(fired(await guide.look(5, state), state), all(state));
    assert.deepEqual(
      guide.pages.further.map(({ page, document }) => [page, document]),
      [
        [2, 0],
        [5, 4],
      ],
    );
  });
});

test('what an event brings up on a sample is fired too, a few of each place, and what comes up behind it', async () => {
  await Shelf.during(async (shelf) => {
    const guide = guideOf(shelf, [parseSample(`thread=${threadUrl}`)]);
    const does = ({ candidates }: Capture, source: number) =>
      candidates.map((candidate, ord) => transitionOf(source, ord, candidate, null));
    await shelf.keep(0, thread, opened(threadUrl), does(thread, 0));
    await guide.look(0, thread);
    const more = (n: number) => `<p class="box">${'<a onclick="more()">More</a>'.repeat(n)}</p>`;
    const box = shown(threadHtml(1, more(5)), threadUrl);
    await shelf.wait(1, firedOn(0, 1));
    assert.deepEqual(fired(await guide.look(1, box), box), ['More', 'More', 'More']);
    await shelf.wait(2, firedOn(0, 2));
    const other = shown(threadHtml(1, more(4)), threadUrl);
    assert.deepEqual(fired(await guide.look(2, other), other), [], 'its place is known');
    await shelf.keep(1, box, firedOn(0, 1), does(box, 1));
    await shelf.wait(3, firedOn(1, 12));
    const behind = shown(
      threadHtml(1, `${more(1)}<p class="box"><b><a onclick="most()">Most</a></b></p>`),
      threadUrl,
    );
    assert.deepEqual(fired(await guide.look(3, behind), behind), ['Most']);
    const again = guideOf(shelf, [parseSample(`thread=${threadUrl}`)], guide.save());
    assert.deepEqual(
      fired(await again.look(1, box), box),
      ['More', 'More', 'More'],
      'also when taken up again',
    );
  });
});

test('on the way to a sample only the next step is fired', async () => {
  await Shelf.during(async (shelf) => {
    const turn = board.candidates.find(({ text }) => text === '2');
    assert.ok(turn);
    const state = shown(boardHtml(2), boardUrl);
    const title = state.candidates.find(({ text }) => text === 'Thread 22');
    assert.ok(title);
    const way = `${boardUrl} → click ${turn.xpath} → click ${title.xpath}`;
    const guide = guideOf(shelf, [parseSample(`card=${way}`)]);
    await shelf.keep(0, board, opened(boardUrl), [transitionOf(0, 0, turn, 1)]);
    assert.deepEqual(fired(await guide.look(0, board), board), ['2']);
    await shelf.keep(1, state, firedOn(0, 0), [transitionOf(1, 0, title, 2)]);
    assert.deepEqual(fired(await guide.look(1, state), state), ['Thread 22']);
    await shelf.wait(2, firedOn(1, 0));
    const card = shown(threadHtml(22), boardUrl);
    assert.deepEqual(fired(await guide.look(2, card), card), all(card));
    assert.deepEqual(guide.pages.samples, [{ sample: 0, page: 2 }]);
  });
});

test('a page by the wrong step is not on the way', async () => {
  await Shelf.during(async (shelf) => {
    const [one, two] = ['1', '2'].map((text) => board.candidates.find((each) => each.text === text));
    assert.ok(one && two);
    const guide = guideOf(shelf, [parseSample(`list=${boardUrl} → click ${two.xpath}`)]);
    await shelf.keep(0, board, opened(boardUrl), [transitionOf(0, 0, one, 1)]);
    assert.deepEqual(fired(await guide.look(0, board), board), ['2']);
    await shelf.wait(1, firedOn(0, 0));
    const plain = shown('<h1>Help</h1><pre>Ask us.</pre><a href="/board">Back</a>', boardUrl);
    assert.deepEqual(fired(await guide.look(1, plain), plain), []);
    assert.deepEqual(guide.pages, { samples: [], further: [], behind: [] });
  });
});

test('a training that was stopped knows its pages again', async () => {
  await Shelf.during(async (shelf) => {
    const samples = [parseSample(`board=${boardUrl}`)];
    const guide = guideOf(shelf, samples);
    await shelf.wait(0, opened(boardUrl));
    await guide.look(0, board);
    await shelf.wait(1, opened(threadUrl));
    await guide.look(1, thread);
    const again = guideOf(shelf, samples, guide.save());
    assert.deepEqual(again.pages, guide.pages);
    await shelf.wait(2, opened('http://site.test/t/2'));
    const two = shown(threadHtml(2), 'http://site.test/t/2');
    assert.deepEqual(fired(await again.look(2, two), two), []);
    await again.look(0, board);
    assert.equal(again.pages.samples.length, 1, 'a sample is counted once');
  });
});

test('training wants everything, gives nothing up and prefers nothing', async () => {
  await Shelf.during(async (shelf) => {
    const guide = guideOf(shelf, []);
    guide.gave();
    assert.deepEqual([guide.wants(), guide.isBarren(), guide.promise()], [true, false, null]);
    assert.deepEqual([guide.remarks(), guide.classes], [[], []]);
  });
});
