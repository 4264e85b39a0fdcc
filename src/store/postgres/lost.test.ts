import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from '../../../test/cases.ts';
import { contentOf, documentOf, queuedPage } from '../../../test/contract/store.ts';
import { startPostgres, type TestServer } from '../../../test/postgres.ts';
import { startServer, stopServer } from '../../../test/servers.ts';
import { ArgiopeError, type SharedDocuments } from '../../model/index.ts';
import { joinStoreAt, openSharedStore, openStoreAt } from '../index.ts';

/** How a way ends: the statement is not sent, or is and its answer gets lost; with a word to the client, or none. */
const endings = ['reset', 'closed', 'unanswered'] as const;

/** Things that a worker sends from its first word to its last, more or less: a busy machine sends several as one. */
const sent = 66;

/** Moments at which the way ends; all 252 were tried four times. */
const moments = fc.sample(
  fc.record({ at: fc.integer({ min: 1, max: sent }), ending: fc.constantFrom(...endings) }),
  16,
);

/** A way to a server that ends with the `at`-th thing that clients send, once. */
async function endingWay(port: number, at: number, ending: (typeof endings)[number]) {
  let sent = 0;
  const way = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      socket.on('error', () => {});
      socket.once('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    far.pipe(near);
    near.on('data', (data) => {
      sent++;
      if (sent !== at) return void far.write(data);
      if (ending === 'closed') return near.destroy();
      if (ending === 'unanswered') {
        far.unpipe(near);
        far.once('data', () => near.resetAndDestroy()).resume();
        return void far.write(data);
      }
      near.resetAndDestroy();
    });
  });
  return { port: Number(new URL(await startServer(way)).port), close: () => stopServer(way) };
}

/** Records a page in a turn, as an explorer does: what fails within is kept as it was seen there. */
function record(site: SharedDocuments, number: number, seen: unknown[]): Promise<void> {
  const watched = <T>(work: Promise<T>) =>
    work.catch((error: unknown) => {
      seen.push(error);
      throw error;
    });
  return site.together(async () => {
    await watched(Promise.all([site.note('volatile'), site.page(number)]));
    await watched(
      site.commit({
        kept: { number, content: contentOf(number), document: documentOf(number) },
        queued: [queuedPage(number + 1)],
        nextNumber: number + 2,
      }),
    );
  });
}

