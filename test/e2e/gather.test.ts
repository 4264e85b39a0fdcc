import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { withStore } from '../../bench/ajax/outputs.ts';
import { type Servers, startServers } from '../../bench/gather/site/process.ts';
import { testFolder } from '../folder.ts';
import { crawl, startArgiope } from './command.ts';

/** Pages and edges by address, since numbers follow the order in which pages came. */
async function linked(out: string): Promise<readonly string[]> {
  return withStore(out, async (store) => {
    const names = new Map<number, string>();
    for (const { number, entry, status } of await store.pages({}))
      names.set(number, `${entry.kind === 'url' ? new URL(entry.url).pathname : '-'} ${status}`);
    const found = [...names.values()];
    for await (const { source, target } of store.allTransitions())
      found.push(`${names.get(source)} → ${names.get(target ?? -1)}`);
    return found.sort();
  });
}

describe('gathering that is broken off', () => {
  const folder = testFolder('gather');
  let servers: Servers;
  let url: string;
  const flags = ['--engine', 'http', '--batch', '40kB'];
  // There must be time to break it off before it is through, also for whoever is slow at it.
  const slowly = [...flags, '--delay', '0.02'];
  before(async () => {
    servers = await startServers({ pages: 400, latency: 3 });
    url = `http://127.0.0.1:${servers.ports[0]}/`;
  });
  after(async () => {
    await servers.close();
  });

  it('by SIGKILL again and again ends with the pages and edges of an unbroken crawl', async () => {
    const [unbroken, broken] = [join(folder, 'unbroken'), join(folder, 'broken')];
    assert.equal((await crawl(url, unbroken, flags)).pages, 400);
    for (const pages of [1, 0, 60, 25]) {
      const child = startArgiope(['crawl', url, '--out', broken, '--verbose', ...slowly]);
      // What it has told is stored, wherever it is killed.
      if (pages > 0) await child.seen(/^page \d+: kept/, pages);
      child.kill();
      assert.equal((await child.ended).code, null);
    }
    const { kept } = await withStore(broken, (store) => store.counts());
    assert.ok(kept >= 86 && kept < 400, `${kept} kept`);
    const { pages, finished, duplicates } = await crawl(url, broken, flags);
    assert.deepEqual({ pages, finished, duplicates }, { pages: 400, finished: true, duplicates: 0 });
    assert.deepEqual(await linked(broken), await linked(unbroken));
  });

  it('by Ctrl-C ends with exit code 5 and goes on when asked again', async () => {
    const out = join(folder, 'interrupted');
    const child = startArgiope(['crawl', url, '--out', out, '--verbose', ...slowly]);
    await child.seen(/^page \d+: kept/, 20);
    child.interrupt();
    assert.equal((await child.ended).code, 5);
    assert.equal((await crawl(url, out, flags)).pages, 400);
  });
});
