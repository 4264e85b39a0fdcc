import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { defaultSettings } from '../../src/config/index.ts';
import type { Hooks } from '../../src/hooks/index.ts';
import type { CrawlEvent, SiteStore } from '../../src/model/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { openStoreAt } from '../../src/store/index.ts';
import { testFolder } from '../folder.ts';
import { type Ask, html, redirect } from '../sites/answer.ts';
import { type RunningSite, startSite } from '../sites/site.ts';
import { argiope, crawlArgs } from './command.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const doc = (title: string, body = '') => html(`<!doctype html><title>${title}</title>${body}`);

/** Files of the examples in the documentation, by name. */
async function examples(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(root, 'docs/hooks.md'), 'utf8');
  const found = text.matchAll(/```ts\n\/\/ (\S+\.ts)\n([\s\S]*?)```/g);
  return new Map([...found].map(([, name = '', code = '']) => [name, code]));
}

describe('hooks', () => {
  const folder = testFolder('hooks');
  let site: RunningSite;
  let asked: Ask[] = [];
  let prepared = 0;

  before(async () => {
    site = await startSite({
      name: 'hooked',
      start: '/',
      respond: (ask) => {
        asked.push(ask);
        if (ask.path === '/robots.txt') return { ...doc(''), status: 404 };
        if (ask.path === '/late') return doc('Late', prepared++ < 1 ? '<p>being prepared' : '<p>ready');
        if (ask.path === '/soft') return doc('Soft', '<h1>Not found</h1>');
        if (ask.path === '/away') return redirect('/moved');
        if (ask.path === '/draft') return doc('Draft', '<p>unfinished');
        if (ask.path.startsWith('/list/'))
          return doc(`List ${ask.path}`, `<h1>${ask.path}</h1><p>${'long text '.repeat(80)}`);
        if (ask.path !== '/') return doc(ask.path, `<p>the page ${ask.path}${ask.query}`);
        const links = ['/a?sort=up', '/a', '/a?print=1', '/late', '/soft', '/draft', '/list/1', '/away'];
        return doc(
          'Home',
          `<a href="http://old.example/b">b</a>${links.map((at) => `<a href="${at}">${at}</a>`).join('')}`,
        );
      },
    });
    for (const [name, code] of await examples()) await writeFile(join(folder, name), code);
  });
  after(async () => {
    await site.close();
  });

  async function inStore<T>(out: string, look: (store: SiteStore) => Promise<T>): Promise<T> {
    const store = await openStoreAt(`sqlite:${join(out, 'argiope.db')}`, { readOnly: true });
    try {
      const [info] = await store.sites();
      return await look((await store.site(info?.name ?? '')) as SiteStore);
    } finally {
      await store.close();
    }
  }

  /** Addresses of kept pages, and codes of those that failed. */
  const pagesOf = (out: string) =>
    inStore(out, async (store) => {
      const pages = await store.pages({});
      const pathOf = (url: string) => url.slice(site.origin.length);
      return Object.fromEntries(
        pages.map(({ entry, status, error, content }) => [
          entry.kind === 'url' ? pathOf(entry.url) : '',
          error?.code ?? (content?.tags ? `${status} ${content.tags}` : status),
        ]),
      );
    });

  test('the examples of the documentation do what they say, in one crawl', async () => {
    const out = join(folder, 'examples');
    const files = [...(await examples()).keys()];
    assert.deepEqual(files, ['sign.ts', 'honest.ts', 'choose.ts']);
    asked = [];
    const flags = ['--engine', 'http', ...files.flatMap((file) => ['--hooks', file])];
    const ended = await argiope(crawlArgs(site.url, out, flags), { cwd: folder });
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(await pagesOf(out), {
      '/': 'kept',
      '/a': 'kept',
      '/a?sort=up': 'DROPPED',
      '/away': 'kept',
      '/b': 'kept',
      '/draft': 'DROPPED',
      '/late': 'kept',
      '/list/1': 'kept long',
      '/list/2': 'kept long',
      '/list/3': 'kept long',
      '/soft': 'HTTP_STATUS',
    });
    const summary = JSON.parse(ended.stdout) as { dropped: number; errors: number };
    assert.deepEqual([summary.dropped, summary.errors], [3, 1]);
    assert.equal(asked.filter(({ path }) => path === '/late').length, 2);
    assert.ok(asked.every(({ headers }) => typeof headers['x-signature'] === 'string'));
    const reasons = await inStore(out, (store) => store.transitions(0));
    assert.deepEqual(
      reasons.filter(({ reason }) => reason === 'dropped').map(({ action }) => action.label),
      ['/a?print=1'],
    );
    assert.match(await readFile(join(out, 'pages.jsonl'), 'utf8'), /"tags":\["long"\]/);
  });

  test('the browser has the same moments, without bodies', async () => {
    const seen: string[] = [];
    const hooks: Hooks = {
      name: 'browser',
      request: ({ url, engine, kind }) => {
        if (kind !== 'document') return undefined;
        seen.push(`${engine} ${new URL(url).pathname}`);
        return url.endsWith('/soft') ? { drop: 'soft' } : { headers: { 'x-by': 'hook' } };
      },
      response: ({ url, status, engine }) =>
        url.endsWith('/late') ? { drop: `${engine} ${status}` } : undefined,
      links: (links) => links.filter(({ url }) => !/list|print|sort/.test(url)),
      page: ({ title }) => (title === 'Draft' ? { drop: 'a draft' } : { tags: [title] }),
    };
    const out = join(folder, 'browser');
    asked = [];
    const summary = await runCrawl(defaultSettings([site.url], { out, workers: 2, engine: 'browser' }), {
      hooks: [hooks],
    });
    const pages = await pagesOf(out);
    assert.deepEqual(
      {
        soft: pages['/soft'],
        late: pages['/late'],
        draft: pages['/draft'],
        a: pages['/a'],
        home: pages['/'],
      },
      { soft: 'DROPPED', late: 'DROPPED', draft: 'DROPPED', a: 'kept /a', home: 'kept Home' },
    );
    assert.equal(pages['/list/1'], undefined);
    assert.ok(seen.includes('browser /') && seen.includes('browser /moved'), String(seen));
    assert.equal(
      asked.some(({ path }) => path === '/soft'),
      false,
    );
    const documents = asked.filter(({ path }) => /^\/(a|moved)$/.test(path));
    assert.ok(documents.length > 0 && documents.every(({ headers }) => headers['x-by'] === 'hook'));
    assert.ok((summary.dropped ?? 0) >= 6, `${summary.dropped} dropped`);
  });

  test('a hook that throws fails its page alone; one that throws always stops the crawl, which can go on', async () => {
    const out = join(folder, 'throws');
    let broken = (url: string) => url.endsWith('/a');
    const hooks: Hooks = {
      name: 'shaky',
      page: ({ url }) => {
        if (broken(url)) throw new Error('no idea');
      },
    };
    const settings = defaultSettings([site.url], { out, engine: 'http', workers: 1 });
    const first = await runCrawl(settings, { hooks: [hooks] });
    assert.equal(first.errors, 1);
    assert.equal((await pagesOf(out))['/a'], 'HOOK');
    const home = site.url;
    broken = (url) => url !== home;
    const other = defaultSettings([site.url], { out: join(folder, 'always'), engine: 'http', workers: 1 });
    await assert.rejects(runCrawl(other, { hooks: [hooks] }), {
      code: 'HOOK_BROKEN',
      message: /"shaky" failed at the moment "page" .*no idea \(3 failures in a row\)/,
    });
    broken = () => false;
    const went = await runCrawl(other, { hooks: [hooks] });
    assert.equal(went.finished, true);
    assert.equal((await pagesOf(other.out))['/list/1'], 'kept');
  });

  test('the order is told, kept, and checked by doctor; a file that cannot be used is told', async () => {
    const events: CrawlEvent[] = [];
    const out = join(folder, 'order');
    const settings = defaultSettings([site.url], {
      out,
      engine: 'http',
      maxPages: 1,
      hooks: [join(folder, 'sign.ts'), join(folder, 'honest.ts')],
    });
    await runCrawl(settings, { listen: (event) => events.push(event), hooks: [{ page: () => undefined }] });
    const told = events.flatMap((event) =>
      event.kind === 'note' && event.text.startsWith('hook ') ? event.text : [],
    );
    assert.deepEqual(told, [
      'hook 1 of 3: honest (response)',
      'hook 2 of 3: sign (request)',
      'hook 3 of 3: hooks 3 (page)',
    ]);
    const kept = await inStore(out, (store) => store.note('hooks'));
    assert.equal(JSON.parse(kept ?? '[]')[0].name, 'honest');
    const doctor = await argiope(['doctor', '--hooks', 'sign.ts', '--hooks', 'choose.ts', '--json'], {
      cwd: folder,
    });
    assert.match(doctor.stdout, /sign \(request\), choose \(links, page, record\)/);
    await writeFile(join(folder, 'wrong.ts'), 'export default { pages() {} }');
    const ended = await argiope(crawlArgs(site.url, join(folder, 'wrong'), ['--hooks', 'wrong.ts']), {
      cwd: folder,
    });
    assert.equal(ended.code, 2);
    assert.match(ended.stderr, /wrong\.ts.*"pages" is no moment/);
  });
});
