import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { visibleText } from '../../src/dom/text.ts';
import { readDocument } from '../../src/html/stored.ts';
import { openStoreAt } from '../../src/store/index.ts';
import { startPostgres, type TestServer } from '../postgres.ts';
import { blog } from '../sites/blog.ts';
import { type RunningSite, startSite } from '../sites/site.ts';
import { argiope, type Running, startArgiope } from './command.ts';

const site = blog({ articles: 6, pages: 24 });

/** Texts of the pages that a store keeps, and what is left of the crawl. */
async function keptIn(url: string) {
  const store = await openStoreAt(url, { readOnly: true });
  try {
    const [info] = await store.sites();
    const crawl = await store.site(info?.name ?? '');
    if (!info || !crawl) throw new Error(`expected a crawl in ${url}`);
    const texts: string[] = [];
    for (const { content } of await crawl.pages({ status: 'kept' })) {
      const document = content && (await readDocument(crawl, content));
      texts.push(document ? visibleText(document).replace(/\s/g, '') : '');
    }
    const { queued, failed } = await crawl.counts();
    return { texts: texts.sort(), left: queued + failed, finishedAt: info.finishedAt };
  } finally {
    await store.close();
  }
}

describe('browsers that share a crawl', () => {
  let server: TestServer;
  let running: RunningSite;
  const truth = [...site.truth.allPages()].map(({ text }) => text).sort();

  before(async () => {
    [server, running] = await Promise.all([startPostgres(), startSite(site)]);
  });
  after(async () => {
    await server?.stop();
    await running?.close();
  });

  const file = async (schema: string): Promise<string> => {
    const url = `${server.url}?schema=${schema}`;
    const flags = ['--engine', 'browser', '--detach', '--store', url, '--json'];
    const filed = await argiope(['crawl', running.url, ...flags]);
    assert.equal(filed.code, 0, filed.stderr);
    running.reset();
    return url;
  };
  const work = (url: string, ...flags: string[]): Running =>
    startArgiope(['worker', '--store', url, '--json', '--workers', '2', ...flags]);
  const asked = async (pages: number) => {
    const answered = () => Object.keys(running.stats().paths).filter((path) => /article|comments/.test(path));
    for (let tries = 0; tries < 2400 && answered().length < pages; tries++) await sleep(25);
    assert.ok(answered().length >= pages, `${answered().length} pages were asked for, not ${pages}`);
  };
  const assertWhole = async (url: string) => {
    const { texts, left, finishedAt } = await keptIn(url);
    assert.deepEqual([texts.length, left, finishedAt !== null], [truth.length, 0, true]);
    assert.deepEqual(texts, truth, 'every page once');
  };

  it('find every page and state once, though one of them and the database are killed on the way', async () => {
    const url = await file('killed');
    const [killed, other] = [work(url), work(url)];
    await asked(6);
    killed.kill();
    await asked(9);
    await server.crash();
    const late = work(url);
    for (const { code, stderr } of await Promise.all([other.ended, late.ended]))
      assert.equal(code, 0, stderr);
    await assertWhole(url);
  });

  it('write nothing of a document that another one has taken over', async () => {
    const url = await file('stopped');
    const slow = work(url, '--lease', '4');
    await asked(6);
    process.kill(slow.pid, 'SIGSTOP');
    const other = work(url, '--lease', '4');
    const { code, stderr } = await other.ended;
    assert.equal(code, 0, stderr);
    await assertWhole(url);
    process.kill(slow.pid, 'SIGCONT');
    const ended = await slow.ended;
    assert.equal(ended.code, 0, ended.stderr);
    await assertWhole(url);
  });
});
