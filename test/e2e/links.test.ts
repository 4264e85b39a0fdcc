import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { LinkProblem, LinkReport } from '../../src/model/index.ts';
import { testFolder } from '../folder.ts';
import { startServer } from '../servers.ts';
import { argiope, crawl, lastJson } from './command.ts';

const links = (...paths: readonly string[]) =>
  paths.map((path) => `<a href="${path}">to ${path}</a> `).join('');

/** Pages by path; all others are not there. */
const pages: Readonly<Record<string, string>> = {
  '/': `Start ${links('/a', '/old', '/lost', '/away', '/a?again')}`,
  '/a': `Page a ${links('/lost', '/lost#part', '/')}`,
  '/a?again': `Page a ${links('/lost', '/lost#part', '/')}`,
  '/new': `New ${links('/')}`,
};
const moved: Readonly<Record<string, string>> = { '/old': '/new', '/away': 'http://other.invalid/' };

describe('the links of a site', () => {
  const server = createServer(({ url = '' }, response) => {
    const [text, to] = [pages[url], moved[url]];
    if (to !== undefined) response.writeHead(301, { location: to }).end();
    else if (text === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>Page ${url}</title>${text}`);
  });
  const folder = testFolder('links');
  let origin = '';
  before(async () => {
    origin = await startServer(server);
  });
  after(async () => {
    server.close();
  });

  for (const engine of ['http', 'browser']) {
    it(`that are broken or redirected are reported with their pages (${engine})`, async () => {
      const out = join(folder, engine);
      await crawl(`${origin}/`, out, ['--engine', engine, '--workers', '1']);
      const ended = await argiope(['links', '--out', out, '--json']);
      assert.equal(ended.code, 9, ended.stderr);
      const { problems, ...report } = lastJson(ended) as LinkReport;
      assert.deepEqual(
        { ...report, out: '' },
        { command: 'links', pages: 3, broken: 1, redirects: 2, duplicates: 1, finished: true, out: '' },
      );
      const of = ({ kind, url, code, to, links, from }: LinkProblem) => [
        ...[kind, url?.slice(origin.length), code, to?.replace(origin, '') ?? null, links],
        from.map(({ address }) => address.slice(origin.length)).sort(),
      ];
      assert.deepEqual(problems.map(of).sort(), [
        ['broken', '/lost', 'HTTP_STATUS', null, 3, ['/', '/a']],
        ['duplicate', '/a?again', null, '/a', 1, ['/']],
        ['redirect', '/away', 'REDIRECT', 'http://other.invalid/', 1, ['/']],
        ['redirect', '/old', null, '/new', 1, ['/']],
      ]);
      const [failure] = (await readFile(join(out, 'failures.jsonl'), 'utf8')).trimEnd().split('\n');
      const { url, reason } = JSON.parse(failure ?? '{}') as LinkProblem;
      assert.deepEqual([url, reason], [`${origin}/lost`, 'it answered HTTP 404']);
      const table = await readFile(join(out, 'mirror/overview.html'), 'utf8');
      assert.match(table, /id="failed"[\s\S]*\/lost[\s\S]*it answered HTTP 404[\s\S]*href="a\.html"/);
    });
  }

  it('are told to people in few words', async () => {
    const ended = await argiope(['links', '--out', join(folder, 'http')]);
    assert.equal(
      ended.stdout.replaceAll(origin, 'http://x'),
      `Broken (1)

  http://x/lost
    it answered HTTP 404 (HTTP_STATUS)
    on http://x/  Page /
    on http://x/a  Page /a

Redirected (2)

  http://x/old
    → http://x/new
    on http://x/  Page /

  http://x/away
    → http://other.invalid/
    on http://x/  Page /

Links of 3 pages: 1 broken link, 2 redirects, 1 other address of pages;
--verbose lists these
`,
    );
  });

  it('that are all well end the command with 0', async () => {
    const out = join(folder, 'well');
    await crawl(`${origin}/new`, out, ['--engine', 'http', '--scope', 'page']);
    const ended = await argiope(['links', '--out', out]);
    assert.equal(ended.code, 0, ended.stderr);
    assert.match(
      ended.stdout,
      /^Links of 1 page: 0 broken links, 0 redirects, 0 other addresses of pages\n$/,
    );
  });
});
