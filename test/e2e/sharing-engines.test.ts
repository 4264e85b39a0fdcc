import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { visibleText } from '../../src/dom/text.ts';
import { readDocument } from '../../src/html/stored.ts';
import { openStoreAt } from '../../src/store/index.ts';
import { startPostgres, type TestServer } from '../postgres.ts';
import { mixed } from '../sites/mixed.ts';
import { type RunningSite, startSite } from '../sites/site.ts';
import { argiope, startArgiope } from './command.ts';

const site = mixed({ doc: 5, story: 14, item: 5, app: 6, thread: 3, news: 16, price: 12 });
const bare = (text: string) => text.replace(/\s+/g, '');

/** Paths of pages of which a store does not hold everything there is to find. */
async function missingIn(url: string) {
  const store = await openStoreAt(url, { readOnly: true });
  try {
    const [info] = await store.sites();
    const crawl = await store.site(info?.name ?? '');
    if (!info || !crawl) throw new Error(`expected a crawl in ${url}`);
    const byPath = new Map<string, string>();
    const states: string[] = [];
    for (const { entry, content } of await crawl.pages({ status: 'kept' })) {
      const document = content && (await readDocument(crawl, content));
      const text = document ? bare(visibleText(document)) : '';
      if (entry.kind === 'url') byPath.set(new URL(entry.url).pathname, text);
      else states.push(text);
    }
    const isWhole = ({ path, texts, state }: (typeof site.pages)[number]) =>
      texts.every((text) => byPath.get(path)?.includes(bare(text))) &&
      (state === undefined || states.some((text) => text.includes(bare(state))));
    return {
      missing: site.pages.filter((page) => !isWhole(page)).map(({ path }) => path),
      isFinished: info.finishedAt !== null && (await crawl.count('queued')) === 0,
    };
  } finally {
    await store.close();
  }
}

describe('workers that choose the engine of each page', () => {
  let server: TestServer;
  let running: RunningSite;
  before(async () => {
    [server, running] = await Promise.all([startPostgres(), startSite(site)]);
  });
  after(async () => {
    await server?.stop();
    await running?.close();
  });

  it('have every page whole though one of them is killed', async () => {
    const url = `${server.url}?schema=engines`;
    const filed = await argiope(['crawl', running.url, '--detach', '--store', url, '--json']);
    assert.equal(filed.code, 0, filed.stderr);
    const work = () => startArgiope(['worker', '--store', url, '--json', '--workers', '2']);
    const [killed, other] = [work(), work()];
    const asked = () => Object.keys(running.stats().paths).length;
    for (let tries = 0; tries < 2400 && asked() < 30; tries++) await sleep(25);
    killed.kill();
    const late = work();
    for (const { code, stderr } of await Promise.all([other.ended, late.ended]))
      assert.equal(code, 0, stderr);
    assert.deepEqual(await missingIn(url), { missing: [], isFinished: true });
  });
});
