import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { withStore } from '../../bench/ajax/outputs.ts';
import { defaultSettings } from '../../src/config/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { testFolder } from '../folder.ts';
import { html, redirect, routes } from '../sites/answer.ts';
import { type FtpServer, ftpTree, startFtp } from '../sites/ftp.ts';
import { type RunningSite, startSite } from '../sites/site.ts';

describe('a redirect from the web to FTP', () => {
  let web: RunningSite;
  let ftp: FtpServer;
  const folder = testFolder('redirects-to-ftp');

  before(async () => {
    ftp = await startFtp(
      ftpTree({ '/pub/README': 'Welcome to the archive', '/pub/more/a.txt': 'more of it' }),
    );
    const links = ['/file', '/folder', '/away'].map((at) => `<a href="${at}">${at}</a>`);
    web = await startSite({
      name: 'moved',
      start: '/',
      respond: routes({
        '/': () => html(`<!doctype html><title>Start</title>${links.join(' ')}`),
        '/file': () => redirect(`${ftp.url.replace('://', '://eve:x@')}pub/README`),
        '/folder': () => redirect('/folder/'),
        '/folder/': () => redirect(`${ftp.url}pub/more/`, 301),
        '/away': () => redirect('ftp://127.0.0.2:9/'),
      }),
    });
  });
  after(async () => {
    await Promise.all([web.close(), ftp.close()]);
  });

  for (const engine of ['http', 'browser', 'auto'] as const) {
    it(`is followed by the rules of links, with --engine ${engine}`, async () => {
      const out = join(folder, engine);
      const store = `sqlite:${join(out, 'argiope.db')}`;
      const settings = defaultSettings([web.url, ftp.url], { engine, out, store, workers: 1 });
      const summary = await runCrawl(settings);
      // Start, /pub/README, the folders /, /pub/ and /pub/more/, and the file in the last.
      assert.deepEqual([summary.pages, summary.errors], [6, 1]);
      const ends = await withStore(out, async (site) => {
        const pages = await site.pages({});
        const kept = new Map(pages.map((page) => [page.number, page]));
        return Object.fromEntries(
          pages
            .filter(({ entry }) => entry.kind === 'url' && entry.url.startsWith(web.url))
            .map((page) => {
              const shown = page.mergedInto === null ? page : kept.get(page.mergedInto);
              const path = page.entry.kind === 'url' ? page.entry.url.slice(web.origin.length) : '';
              return [path, page.error?.code ?? shown?.content?.title];
            }),
        );
      });
      assert.match(ends['/away'] ?? '', /^(?:REDIRECT|FORBIDDEN_ADDRESS)$/);
      assert.deepEqual(
        { ...ends, '/away': '' },
        {
          '/': 'Start',
          '/file': 'README',
          '/folder': 'Index of /pub/more/',
          '/away': '',
        },
      );
      const start = await readFile(join(out, 'mirror/index.html'), 'utf8');
      const file = /<a href="([^"]+\.html)">\/file</.exec(start)?.[1] ?? '';
      assert.match(await readFile(join(out, 'mirror', file), 'utf8'), /Welcome to the archive/);
      const outside = `${web.origin}/away`;
      assert.ok(start.includes(`<a href="${outside}">`), 'what was not followed leads to the site');
    });
  }
});
