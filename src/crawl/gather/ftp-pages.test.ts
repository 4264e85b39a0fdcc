import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ftpTree, startFtp } from '../../../test/sites/ftp.ts';
import { ArgiopeError, type Driver } from '../../model/index.ts';
import { gatherInto, makeFolder, page, pathOf, serve } from './fixture.ts';
import { FtpPages } from './ftp-pages.ts';

test('FTP pages are gathered beside those of the web, one at a time and no closer than the delay', async (t) => {
  const ftp = await startFtp(
    ftpTree({ '/a.html': '<title>A</title><p>a</p>', '/b/c.txt': 'c', '/b/d.bin': Buffer.from([0, 1, 2]) }),
  );
  const web = await serve((path, response) =>
    page(response, path, [`${ftp.url}a.html`, '/x', '/robots.txt']),
  );
  const folder = await makeFolder();
  t.after(async () => {
    await Promise.all([web.close(), ftp.close()]);
    await folder.remove();
  });
  const seeds = [`http://127.0.0.1:${web.port}/`, ftp.url];
  const { pages, edges, starts, gathered } = await gatherInto(folder.file('three'), seeds, {
    delay: 0.03,
    workers: 8,
    robots: 'ignore',
    exclude: [/robots/u],
  });
  const kept = pages.filter(({ status }) => status === 'kept').map(({ entry }) => pathOf(entry));
  assert.deepEqual(kept.sort(), ['/', '/', '/a.html', '/b/', '/b/c.txt', '/b/d.bin', '/x']);
  assert.ok(edges.includes('/ known /a.html'));
  assert.deepEqual([gathered.stopped, gathered.totals.errors], ['done', 0]);
  assert.equal(ftp.connections, 1, 'one request at a time needs one session');
  const own = starts.get(`127.0.0.1:${ftp.port}`) ?? [];
  assert.equal(own.length, 5);
  for (const [at, moment] of own.entries())
    assert.ok(at === 0 || moment - (own[at - 1] ?? 0) >= 30, `${moment - (own[at - 1] ?? 0)} ms`);
});

test('a server that asks for a rest has one, and other errors are answers', async () => {
  const told: number[] = [];
  const failing = (code: 'BUSY' | 'HTTP_STATUS') => {
    const tab = { open: async () => Promise.reject(new ArgiopeError(code, 'no')), close: async () => {} };
    return { tab: async () => tab } as unknown as Driver;
  };
  const manners = { answered: (_host: string, _ms: number, status: number) => void told.push(status) };
  for (const code of ['BUSY', 'HTTP_STATUS'] as const)
    await assert.rejects(new FtpPages(failing(code), manners).page('ftp://a.example/'), { code });
  assert.deepEqual(told, [503, 200]);
});
