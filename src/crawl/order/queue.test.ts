import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PageQueue, type Waiting, waitingOf } from './queue.ts';

function waiting(number: number, more: Partial<Waiting> = {}): Waiting {
  return { number, document: 0, depth: 1, url: null, source: 0, ord: number, attempts: 0, ...more };
}

function link(number: number, source = 0): Waiting {
  return waiting(number, { document: number, url: `http://h/${number}`, source, ord: null });
}

function drain(queue: PageQueue, strategy: 'breadth' | 'depth'): number[] {
  const order: number[] = [];
  for (let page = queue.next(strategy); page; page = queue.next(strategy)) {
    queue.take(page);
    queue.done(page.number);
    order.push(page.number);
  }
  return order;
}

function filled(...pages: Waiting[]): PageQueue {
  const queue = new PageQueue();
  for (const page of pages) queue.add(page);
  return queue;
}

describe('the queue of waiting pages', () => {
  const pages = [link(4, 1), waiting(1), waiting(3, { source: 1 }), link(2), waiting(5, { source: 3 })];

  test('breadth first takes pages in the order of their numbers', () => {
    assert.deepEqual(drain(filled(...pages), 'breadth'), [1, 2, 3, 4, 5]);
  });

  test('depth first takes what the latest page offered, in the order in which it stands there', () => {
    assert.deepEqual(drain(filled(...pages), 'depth'), [5, 3, 4, 1, 2]);
  });

  test('a page in hand is nobody else’s, and still open', () => {
    const queue = filled(waiting(1), waiting(2));
    const first = queue.next('breadth') as Waiting;
    queue.take(first);
    assert.equal(queue.next('breadth')?.number, 2);
    assert.deepEqual([queue.size, queue.inHand], [2, 1]);
    assert.equal(queue.isWaiting(1, 0), false);
    assert.equal(queue.isOpen(1, 0), true);
    queue.done(1);
    assert.deepEqual([queue.size, queue.inHand, queue.isOpen(1, 0)], [1, 0, false]);
  });

  test('a page given back waits again', () => {
    const queue = filled(waiting(1));
    const page = queue.take(waiting(1));
    queue.done(1);
    queue.add({ ...page, attempts: 1 });
    assert.deepEqual([queue.size, queue.inHand, queue.get(1, 0)?.attempts], [1, 0, 1]);
  });

  test('tabs are shared among hosts, however many addresses one of them has', () => {
    const at = (host: string, number: number): Waiting => ({
      ...link(number),
      url: `http://${host}/${number}`,
    });
    const many = Array.from({ length: 9 }, (_, number) => at('many', number));
    const queue = filled(...many, at('few', 9), at('few', 10), at('one', 11));
    const taken = [];
    for (let tab = 0; tab < 6; tab++) taken.push(queue.take(queue.firstUrl() as Waiting).number);
    assert.deepEqual(taken, [0, 9, 11, 1, 10, 2]);
    for (const number of taken) queue.done(number);
    assert.equal(queue.firstUrl()?.number, 3, 'with nobody at work it is the order in which they came');
    queue.take({ ...waiting(20), document: 9 });
    queue.add(at('few', 12));
    queue.take(queue.firstUrl() as Waiting);
    assert.equal(queue.firstUrl()?.number, 4, 'states count for the host of their document');
  });

  test('a host whose pages hold tabs for long comes after those that were quick', (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const at = (host: string, number: number): Waiting => ({
      ...link(number),
      url: `http://${host}/${number}`,
    });
    const queue = filled(...[0, 1, 2].map((number) => at('hangs', number)), at('quick', 3), at('quick', 4));
    const visit = (ms: number) => {
      const { number } = queue.take(queue.firstUrl() as Waiting);
      now += ms;
      queue.done(number);
      return number;
    };
    assert.deepEqual([visit(20_000), visit(300), visit(300), visit(20_000)], [0, 3, 4, 1]);
  });

  test('addresses of which little is expected wait until no others are left', () => {
    const queue = filled(link(1), link(2), link(3), link(4));
    const isPoor = (url: string) => [1, 3].some((number) => url === link(number).url);
    const taken = [];
    for (let page = queue.firstUrl(() => true, isPoor); page; page = queue.firstUrl(() => true, isPoor))
      taken.push(queue.take(page).number);
    assert.deepEqual(taken, [2, 4, 1, 3]);
  });

  test('states with an address are found wherever they wait, until they are taken', () => {
    const queue = filled(waiting(1), waiting(2, { route: 'router', document: 7 }));
    const route = queue.firstRoute(() => true);
    assert.equal(route?.number, 2);
    queue.take(route as Waiting);
    assert.equal(
      queue.firstRoute(() => true),
      null,
    );
  });

  test('documents are those with states that wait, until the last is taken', () => {
    const queue = filled(link(9), waiting(1), waiting(2), waiting(3, { document: 7 }));
    assert.deepEqual([...queue.documents()], [0, 7]);
    assert.equal(queue.firstState(0)?.number, 1);
    assert.equal(queue.statesWaiting(0), 2);
    queue.take(waiting(3, { document: 7 }));
    assert.deepEqual([...queue.documents()], [0]);
    assert.equal(queue.firstUrl()?.number, 9);
    assert.equal(queue.firstState(7), null);
    assert.equal(queue.statesWaiting(7), 0);
  });

  test('adding twice is adding once', () => {
    const queue = filled(waiting(1), waiting(1), link(2), link(2));
    assert.equal(queue.size, 2);
    assert.deepEqual(drain(queue, 'breadth'), [1, 2]);
    assert.equal(queue.size, 0);
  });

  test('a stored page waits as it did before', () => {
    const stored = { number: 5, status: 'queued', document: 2, depth: 3, attempts: 1 } as const;
    const none = { content: null, mergedInto: null, error: null };
    assert.deepEqual(
      waitingOf({ ...stored, ...none, entry: { kind: 'action', source: 4, ord: 6 } }),
      waiting(5, { document: 2, depth: 3, attempts: 1, source: 4, ord: 6 }),
    );
    assert.deepEqual(
      waitingOf({ ...stored, ...none, entry: { kind: 'url', url: 'http://h/' } }),
      waiting(5, { document: 2, depth: 3, attempts: 1, source: -1, ord: null, url: 'http://h/' }),
    );
  });
});
