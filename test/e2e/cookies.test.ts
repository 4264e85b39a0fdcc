import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { defaultSettings } from '../../src/config/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { testFolder } from '../folder.ts';
import { file, html } from '../sites/answer.ts';
import { type RunningSite, startSite } from '../sites/site.ts';

describe('a site that wants a login', () => {
  const folder = testFolder('cookies');
  let site: RunningSite;
  let seen: string[] = [];

  before(async () => {
    site = await startSite({
      name: 'members',
      start: '/',
      respond: ({ path, headers }) => {
        const cookie = headers.cookie ?? '';
        seen.push(`${path} ${cookie}`);
        if (path === '/robots.txt') return { ...html(''), status: 404 };
        if (path === '/style.css') return file('text/css', 'p {}');
        if (!cookie.includes('login=yes')) return { ...html('<p>Members only'), status: 403 };
        const page = html(
          `<!doctype html><title>${path}</title><link rel="stylesheet" href="/style.css"><p>in ${path}<a href="/a">a</a>`,
        );
        return path === '/'
          ? { ...page, headers: { ...page.headers, 'set-cookie': 'visit=1; Path=/' } }
          : page;
      },
    });
    await writeFile(join(folder, 'cookies.txt'), `127.0.0.1\tFALSE\t/\tFALSE\t0\tlogin\tyes\n`);
    const host = '127.0.0.1';
    await writeFile(
      join(folder, 'cookies.json'),
      JSON.stringify([{ name: 'login', value: 'yes', domain: host }]),
    );
  });
  after(async () => {
    await site.close();
  });

  for (const engine of ['http', 'browser'] as const) {
    test(`is crawled with cookies from a file, which the next run still has (${engine})`, async () => {
      const settings = defaultSettings([site.url], { out: join(folder, engine), engine, workers: 1 });
      const cookies = join(folder, engine === 'http' ? 'cookies.txt' : 'cookies.json');
      seen = [];
      assert.equal((await runCrawl({ ...settings, cookies, maxPages: 1 })).pages, 1);
      const asset = seen.find((line) => line.startsWith('/style.css'));
      assert.deepEqual(asset?.slice(11).split('; ').sort(), ['login=yes', 'visit=1']);
      seen = [];
      assert.equal((await runCrawl(settings)).pages, 2);
      const page = seen.find((line) => line.startsWith('/a '));
      assert.deepEqual(page?.slice(3).split('; ').sort(), ['login=yes', 'visit=1']);
    });
  }

  test('cannot be crawled without', async () => {
    const settings = defaultSettings([site.url], { out: join(folder, 'none'), engine: 'http' });
    await assert.rejects(runCrawl(settings), { code: 'NOTHING_CRAWLED', message: /403/ });
    await assert.rejects(runCrawl({ ...settings, cookies: join(folder, 'none.txt') }), {
      code: 'CONFIG',
      message: /none\.txt/,
    });
  });
});

for (const engine of ['http', 'browser'] as const)
  test(`pages that set more cookies than servers take hide no other page (${engine})`, async () => {
    const paths = ['/', ...Array.from({ length: 9 }, (_, number) => `/${number}`)];
    const links = paths.map((path) => `<a href="${path}">${path}</a>`).join('');
    const site = await startSite({
      name: 'bomb',
      start: '/',
      respond: ({ path }) => {
        const page = html(`<!doctype html><title>${path}</title><p>Words of ${path}</p>${links}`);
        if (!paths.includes(path)) return { ...page, status: 404 };
        const cookie = `c${path.slice(1)}=${'x'.repeat(3900)}; Path=/`;
        return { ...page, headers: { ...page.headers, 'set-cookie': cookie } };
      },
    });
    const folder = testFolder('bomb');
    try {
      const settings = defaultSettings([site.url], { out: folder, engine, workers: 1 });
      const { pages, errors } = await runCrawl(settings);
      assert.deepEqual({ pages, errors }, { pages: paths.length, errors: 0 });
    } finally {
      await site.close();
    }
  });
