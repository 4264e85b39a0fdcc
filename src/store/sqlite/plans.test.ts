import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contentOf, documentOf, keptPage, queuedPage, transitionOf } from '../../../test/contract/store.ts';
import { SqliteConnection } from './connection.ts';
import { migrate } from './migrations.ts';
import { SqliteStore } from './store.ts';

type Values = Parameters<SqliteConnection['run']> extends [string, ...infer Rest] ? Rest : never;

/** Notes how SQLite means to answer each statement. */
class PlanningConnection extends SqliteConnection {
  readonly plans = new Map<string, string>();

  override run(sql: string, ...values: Values): number {
    this.#plan(sql, values);
    return super.run(sql, ...values);
  }

  override get<Row>(sql: string, ...values: Values): Row | undefined {
    this.#plan(sql, values);
    return super.get<Row>(sql, ...values);
  }

  override all<Row>(sql: string, ...values: Values): Row[] {
    this.#plan(sql, values);
    return super.all<Row>(sql, ...values);
  }

  override lists<Row extends readonly unknown[]>(sql: string, ...values: Values): Row[] {
    this.#plan(sql, values);
    return super.lists<Row>(sql, ...values);
  }

  #plan(sql: string, values: Values): void {
    const steps = super.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values);
    this.plans.set(sql.replace(/\s+/g, ' '), steps.map((step) => step.detail).join('; '));
  }
}

function assertIndexed(sql: string, plan: string): void {
  const about = `${sql} → ${plan}`;
  assert.doesNotMatch(plan, /SCAN (?!json_each)/, about);
  // The pages of one document, and the transitions of one page, are few enough to sort.
  if (!/number > \? AND document = \?/.test(sql))
    assert.doesNotMatch(plan, /TEMP B-TREE (?!FOR LAST TERM)/, about);
  // `site` alone would be the whole table, but for an index of just what is asked.
  if (!/count\(\*\)|pages_waiting/.test(sql)) assert.doesNotMatch(plan, /\(site=\?\)/, about);
}

describe('queries', () => {
  it('of a site are all answered by an index, in order, without reading a whole table', async () => {
    const connection = new PlanningConnection(':memory:');
    migrate(connection);
    const store = new SqliteStore(connection, null);
    const site = await store.site('plan.test', { seeds: [], settings: {} });
    assert.ok(site);
    connection.plans.clear();
    await site.commit(keptPage(0));
    await site.commit({
      queued: [queuedPage(1), queuedPage(2)],
      kept: { number: 2, content: contentOf(2), document: documentOf(2) },
      merged: [{ number: 1, into: 0 }],
      transitions: [transitionOf(0, 0, 1)],
      updated: [{ source: 0, ord: 0, target: 2, reason: 'fired' }],
      instructions: [{ fingerprint: 'a', number: 1 }],
      attempts: { number: 2, attempts: 1 },
      nextNumber: 3,
      finishedAt: null,
    });
    await site.commit({ queued: [queuedPage(3)], failed: { number: 3, code: 'LOST', message: '' } });
    await site.info();
    await site.numbersOf(['a', 'b']);
    await site.numberOfContent('a');
    await site.page(0);
    for (const filter of [
      {},
      { status: 'queued' },
      { document: 0 },
      { status: 'queued', document: 0 },
    ] as const) {
      await site.pages({ ...filter, after: 0, limit: 10 });
    }
    await site.counts();
    await site.count('kept');
    await site.hostsWaiting();
    await site.waiting('site.test', 5);
    await site.commitAll([{ queued: [queuedPage(4)] }]);
    await site.documentsWaiting();
    await site.transitions(0);
    await site.transitionsWithin(0);
    await site.leads({ from: 0, to: 16 });
    await site.leadNumbers({ from: 0, to: 16 });
    for await (const transition of site.allTransitions()) assert.equal(transition.source, 0);
    await site.putResource({ url: 'u', status: 200, contentType: 't', body: documentOf(0) });
    await site.resource('u');
    await site.hasResource('u');
    await site.resources({ limit: 5 });
    await site.putNote('k', 'v');
    await site.note('k');

    assert.ok(connection.plans.size > 25);
    for (const [sql, plan] of connection.plans) assertIndexed(sql, plan);
    await store.close();
  });
});
