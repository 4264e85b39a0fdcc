import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Change, CrawlEvent, SiteStore } from '../../model/index.ts';
import { Batch } from './batch.ts';

const note = (text: string): CrawlEvent => ({ kind: 'note', level: 'info', text });

/** A store whose transactions become durable when the test says so. */
function slowStore() {
  const transactions: { changes: readonly Change[]; resolve(): void; reject(error: Error): void }[] = [];
  const site = {
    commitAll: (changes: readonly Change[]) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      transactions.push({ changes, resolve, reject });
      return promise;
    },
  } as unknown as SiteStore;
  return { site, transactions };
}

function makeBatch(bytes = 100, age = 60_000) {
  const { site, transactions } = slowStore();
  const told: string[] = [];
  const failures: unknown[] = [];
  const batch = new Batch({
    site,
    limits: { bytes, age },
    listen: (event) => told.push(event.kind === 'note' ? event.text : event.kind),
    closing: () => ({ nextNumber: 7 }),
    onFailure: (error) => failures.push(error),
  });
  const add = (text: string, size: number) =>
    batch.add({ change: {}, bytes: size, events: [note(text)], done: () => told.push(`${text} done`) });
  return { batch, transactions, told, failures, add };
}

/** Lets everything happen that waits for nothing. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a batch', () => {
  it('is stored when it is large enough, in one transaction, with what belongs to it', async () => {
    const { transactions, add } = makeBatch(100);
    add('one', 60);
    assert.equal(transactions.length, 0);
    add('two', 60);
    assert.equal(transactions.length, 1);
    assert.deepEqual(transactions[0]?.changes, [{}, {}, { nextNumber: 7 }]);
  });

  it('is told, and counts as done, only when it is durable', async () => {
    const { transactions, told, add } = makeBatch(100);
    add('one', 200);
    await turn();
    assert.deepEqual(told, []);
    transactions[0]?.resolve();
    await turn();
    assert.deepEqual(told, ['one', 'one done']);
  });

  it('is told after those before it, whichever is durable first', async () => {
    const { transactions, told, add } = makeBatch(100);
    add('one', 200);
    add('two', 200);
    transactions[1]?.resolve();
    await turn();
    assert.deepEqual(told, []);
    transactions[0]?.resolve();
    await turn();
    assert.deepEqual(told, ['one', 'one done', 'two', 'two done']);
  });

  it('is stored when it is old enough', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { transactions, add } = makeBatch(1000, 500);
    add('one', 1);
    context.mock.timers.tick(499);
    assert.equal(transactions.length, 0);
    context.mock.timers.tick(1);
    assert.equal(transactions.length, 1);
  });

  it('holds the gatherers back while too much is on its way to the disk', async () => {
    const { batch, transactions, add } = makeBatch(1);
    for (const text of ['one', 'two', 'three']) add(text, 10);
    let free = false;
    const room = batch.room().then(() => {
      free = true;
    });
    await turn();
    assert.equal(free, false);
    transactions[0]?.resolve();
    await room;
    assert.equal(free, true);
  });

  it('that cannot be written ends everything, and nothing of it is told', async () => {
    const { batch, transactions, told, failures, add } = makeBatch(100);
    add('one', 200);
    add('two', 200);
    const full = new Error('disk full');
    transactions[0]?.reject(full);
    transactions[1]?.resolve();
    await turn();
    assert.deepEqual([told, failures], [[], [full]]);
    await assert.rejects(batch.room(), full);
    await assert.rejects(batch.settled(), full);
  });

  it('says how much of it is not durable, and stores at once what somebody waits for', async () => {
    const { batch, transactions, add } = makeBatch(100);
    add('one', 10);
    add('two', 10);
    batch.tell(note('no page'));
    assert.deepEqual([batch.unstored, transactions.length], [2, 0]);
    const stored = batch.stored();
    assert.equal(transactions.length, 1);
    add('three', 10);
    transactions[0]?.resolve();
    await stored;
    assert.equal(batch.unstored, 1);
  });
});
