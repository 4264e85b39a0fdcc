import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ArgiopeError } from '../../model/errors.ts';
import type { Capture, Guide, Look } from '../../model/index.ts';
import { boardHtml, modelOf, shown, threadHtml } from '../fixture.ts';
import type { TrainedModel } from '../model.ts';
import type { Typed } from '../typer.ts';
import { LearningGuide } from './learning.ts';
import { type OnDrift, TrainedGuide } from './trained.ts';
import { FoundTypes } from './types.ts';

const board = shown(boardHtml(1), 'http://site.test/board');
const thread = shown(threadHtml(1), 'http://site.test/t/1');
const strange = shown('<h1>New</h1><a href="/n">All new</a>', 'http://site.test/new');
/** A page that is still a board to people, with other names inside. */
const changed = shown(
  '<ul class="threads"><li><a href="/t/1">Thread</a></li></ul>',
  'http://site.test/board',
);

interface Parts {
  readonly onDrift?: OnDrift;
  readonly model?: TrainedModel;
  readonly saved?: string;
  /** Where whoever takes over is written down, and whether it begins anew. */
  readonly took?: boolean[];
}

function guideOf({ onDrift = 'warn', model = modelOf(), saved, took = [] }: Parts = {}): TrainedGuide {
  const typed = (type: string | null, more: Partial<Typed> = {}) => ({
    type,
    slight: false,
    moved: false,
    ...more,
  });
  const byAddress: Readonly<Record<string, Typed>> = {
    'http://site.test/board': typed('board'),
    'http://site.test/t/1': typed('thread'),
    'http://site.test/moved': typed('thread', { moved: true }),
  };
  return new TrainedGuide({
    model,
    onDrift,
    saved: saved ?? null,
    typeOf: async (_, { document }) => byAddress[document.url] ?? typed(null),
    instead: (anew): Guide => {
      took.push(anew);
      return new LearningGuide(new FoundTypes(), null, saved ?? null);
    },
  });
}

/** Texts of what is fired on a page. */
function fired({ actions }: Look, { candidates }: Capture): readonly string[] {
  assert.equal(actions.length, candidates.length);
  return candidates.filter((_, at) => actions[at]?.fire).map(({ text }) => text);
}

function kindOf({ actions }: Look, { candidates }: Capture, text: string): string {
  return actions[candidates.findIndex((each) => each.text === text)]?.kind ?? '';
}

test('only what the patterns of its type cover is fired on a page', async () => {
  const guide = guideOf();
  const look = await guide.look(0, board);
  assert.equal(look.type, 'board');
  assert.deepEqual(fired(look, board), ['Thread 11', 'Thread 12', 'Thread 13', '1', '2']);
  assert.deepEqual(fired(await guide.look(1, thread), thread), ['Next']);
  assert.deepEqual(fired(await guide.look(2, strange), strange), []);
  assert.deepEqual(guide.remarks(), [
    {
      level: 'info',
      text: '1 pages are of none of the types board, thread; the first is http://site.test/new',
    },
  ]);
  assert.equal(guide.drifted, false);
});

test('a pattern for one event allows no other', async () => {
  const hover = (capture: Capture): Capture => ({
    ...capture,
    candidates: capture.candidates.map((each) => ({ ...each, event: 'mouseover' })),
  });
  assert.deepEqual(fired(await guideOf().look(0, hover(board)), hover(board)), []);
});

test('what it allows promises what training has seen of it', async () => {
  const guide = guideOf();
  const look = await guide.look(0, board);
  assert.equal(kindOf(look, board, '1'), kindOf(look, board, '2'));
  assert.equal(kindOf(look, board, 'Help'), '');
  assert.equal(guide.promise(kindOf(look, board, '2')), 1);
  assert.equal(guide.promise(kindOf(look, board, 'Thread 11')), 0.8);
  assert.equal(guide.promise('another'), null);
  const title = kindOf(look, board, 'Thread 11');
  for (let i = 0; i < 9; i++) guide.gave(title, { kind: 'nothing' });
  assert.equal(guide.isBarren(title), false, 'what the model allows is not given up');
  guide.gave('another', { kind: 'nothing' });
  assert.equal(guide.isBarren('another'), false);
});

test('wanted is what the model says, and its facts hold', () => {
  const classes = [{ name: 'turn', sameFromAnywhere: true, byValues: false, leadsHome: [] }];
  const guide = guideOf({ model: modelOf({ classes }) });
  assert.deepEqual([guide.wants('thread'), guide.wants('board'), guide.wants(null)], [true, false, false]);
  assert.equal(guide.classes, classes);
});

