import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Totals } from '../../src/model/index.ts';
import { startServing } from '../../src/serve/index.ts';
import { openStoreAt } from '../../src/store/index.ts';
import { testFolder } from '../folder.ts';
import { startPostgres, type TestServer } from '../postgres.ts';
import { startBucket } from '../s3.ts';
import { differences, type NamedGraph, namedGraph, none } from '../shared-graph.ts';
import { type ManyHosts, serveManyHosts } from '../sites/many-hosts.ts';
import { argiope, lastJson, type Running, startArgiope } from './command.ts';

const size = { hosts: 10, pages: 20 };
const waitFor = async (is: () => Promise<boolean> | boolean) => {
  for (let tries = 0; tries < 1200; tries++) {
    if (await is()) return;
    await sleep(25);
  }
  throw new Error('expected it within half a minute');
};

async function infoOf(url: string) {
  const store = await openStoreAt(url, { readOnly: true });
  try {
    return (await store.sites())[0];
  } finally {
    await store.close();
  }
}

describe('workers that share a crawl', () => {
  let server: TestServer;
  let site: ManyHosts;
  const folder = testFolder('sharing');
  let truth: NamedGraph;
  let counted: Totals | undefined;
  let schemas = 0;
  let usual = 0;

  /** Requests for what was asked before: what redirects lead to is, in one process too. */
  const repeats = () => [...site.asked.values()].reduce((sum, times) => sum + times.length - 1, 0);

  before(async () => {
    [server, site] = await Promise.all([startPostgres(), serveManyHosts({ ...size, latency: 15 })]);
    const file = join(folder, 'alone.db');
    const out = join(folder, 'alone');
    const flags = ['--engine', 'http', '--store', `sqlite:${file}`, '--out', out, '--quiet'];
    const { code, stderr } = await argiope(['crawl', ...site.seeds, ...flags]);
    assert.equal(code, 0, stderr);
    truth = await namedGraph(`sqlite:${file}`, size.hosts);
    counted = (await infoOf(`sqlite:${file}`))?.totals;
    usual = repeats();
  });
  after(async () => {
    await server?.stop();
    await site?.close();
  });

  /** Files the crawl into a schema of its own. */
  async function file(blobs = '', env = {}, ...more: string[]): Promise<string> {
    const url = `${server.url}?schema=shared_${++schemas}`;
    const flags = ['--engine', 'http', '--detach', '--store', url + blobs, '--json', ...more];
    const filed = await argiope(['crawl', ...site.seeds, ...flags], { env });
    assert.equal(filed.code, 0, filed.stderr);
    assert.doesNotMatch(filed.stdout + filed.stderr, /secret/);
    assert.equal((lastJson(filed) as { filed: number }).filed, size.hosts);
    site.asked.clear();
    site.rules = 0;
    return url;
  }
  const work = (url: string, ...flags: string[]): Running =>
    startArgiope(['worker', '--store', url, '--json', '--workers', '4', ...flags]);
  async function assertSame(url: string): Promise<void> {
    const found = await namedGraph(url, size.hosts);
    assert.deepEqual(differences(found, truth), none);
    assert.ok(found.finishedAt, 'it is finished');
  }

  it('give the graph that one process gives, and ask for nothing twice', async () => {
    const url = await file();
    const ended = await Promise.all([work(url), work(url), work(url)].map(({ ended: end }) => end));
    for (const { code, stderr } of ended) assert.equal(code, 0, stderr);
    await assertSame(url);
    assert.equal(repeats(), usual);
    const totals = (await infoOf(url))?.totals;
    const merges = (of = totals) => (of?.duplicates ?? 0) + (of?.redirects ?? 0);
    assert.deepEqual(
      [totals?.instructionsUnique, totals?.errors, merges()],
      [counted?.instructionsUnique, counted?.errors, merges(counted)],
      'totals are sums',
    );
    const status = await argiope(['status', '--store', url, '--json']);
    const { share, pages } = lastJson(status) as { share: { workers: unknown[] }; pages: { queued: number } };
    assert.deepEqual([share.workers.length, pages.queued], [3, 0]);
  });

  it('lose nothing when workers and the database are killed, and repeat no more than was in hand', async () => {
    const url = await file();
    let [kills, crashes] = [0, 0];
    // Batches would be stored after half a minute: their number bounds what is not stored, not the clock.
    const start = () => work(url, '--batch-age', '30');
    const running = [start(), start()];
    const isDone = async () => (await infoOf(url))?.finishedAt !== null;
    for (let round = 0; round < 5 && !(await isDone()); round++) {
      const before = site.asked.size;
      await waitFor(async () => site.asked.size >= before + 12 || (await isDone()));
      kills++;
      if (round % 3 === 2) {
        crashes++;
        await server.crash();
      } else {
        running[round % 2]?.kill();
        running[round % 2] = start();
      }
    }
    const ended = await Promise.all(running.map(({ ended: end }) => end));
    for (const { code, stderr } of ended) assert.equal(code, 0, stderr);
    await assertSame(url);
    // Four pages in hand and as many that are not stored; a crash takes those of both. A redirect is two requests.
    const most = usual + (kills + crashes) * (2 * 4 + 1);
    assert.ok(repeats() <= most, `${repeats()} repeats by ${kills} kills, ${most} at the most`);
    assert.ok(kills >= 3, `${kills} kills`);
  });

  it('keep blobs in a bucket, each there before it is named, though a worker is killed', async () => {
    const bucket = await startBucket();
    try {
      const { env } = bucket;
      const url = await file(`&${bucket.blobs('shared')}`, env);
      const start = () => startArgiope(['worker', '--store', url, '--json', '--workers', '4'], { env });
      const [killed, other] = [start(), start()];
      await waitFor(() => site.asked.size > 60);
      killed.kill();
      const { code, stderr } = await other.ended;
      assert.equal(code, 0, stderr);
      await assertSame(url);
      const unnamed = await argiope(['sweep', '--store', url, '--json'], { env });
      const { objects, removed } = lastJson(unnamed) as { objects: number; removed: number };
      const left = [...bucket.objects.keys()].filter((key) => key.startsWith('shared/blobs/'));
      assert.deepEqual([left.length, left.length > 100], [objects - removed, true]);
      const mirror = ['mirror', '--store', url, '--out', join(folder, 'bucket'), '--quiet'];
      assert.equal((await argiope(mirror, { env })).code, 0, 'nothing that is named was removed');
      const without = await argiope(['worker', '--store', url], { env: { AWS_ACCESS_KEY_ID: undefined } });
      assert.match(without.stderr, /need keys, and none are given/);
    } finally {
      await bucket.close();
    }
  });

  it('a worker that was stopped for longer than its lease writes nothing under the old one', async () => {
    const url = await file();
    const slow = work(url, '--lease', '3');
    await waitFor(() => site.asked.size > 30);
    process.kill(slow.pid, 'SIGSTOP');
    const other = work(url, '--lease', '3');
    const { code, stderr } = await other.ended;
    assert.equal(code, 0, stderr);
    await assertSame(url);
    process.kill(slow.pid, 'SIGCONT');
    const late = await slow.ended;
    assert.equal(late.code, 0, late.stderr);
    await assertSame(url);
  });

  it('know the rules of hosts that they take over from one that was killed', async () => {
    const url = await file('', {}, '--delay', '0.2');
    const client = new Client({ connectionString: url.replace(/\?.*/, '') });
    await client.connect();
    try {
      const killed = work(url, '--lease', '3');
      const told = `SELECT count(*)::int AS n FROM ${new URL(url).searchParams.get('schema')}.hosts WHERE learned LIKE '%"robots":{"http%'`;
      await waitFor(async () => (await client.query(told)).rows[0].n === size.hosts);
      killed.kill();
      await killed.ended;
      const asked = site.rules;
      const { code, stderr } = await work(url).ended;
      assert.equal(code, 0, stderr);
      assert.deepEqual(
        [asked >= size.hosts, site.rules],
        [true, asked],
        'no host is asked for its rules again',
      );
      await assertSame(url);
    } finally {
      await client.end();
    }
  });

  it('are shown by the dashboard, with what nobody has taken', async () => {
    const store = await file();
    const serving = await startServing({
      place: { out: join(folder, 'shown'), store },
      cwd: folder,
      port: 0,
      token: null,
      browser: null,
      viewport: [1280, 800],
    });
    try {
      const ask = async (path: string) => {
        const headers = { authorization: `Bearer ${serving.token}` };
        const text = await (await fetch(`${serving.origin}/api/crawls/shown${path}`, { headers })).text();
        assert.doesNotMatch(text, /secret/);
        return JSON.parse(text);
      };
      const { mayShare, state, figures } = await ask('');
      assert.deepEqual([mayShare, state, figures.waiting], [true, 'stopped', size.hosts]);
      const filed = (await ask('/workers')).share;
      assert.deepEqual([filed.workers, filed.hosts.open, filed.untaken.length], [[], size.hosts, 5]);
      const { code, stderr } = await work(store).ended;
      assert.equal(code, 0, stderr);
      const { workers, hosts, untaken } = (await ask('/workers')).share;
      assert.deepEqual([workers.length, workers[0].isAlive, hosts.open, untaken], [1, false, 0, []]);
      assert.deepEqual([(await ask('')).state, (await ask('')).figures.waiting], ['finished', 0]);
    } finally {
      await serving.close();
    }
  });
});
