import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testFolder } from '../folder.ts';
import { startPostgres, type TestServer } from '../postgres.ts';
import { differences, type NamedGraph, namedGraph, none } from '../shared-graph.ts';
import { type ManyHosts, serveManyHosts } from '../sites/many-hosts.ts';
import { argiope, startArgiope } from './command.ts';

const size = { hosts: 6, pages: 14 };

/** A way to a server that can be cut: nothing passes then, and nobody is told. */
async function cuttableWay(port: number) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const each = (what: 'pause' | 'resume') => {
    for (const socket of sockets) socket[what]();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => each('pause'),
    mend: () => each('resume'),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe('workers that are far from each other', () => {
  let server: TestServer;
  let site: ManyHosts;
  const folder = testFolder('apart');
  let truth: NamedGraph;
  before(async () => {
    [server, site] = await Promise.all([startPostgres(), serveManyHosts({ ...size, latency: 15 })]);
    const alone = `sqlite:${join(folder, 'alone.db')}`;
    const flags = ['--engine', 'http', '--store', alone, '--out', join(folder, 'alone'), '--quiet'];
    const { code, stderr } = await argiope(['crawl', ...site.seeds, ...flags]);
    assert.equal(code, 0, stderr);
    truth = await namedGraph(alone, size.hosts);
  });
  after(async () => {
    await server?.stop();
    await site?.close();
  });
  const file = async (schema: string, ...flags: string[]) => {
    const url = `${server.url}?schema=${schema}`;
    const filed = await argiope([
      'crawl',
      ...site.seeds,
      '--engine',
      'http',
      '--detach',
      '--store',
      url,
      ...flags,
    ]);
    assert.equal(filed.code, 0, filed.stderr);
    site.asked.clear();
    return url;
  };
  const requests = () => [...site.asked.values()].reduce((sum, times) => sum + times.length, 0);
  const assertSame = async (url: string) => {
    const found = await namedGraph(url, size.hosts);
    assert.deepEqual([differences(found, truth), found.finishedAt !== null], [none, true]);
  };

  it('whose clocks differ by two hours wait for no moment of another clock, and find what one finds', async () => {
    const url = await file('clocks', '--delay', '0.05');
    const work = async (hours: number) => {
      const shift = join(folder, `clock${hours}.mjs`);
      await writeFile(
        shift,
        `const RealDate = Date; const by = ${hours * 3_600_000};
globalThis.Date = class extends RealDate { constructor(...given) { if (given.length === 0) super(RealDate.now() + by); else super(...given); } static now() { return RealDate.now() + by; } };`,
      );
      const env = { NODE_OPTIONS: `--import=${shift}` };
      return startArgiope(['worker', '--store', url, '--workers', '4', '--lease', '3', '--quiet'], { env })
        .ended;
    };
    for (const { code, stderr } of await Promise.all([work(1), work(-1), work(0)]))
      assert.equal(code, 0, stderr);
    await assertSame(url);
  });

  it('lose nothing and write nothing twice where one is cut off from the database for longer than its lease', async () => {
    const url = await file('cut');
    const way = await cuttableWay(Number(new URL(url).port));
    try {
      const far = new URL(url);
      far.port = String(way.port);
      const work = (store: string) =>
        startArgiope(['worker', '--store', store, '--workers', '4', '--lease', '3', '--quiet']);
      const cut = work(far.href);
      for (let tries = 0; tries < 1200 && site.asked.size < 20; tries++) await sleep(25);
      way.cut();
      const other = await work(url).ended;
      assert.equal(other.code, 0, other.stderr);
      await assertSame(url);
      const asked = requests();
      way.mend();
      const ended = await cut.ended;
      assert.equal(ended.code, 0, ended.stderr);
      await assertSame(url);
      assert.equal(requests(), asked, 'nothing is asked by who was cut off');
    } finally {
      way.close();
    }
  });
});
