import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type CrawlSettings, defaultSettings } from '../../src/config/index.ts';
import type { CrawlEvent } from '../../src/model/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { testFolder } from '../folder.ts';
import { jsonLines } from '../json-lines.ts';
import { startServer, stopServer } from '../servers.ts';

interface Served {
  readonly body: string;
  readonly tag?: readonly string[];
}

const link = (path: string, rel = '') => `<a href="${path}"${rel && ` rel=${rel}`}>${path}</a>`;
const pages: Record<string, Served> = {
  '/': { body: `start ${['/hidden', '/shut', '/tagged', '/other'].map((path) => link(path)).join()}` },
  '/hidden': { body: `<meta name=robots content=noindex><p>hidden ${link('/behind-hidden')}` },
  '/shut': {
    body: `<meta name=robots content=nofollow><p>shut ${link('/behind-shut')}<a href="#" onclick="out.textContent='shown by an event'; return false">Show</a><p id=out></p>`,
  },
  '/tagged': {
    body: `tagged ${link('/behind-tagged')}`,
    tag: ['otherbot: nofollow', 'argiope: noindex, nofollow'],
  },
  '/other': { body: `other ${link('/nofollowed', 'nofollow')}`, tag: ['otherbot: none'] },
  '/behind-hidden': { body: 'behind hidden' },
  '/behind-shut': { body: 'behind shut' },
  '/behind-tagged': { body: 'behind tagged' },
  '/nofollowed': { body: 'a link with rel=nofollow' },
};

describe('what pages say to crawlers', () => {
  const out = testFolder('page-robots');
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const page = pages[url];
    const tag = page?.tag ? { 'x-robots-tag': [...page.tag] } : {};
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', ...tag });
    response.end(page && `<!doctype html><title>${url}</title>${page.body}`);
  });
  let origin = '';
  before(async () => {
    origin = await startServer(server);
  });
  after(async () => {
    await stopServer(server);
  });

  async function run(name: string, settings: Partial<CrawlSettings>) {
    asked.length = 0;
    const notes: string[] = [];
    const dir = join(out, name);
    const listen = (event: CrawlEvent) => {
      if (event.kind === 'note') notes.push(event.text);
    };
    const more = { ...settings, out: dir, store: `sqlite:${join(dir, 'argiope.db')}` };
    const summary = await runCrawl(defaultSettings([`${origin}/`], more), { listen });
    const read = (file: string) => readFileSync(join(dir, file), 'utf8');
    const listed = jsonLines<{ number: number; url: string | null }>(join(dir, 'pages.jsonl'));
    return { summary, notes, dir, listed, graph: JSON.parse(read('graph.json')), read };
  }
  const paths = (listed: readonly { url: string | null }[]) =>
    listed.map(({ url }) => url && new URL(url).pathname).sort();

  for (const engine of ['http', 'browser'] as const) {
    it(`is obeyed with --engine ${engine}: noindex is visited and not listed, nofollow has no links`, async () => {
      const { notes, listed, dir, read, graph } = await run(engine, { engine });
      const state = engine === 'browser' ? [null] : [];
      assert.deepEqual(
        paths(listed),
        [...['/', '/behind-hidden', '/nofollowed', '/other', '/shut'], ...state].sort(),
      );
      assert.deepEqual(
        asked.filter((url) => url.startsWith('/behind')),
        ['/behind-hidden'],
      );
      assert.ok(asked.includes('/hidden') && asked.includes('/tagged'));
      assert.equal((read('sitemap.xml').match(/<loc>/g) ?? []).length, listed.length);
      const numbers = (graph.nodes ?? graph.pages) as readonly {
        readonly title: string;
        readonly number?: number;
        readonly id?: number;
      }[];
      for (const title of ['/hidden', '/tagged']) {
        const node = numbers.find((each) => each.title === title);
        assert.ok(node, `${title} is in the graph`);
        assert.equal(existsSync(join(dir, 'mirror', `${title.slice(1)}.html`)), false);
      }
      assert.match(
        notes.join('\n'),
        /2 pages ask not to be listed \(noindex\), such as http.*--robots ignore/,
      );
      assert.match(
        notes.join('\n'),
        /2 pages ask not to follow their links \(nofollow\), such as http.*was not visited/,
      );
    });
  }

  it('is left aside with --robots ignore', async () => {
    const { listed, notes } = await run('ignore', { engine: 'http', robots: 'ignore' });
    assert.deepEqual(paths(listed), Object.keys(pages).sort());
    assert.doesNotMatch(notes.join('\n'), /noindex/);
  });

  it('may concern every page: then the mirror is empty, and the graph is not', async () => {
    const { listed, summary, graph } = await run('all', {
      engine: 'http',
      include: [/none/],
      seeds: [`${origin}/hidden`],
    });
    assert.deepEqual(listed, []);
    assert.equal(summary.pages, 1);
    assert.equal((graph.nodes ?? graph.pages).length, 1);
  });
});
