import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { HookChain } from '../../hooks/index.ts';
import type { CrawlEvent, PageContent, SiteStore } from '../../model/index.ts';
import { openStoreAt } from '../../store/index.ts';
import { type Answering, gatherInto, makeFolder, page, serve, type TestServer } from './fixture.ts';

/** Pages of many kinds: encodings, intricate markup, twins, redirects, errors, files, sessions, written links. */
const varied: Answering = (path, response) => {
  const html = (body: string | Buffer, type = 'text/html') =>
    void response.writeHead(200, { 'content-type': type, etag: '"1"' }).end(body);
  const number = Number(/^\/p(\d+)$/.exec(path)?.[1] ?? Number.NaN);
  if (path === '/')
    page(response, 'Start', [
      ...Array.from({ length: 60 }, (_, at) => `/p${at}`),
      ...['/latin', '/table', '/plain', '/twin-a', '/twin-b', '/moved', '/gone', '/a?sid=1', '/a?sid=2'],
    ]);
  else if (path === '/latin')
    html(Buffer.from('<title>Grün</title><p>caf\u00e9', 'latin1'), 'text/html; charset=latin1');
  else if (path === '/table')
    html('<title>T</title><table><b><a href="/p1" title="One" rel=next>1</b><tr><td>x</a></table>');
  else if (path === '/plain') html('see http://127.0.0.1/elsewhere for more', 'text/plain');
  else if (path.startsWith('/twin')) page(response, 'Twin', ['/']);
  else if (path === '/moved') response.writeHead(301, { location: '/p3' }).end();
  else if (path.startsWith('/a?')) page(response, 'Session', ['/p5']);
  else if (number < 60)
    html(
      `<!-- <a href="/p${number + 1}">next</a> --><base href="/"><meta name=date content="2024-05-0${(number % 9) + 1}">` +
        `<title>Page ${number} – 頁</title><h2>Part</h2><a id=x class="delete item" href="p${(number * 7) % 60}" ` +
        `title="About">to <i>there</i></a> <a href="http://other.test/">off</a> ${'春 word '.repeat(number)}`,
    );
  else response.writeHead(410).end();
};

/** Everything that a store holds of a crawl, but for moments. */
async function contentsOf(file: string): Promise<Readonly<Record<string, unknown>>> {
  const store = await openStoreAt(`sqlite:${file}`, { readOnly: true });
  try {
    const site = (await store.site('site')) as SiteStore;
    const pages = await site.pages({});
    const blobs = new Map<string, string>();
    for (const { content } of pages)
      if (content)
        blobs.set(content.blob, Buffer.from((await site.blob(content.blob)) ?? []).toString('hex'));
    const edges: unknown[] = [];
    for await (const edge of site.allTransitions()) edges.push(edge);
    const { totals, nextNumber } = await site.info();
    const timeless = (content: PageContent | null) => content && { ...content, capturedAt: '' };
    return {
      pages: pages.map((each) => ({ ...each, content: timeless(each.content) })),
      blobs,
      edges,
      nextNumber,
      totals: { ...totals, seconds: 0 },
      sessions: await site.note('sessions'),
    };
  } finally {
    await store.close();
  }
}

/** What was told, in order; figures tell the time. */
function toldOf(events: readonly CrawlEvent[]): readonly unknown[] {
  return events.filter(({ kind }) => kind !== 'progress');
}

describe('threads beside the gatherer', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let server: TestServer;
  const gathered = async (name: string, settings: Parameters<typeof gatherInto>[2], alone = 0) => {
    const file = folder.file(name);
    const seed = `http://127.0.0.1:${server.port}/`;
    const { events } = await gatherInto(file, [seed], settings, { alone, queue: 16 });
    return { contents: await contentsOf(file), told: toldOf(events) };
  };
  before(async () => {
    folder = await makeFolder();
    server = await serve(varied);
  });
  after(async () => {
    await server.close();
    await folder.remove();
  });

  it('change nothing about what is stored and told, page by page and edge by edge', async () => {
    const alone = await gathered('alone', { workers: 1, threads: 0, batch: 5000 });
    const { contents, told } = await gathered('threads', { workers: 1, threads: 2, batch: 5000 });
    for (const part of Object.keys(alone.contents))
      assert.ok(isDeepStrictEqual(contents[part], alone.contents[part]), part);
    assert.ok(isDeepStrictEqual(told, alone.told), 'what is told');
    assert.ok(told.length > 200);
  });

  it('are begun in the midst of a crawl, and nothing is lost or asked for twice', async () => {
    server.asked.length = 0;
    const { told } = await gathered('midst', { workers: 8, threads: 2, batch: 5000 }, 5);
    // One page is redirected to.
    const asked = server.asked.map(({ path }) => path).filter((path) => path !== '/p3');
    assert.equal(new Set(asked).size, asked.length);
    const kept = told.filter((event) => (event as CrawlEvent).kind === 'page');
    assert.equal(kept.length, 66);
  });

  it('leave the connection free: the next page is asked for before the last one is recorded', {
    timeout: 60_000,
  }, async () => {
    const askedNext = Promise.withResolvers<void>();
    const pair = await serve((path, response) => {
      if (path === '/next') askedNext.resolve();
      page(response, path, path === '/' ? ['/last', '/next'] : []);
    });
    // The page is held where it is read until the server is asked for the one after it.
    const hooks = new HookChain([
      { page: ({ url }) => (url.endsWith('/last') ? askedNext.promise.then(() => undefined) : undefined) },
    ]);
    try {
      const { pages } = await gatherInto(
        folder.file('free'),
        [`http://127.0.0.1:${pair.port}/`],
        { workers: 1, threads: 1 },
        { alone: 0 },
        hooks,
      );
      assert.deepEqual(
        pages.map(({ status }) => status),
        ['kept', 'kept', 'kept'],
      );
      assert.equal(pair.together, 1);
    } finally {
      await pair.close();
    }
  });
});