describe('a database that goes away', () => {
  let server: TestServer;
  let schemas = 0;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server?.stop());

  /** Files a crawl with one address. */
  const filed = async (): Promise<string> => {
    const url = `${server.url}?schema=lost_${++schemas}`;
    const store = await openSharedStore(url);
    const site = await store.site('site.test', { seeds: [], settings: {} });
    await site?.commit({ queued: [queuedPage(0)], nextNumber: 1 });
    await store.share('site.test', '{}', 'documents');
    await store.close();
    return url;
  };
  /** Joins, and does everything that workers do; all errors that anybody sees on the way. */
  const worked = async (url: string, number: number): Promise<unknown[]> => {
    const seen: unknown[] = [];
    const joined = await joinStoreAt(url, 30, false).catch((error: unknown) => void seen.push(error));
    if (!joined) return seen;
    const { documents: site } = joined;
    const state = { hungry: false, rate: 1, requests: 1 };
    const leased: string[] = [];
    const lease = async () => {
      for (const { host } of await site.lease(2)) leased.push(host);
    };
    const steps: readonly (() => Promise<unknown>)[] = [
      lease,
      () => site.begin(),
      () => site.beat(state),
      lease,
      () => Promise.all([record(site, number, seen), site.turn('site.test', 0), site.beat(state)]),
      () => site.rest('site.test', 1),
      () => site.mergeNote('shared', () => 'text'),
      async () => {
        for (const host of leased) await site.release(host, '', 0);
      },
      () => site.leave(),
    ];
    for (const step of steps) await step().catch((error: unknown) => void seen.push(error));
    await joined.close();
    await site
      .page(number)
      .catch((error: unknown) => assert.equal((error as ArgiopeError).code, 'STORE_LOST'));
    return seen;
  };
  const kindsOf = (errors: readonly unknown[]) => [
    ...new Set(errors.map((error) => (error instanceof ArgiopeError ? error.code : String(error)))),
  ];
  const left = async (url: string) => {
    const store = await openStoreAt(url, { readOnly: true });
    const counts = await (await store.site('site.test'))?.counts();
    await store.close();
    return [counts?.kept, counts?.queued];
  };

  it('is one kind of error at whatever is asked, and workers lose nothing by it', async () => {
    const url = new URL(await filed());
    let losses = 0;
    for (const [number, { at, ending }] of moments.entries()) {
      const way = await endingWay(Number(url.port), at, ending);
      const through = new URL(url);
      through.port = String(way.port);
      const seen = await worked(through.href, number);
      way.close();
      const where = `page ${number}: ${ending} at ${at}`;
      assert.deepEqual(kindsOf(seen), seen.length > 0 ? ['STORE_LOST'] : [], where);
      if (seen.length > 0) losses++;
      else
        assert.deepEqual(await left(url.href), [number + 1, 1], `${where}: nothing failed, so all is there`);
      assert.deepEqual(await worked(url.href, number), [], `${where}: joined anew`);
      assert.deepEqual(await left(url.href), [number + 1, 1], where);
    }
    assert.ok(losses > moments.length / 3, `${losses} losses`);
  });

  it('is told by its reason, whatever ends the session', async () => {
    const url = await filed();
    const reasons: [string, RegExp, (site: SharedDocuments) => Promise<unknown>][] = [
      ['ended by hand', /terminating connection due to administrator command/, () => end()],
      ['at rest in a transaction', /rested for too long/, (site) => site.together(() => gone())],
    ];
    for (const [name, reason, lose] of reasons) {
      const joined = await joinStoreAt(url, 0.1, false);
      const site = joined?.documents as SharedDocuments;
      await lose(site).catch(() => {});
      await gone();
      await assert.rejects(
        () => site.together(async () => {}),
        (error: ArgiopeError) => {
          assert.deepEqual([error.code, error.exitCode], ['STORE_LOST', 7], name);
          assert.match(error.message, reason, name);
          assert.match(error.advice ?? '', /run the same command again/);
          return true;
        },
      );
      assert.equal(site.isLost, true, name);
      await joined?.close();
    }
  });

  it('is no matter for who reads: the question is asked anew', async () => {
    const store = await openStoreAt(await filed(), { readOnly: true });
    const names = async () => (await store.sites()).map(({ name }) => name);
    assert.deepEqual(await names(), ['site.test']);
    await end();
    assert.deepEqual(await names(), ['site.test']);
    await store.close();
  });

  it('is told as nothing else while it is stopped and started, and is read again', async () => {
    const url = await filed();
    for (let round = 0; round < 3; round++) {
      let isOver = false;
      const answers: unknown[] = [];
      const ask = async () => {
        while (!isOver) answers.push(await left(url).catch((error: unknown) => error));
      };
      const asking = Promise.all([ask(), ask(), ask()]);
      await server.crash();
      isOver = true;
      await asking;
      // Nobody listens for a while: that may as well be a wrong address.
      for (const answer of answers)
        if (answer instanceof ArgiopeError && answer.code === 'STORE_UNREACHABLE')
          assert.match(answer.message, /ECONNREFUSED/);
        else if (answer instanceof ArgiopeError) assert.equal(answer.code, 'STORE_LOST');
        else assert.deepEqual(answer, [0, 1]);
      assert.deepEqual(await left(url), [0, 1]);
    }
  });

  /** Ends all sessions of workers and readers, and waits until they are gone. */
  async function end(): Promise<void> {
    const sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'argiope'";
    await server.client.query(sql);
    await gone();
  }

  /** Waits until a session less is there than a worker has. */
  async function gone(): Promise<void> {
    const sql = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'argiope'";
    for (let tries = 0; tries < 400; tries++) {
      const { rows } = await server.client.query<{ n: number }>(sql);
      if ((rows[0]?.n ?? 0) < 2) return;
      await sleep(25);
    }
    assert.fail('the sessions are still there');
  }
});
