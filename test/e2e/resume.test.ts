import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type CrawlFingerprint, differences, fingerprintOf } from '../../bench/ajax/crawl-equality.ts';
import { withStore } from '../../bench/ajax/outputs.ts';
import { checkTruth, describeCheck, isExact } from '../../bench/ajax/truth-check.ts';
import { echoMs } from '../../src/cli/interrupt.ts';
import { testFolder } from '../folder.ts';
import { startServer, stopServer } from '../servers.ts';
import { blog } from '../sites/blog.ts';
import { type RunningSite, startSite } from '../sites/site.ts';
import { crawl, lastJson, startArgiope } from './command.ts';
import { sessionsOf, survivors } from './processes.ts';

const site = blog({ articles: 10, pages: 40 });
const kept = /^page \d+: kept/;
/** There must be time to break a crawl off before it is through, also for whoever is slow at it. */
const slowly = ['--delay', '0.1'];
const hasProc = existsSync('/proc/self/stat');

describe('a crawl that is broken off', () => {
  const folder = testFolder('resume');
  let running: RunningSite;
  let unbroken: CrawlFingerprint;
  const at = (name: string) => join(folder, name);
  const start = (out: string, ...flags: string[]) =>
    startArgiope(['crawl', running.url, '--out', out, '--verbose', '--json', ...flags]);

  before(async () => {
    running = await startSite(site, { latencyMs: 20 });
    await crawl(running.url, at('unbroken'));
    unbroken = await fingerprintOf(at('unbroken'));
  });
  after(async () => {
    await running.close();
  });

  const assertSame = async (out: string) => {
    const check = await checkTruth(out, site.truth);
    assert.ok(isExact(check), describeCheck(check));
    assert.deepEqual(differences(unbroken, await fingerprintOf(out)), []);
  };

  it('by SIGKILL again and again ends with the pages, edges and mirror of an unbroken one', async () => {
    const out = at('killed');
    // Pages of each run after which it is killed; 0 is while it starts.
    for (const pages of [1, 0, 2, 9, 5]) {
      const child = start(out, ...slowly);
      if (pages > 0) await child.seen(kept, pages);
      child.kill();
      assert.equal((await child.ended).code, null);
    }
    const before = await withStore(out, (store) => store.counts());
    assert.ok(before.kept >= 17 && before.kept < 40, `${before.kept} kept`);
    assert.equal((await crawl(running.url, out)).finished, true);
    await assertSame(out);
  });

  it('by SIGKILL after its last page has its outputs whole after the next run', async () => {
    const out = at('late');
    const child = start(out);
    await child.seen(kept, 40);
    child.kill();
    await child.ended;
    assert.equal((await crawl(running.url, out)).pages, 40);
    await assertSame(out);
  });

  it('by SIGKILL leaves no browser behind', { skip: !hasProc && 'there is no /proc here' }, async () => {
    const child = start(at('orphans'), ...slowly);
    await child.seen(kept, 2);
    const browsers = sessionsOf(child.pid);
    assert.ok(browsers.length >= 1);
    child.kill();
    await child.ended;
    assert.deepEqual(await survivors(browsers), []);
  });

  it('by Ctrl-C ends after the pages in hand with exit code 5, and goes on when asked again', async () => {
    const out = at('interrupted');
    const child = start(out, ...slowly);
    await child.seen(kept, 5);
    const browsers = hasProc ? sessionsOf(child.pid) : [];
    child.interrupt();
    const ended = await child.ended;
    assert.equal(ended.code, 5, ended.stderr);
    assert.match(ended.stderr, /^ending after the pages in hand; press Ctrl-C again to stop at once$/m);
    const { pages, finished, stopped } = lastJson(ended) as Record<string, unknown>;
    assert.deepEqual({ finished, stopped }, { finished: false, stopped: 'interrupted' });
    assert.equal((await withStore(out, (store) => store.counts())).kept, pages);
    assert.deepEqual(await survivors(browsers), []);
    assert.equal((await crawl(running.url, out)).finished, true);
    await assertSame(out);
  });
});

describe('a crawl that waits for a server that does not answer', () => {
  const folder = testFolder('resume');
  const silent = createServer(() => {});
  let url = '';
  before(async () => {
    url = `${await startServer(silent)}/`;
  });
  after(async () => {
    await stopServer(silent);
  });

  it('ends at once at the second Ctrl-C with exit code 5, and its browser with it', async () => {
    const out = join(folder, 'out');
    const child = startArgiope(['crawl', url, '--out', out, '--json', '--robots', 'ignore']);
    await once(silent, 'request');
    const browsers = hasProc ? sessionsOf(child.pid) : [];
    child.interrupt();
    await child.seen(/^ending after the pages in hand/);
    // One that comes too soon counts as the echo of the first, and one too many would end it without a code.
    await pause(echoMs + 1);
    child.interrupt();
    const ended = await child.ended;
    assert.equal(ended.code, 5, ended.stderr);
    assert.match(ended.stderr, /^stopped at once; what was stored is kept, run the same command to go on$/m);
    assert.equal((lastJson(ended) as { stopped: string }).stopped, 'interrupted');
    assert.deepEqual(await survivors(browsers), []);
    assert.equal((await withStore(out, (store) => store.counts())).queued, 1);
  });
});