test('pages that were recognised by their parts are told of', async () => {
  const guide = guideOf();
  for (const number of [0, 1]) await guide.look(number, shown(threadHtml(1), 'http://site.test/moved'));
  assert.deepEqual(
    guide.remarks().map(({ level, text }) => `${level} ${text.slice(0, 43)}`),
    ['info 2 pages are built otherwise than the sample'],
  );
});

test('a start page of no type is a drift: it is told at the end, and nothing is fired', async () => {
  const guide = guideOf();
  assert.deepEqual(fired(await guide.look(0, strange), strange), []);
  assert.equal(guide.drifted, true);
  assert.deepEqual(guide.remarks().at(-1), {
    level: 'warning',
    text: 'the model does not fit the site any more: the page at http://site.test/new is of none of its types',
  });
});

test('a crawl that is taken up again at a page of no type has not drifted', async () => {
  const took: boolean[] = [];
  for (const onDrift of ['warn', 'stop', 'retrain'] as const) {
    const guide = guideOf({ onDrift, took, saved: guideOf().save() });
    await guide.look(17, strange);
    assert.deepEqual([guide.drifted, took], [false, []], onDrift);
  }
});

test('a drift is an error where the crawl is to stop', async () => {
  const guide = guideOf({ onDrift: 'stop' });
  await guide.look(0, board);
  for (const number of [1, 2]) await guide.look(number, strange);
  const drifting = guideOf({ onDrift: 'stop' });
  await assert.rejects(
    drifting.look(0, strange),
    (error) =>
      error instanceof ArgiopeError &&
      error.code === 'DRIFT' &&
      /none of its types/.test(error.message) &&
      /--model-drift/.test(error.advice ?? ''),
  );
});

test('elements that are missing on three pages of their type are a drift', async () => {
  const guide = guideOf();
  for (const number of [0, 1, 2]) {
    assert.equal(guide.drifted, false);
    assert.deepEqual(fired(await guide.look(number, changed), changed), []);
  }
  assert.equal(guide.drifted, true);
  assert.deepEqual(
    guide.remarks().map(({ text }) => text),
    [
      'the model does not fit the site any more: "click //a.turn" matches nothing on 3 pages of type board',
      'the model does not fit the site any more: "click //a.title" matches nothing on 3 pages of type board',
    ],
  );
});

test('a pattern that leads elsewhere is a drift at the next page', async () => {
  const guide = guideOf({ onDrift: 'stop' });
  const title = kindOf(await guide.look(0, board), board, 'Thread 11');
  for (let i = 0; i < 3; i++) guide.gave(title, { kind: 'new', type: null });
  guide.gave(title, { kind: 'known', type: null });
  await assert.rejects(guide.look(4, board), /led to thread 0 times and 3 times elsewhere/);
});

test('where it is to be learned anew, another guide takes over from the page on that showed the drift', async () => {
  const took: boolean[] = [];
  const guide = guideOf({ onDrift: 'retrain', took });
  const look = await guide.look(0, strange);
  assert.deepEqual(took, [true], 'types and all');
  assert.equal(guide.beganAnew, true);
  assert.deepEqual(fired(look, strange), ['All new']);
  assert.equal(look.type, 'type1');
  assert.equal(guide.wants('type1'), true);
  assert.deepEqual(fired(await guide.look(1, board), board).length, board.candidates.length);
  const kind = kindOf(look, strange, 'All new');
  for (let i = 0; i < 3; i++) guide.gave(kind, { kind: 'new', type: 'type1' });
  assert.ok((guide.promise(kind) ?? 0) > 0.8);
  assert.equal(guide.isBarren(kind), false);
  assert.deepEqual(took, [true], 'once');
});

test('where its types still hold, they are kept', async () => {
  const took: boolean[] = [];
  const guide = guideOf({ onDrift: 'retrain', took });
  for (const number of [0, 1]) assert.deepEqual(fired(await guide.look(number, changed), changed), []);
  assert.deepEqual(fired(await guide.look(2, changed), changed), ['Thread']);
  assert.deepEqual(took, [false]);
  assert.equal(guide.beganAnew, false);
});

test('who took over goes on in another run, with what it has learned', async () => {
  const took: boolean[] = [];
  const guide = guideOf({ onDrift: 'retrain' });
  const look = await guide.look(0, strange);
  const kind = kindOf(look, strange, 'All new');
  for (let i = 0; i < 3; i++) guide.gave(kind, { kind: 'new', type: 'type1' });
  const again = guideOf({ onDrift: 'retrain', took, saved: guide.save() });
  assert.deepEqual([again.drifted, took], [true, [true]]);
  assert.equal(again.promise(kind), guide.promise(kind));
  assert.deepEqual(fired(await again.look(5, strange), strange), ['All new']);
});
