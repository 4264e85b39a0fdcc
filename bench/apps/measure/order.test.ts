import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { DocumentTree } from '../../../src/model/index.ts';
import { judge } from '../truth.ts';
import { inOrder, judgeInOrder } from './order.ts';

const app = {
  parts: ['sea', 'wood', 'town'].map((name) => ({ name, shows: name, needs: 'event' as const })),
};
const page = (number: number, ...texts: string[]) => ({
  number,
  document: { root: { tag: 'p', kids: [texts.join(' ')] } } as unknown as DocumentTree,
});
const kept = (number: number) => ({ kind: 'page', number, events: 0 }) as const;

it('pages come in the order in which they were kept, whatever their numbers', () => {
  const pages = [page(0, 'sea'), page(1, 'wood'), page(4, 'town'), page(7, 'town')];
  const order = inOrder(pages, { steps: [kept(4), kept(0), kept(1)] });
  assert.deepEqual(
    order.map(({ number }) => number),
    [4, 0, 1, 7],
  );
});

it('a page that is kept beside what an earlier one showed does not make that one a duplicate', () => {
  const pages = [page(0, 'sea'), page(2, 'wood', 'town'), page(5, 'town')];
  assert.deepEqual(judge(app, pages).duplicates, [5]);
  const order = inOrder(pages, { steps: [kept(0), kept(5), kept(2)] });
  assert.deepEqual(judgeInOrder(app, order).duplicates, []);
  const again = inOrder(pages, { steps: [kept(0), kept(2), kept(5)] });
  assert.deepEqual(judgeInOrder(app, again).duplicates, [5]);
});
