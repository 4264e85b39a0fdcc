import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Answering, gatherInto, makeFolder, page, pathOf, serve, type TestServer } from './fixture.ts';

/** A site of 120 pages, five below each, with a link back. */
const tree: Answering = (path, response) => {
  const number = Number(path.slice(2) || '0');
  const below = [1, 2, 3, 4, 5].map((kid) => number * 5 + kid).filter((kid) => kid < 120);
  const links = [...below.map((kid) => `/p${kid}`), '/', `/p${(number * 7) % 120 || 1}`];
  page(response, `Page ${number}`, links);
};

const wayward: Answering = (path, response) => {
  if (path === '/')
    page(response, 'Start', ['/twin-a', '/twin-b', '/moved', '/gone', '/file.pdf', '/a?id=1']);
  else if (path.startsWith('/twin')) page(response, 'Twin', ['/']);
  else if (path === '/moved') response.writeHead(301, { location: '/target' }).end();
  else if (path === '/target') page(response, 'Target', ['/', 'http://elsewhere.test/', 'mailto:a@b.test']);
  else if (path === '/gone') response.writeHead(410).end();
  else if (path === '/file.pdf') response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF');
  else page(response, `Odd ${path}`, ['/target']);
};

describe('gathering', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  const servers: TestServer[] = [];
  const start = async (...args: Parameters<typeof serve>) => {
    const server = await serve(...args);
    servers.push(server);
    return server;
  };
  before(async () => {
    folder = await makeFolder();
  });
  after(async () => {
    for (const server of servers) await server.close();
    await folder.remove();
  });

  it('serves another host while the one that told its rules rests', async () => {
    const server = await start((path, response, host) => page(response, `${host}${path}`, []));
    const hosts = ['127.0.0.11', '127.0.0.12'].map((machine) => `${machine}:${server.port}`);
    const seeds = hosts.map((host) => `http://${host}/`);
    const { starts } = await gatherInto(folder.file('rules'), seeds, { workers: 1, delay: 1 });
    const [[rules, home], [otherRules, otherHome]] = hosts.map((host) => starts.get(host)) as [
      [number, number],
      [number, number],
    ];
    assert.deepEqual(
      server.asked.map(({ host }) => host),
      hosts,
    );
    assert.ok(rules <= otherRules && otherRules < home && home <= otherHome);
  });

  it('asks for every page once and keeps its edges, with a frontier far larger than its queues', async () => {
    const server = await start(tree);
    const seed = `http://127.0.0.1:${server.port}/`;
    const large = await gatherInto(folder.file('large'), [seed]);
    assert.equal(server.asked.length, 120);
    const small = await gatherInto(
      folder.file('small'),
      [seed],
      { batch: 3000 },
      { queue: 2, queues: 4, known: 10 },
    );
    assert.equal(server.asked.length, 240);
    for (const { pages, gathered } of [large, small]) {
      assert.deepEqual(new Set(pages.map(({ status }) => status)), new Set(['kept']));
      assert.equal(pages.length, 120);
      assert.deepEqual([gathered.stopped, gathered.pages.urlPages], ['done', 120]);
    }
    assert.deepEqual(small.edges, large.edges);
    assert.equal(new Set(small.pages.map(({ entry }) => pathOf(entry))).size, 120);
    assert.notEqual(small.info.finishedAt, null);
  });

  it('tells of pages, and counts them, as they become durable', async () => {
    const server = await start(tree);
    const { events, info } = await gatherInto(folder.file('told'), [`http://127.0.0.1:${server.port}/`]);
    assert.equal(events.filter(({ kind }) => kind === 'page').length, 120);
    const last = events.findLast(({ kind }) => kind === 'progress');
    assert.deepEqual(last?.kind === 'progress' && [last.figures.pages, last.figures.frontier], [120, 0]);
    assert.equal(info.totals.requests, 121);
    assert.equal(info.nextNumber, 120);
  });

  it('records what is moved, gone, no page, or the same as another', async () => {
    const server = await start(wayward);
    const seeds = [`http://127.0.0.1:${server.port}/`];
    const { pages, edges, gathered } = await gatherInto(folder.file('wayward'), seeds, { workers: 1 });
    const told = Object.fromEntries(
      pages.map(({ entry, status, error }) => [pathOf(entry), error?.code ?? status]),
    );
    const twins = [told['/twin-a'], told['/twin-b']].sort();
    assert.deepEqual(twins, ['kept', 'merged']);
    assert.deepEqual(
      [told['/'], told['/gone'], told['/file.pdf'], told['/a?id=1']],
      ['kept', 'HTTP_STATUS', 'FILE', 'kept'],
    );
    const moved = pages.find(({ entry }) => pathOf(entry) === '/moved');
    assert.equal(moved?.content?.address, `http://127.0.0.1:${server.port}/target`);
    // The address that it was moved to is the same page, and is not asked for again.
    assert.equal(server.asked.filter(({ path }) => path === '/target').length, 1);
    assert.ok(edges.includes('/moved offsite -') && edges.includes('/moved excluded -'));
    assert.ok(edges.includes('/a?id=1 known /moved'));
    const { errors, files, duplicates, redirects } = gathered.totals;
    assert.deepEqual([errors, files, duplicates, redirects], [1, 1, 1, 0]);
  });

  it('tells redirects to known pages from other addresses of the same', async () => {
    const server = await start((path, response) => {
      if (path === '/old') return void response.writeHead(302, { location: '/new' }).end();
      const links = '<a href="/new">1</a><a href="/old">2</a><a href="/twin">3</a>';
      response.setHeader('content-type', 'text/html').end(path === '/' ? links : '<p>one');
    });
    const { gathered } = await gatherInto(folder.file('redirects'), [`http://127.0.0.1:${server.port}/`], {
      workers: 1,
    });
    const { redirects, duplicates } = gathered.totals;
    assert.deepEqual({ redirects, duplicates }, { redirects: 1, duplicates: 1 });
  });

  it('stops at exactly so many pages, and goes on where it stopped', async () => {
    const server = await start(tree);
    const seeds = [`http://127.0.0.1:${server.port}/`];
    const first = await gatherInto(folder.file('limit'), seeds, { maxPages: 30 });
    assert.deepEqual([first.gathered.stopped, first.gathered.pages.urlPages], ['limit', 30]);
    assert.equal(first.pages.filter(({ status }) => status === 'kept').length, 30);
    assert.equal(first.info.finishedAt, null);
    const second = await gatherInto(folder.file('limit'), seeds);
    assert.deepEqual([second.gathered.stopped, second.gathered.pages.urlPages], ['done', 120]);
    assert.equal(server.asked.length, 120);
  });

  it('ends in time though a host asks for a long rest, and keeps what waits', async () => {
    const server = await start((path, response) =>
      path === '/'
        ? page(response, 'Start', ['/busy'])
        : response.writeHead(503, { 'retry-after': '3600' }).end(),
    );
    const { gathered, pages } = await gatherInto(folder.file('rest'), [`http://127.0.0.1:${server.port}/`], {
      maxTime: 3,
    });
    assert.equal(gathered.stopped, 'limit');
    assert.deepEqual(
      pages.map(({ status, attempts }) => [status, attempts]),
      [
        ['kept', 0],
        ['queued', 1],
      ],
    );
  });

  it('asks each of many hosts for one page at a time and no sooner than the delay', async () => {
    const server = await start((path, response, host) => {
      const number = Number(path.slice(2) || '0');
      page(response, `Page ${number} of ${host}`, number === 0 ? ['/p1', '/p2', '/p3'] : ['/']);
    }, 30);
    const seeds = Array.from({ length: 12 }, (_, at) => `http://127.0.1.${at + 1}:${server.port}/`);
    const { pages, starts } = await gatherInto(folder.file('hosts'), seeds, { delay: 0.2 });
    assert.equal(pages.length, 48);
    assert.equal(server.together, 1);
    assert.equal(starts.size, 12);
    for (const moments of starts.values()) {
      // robots.txt and four pages.
      assert.equal(moments.length, 5);
      const gaps = moments.slice(1).map((moment, at) => moment - (moments[at] as number));
      assert.ok(Math.min(...gaps) >= 200, gaps.join(' '));
    }
  });

  it('asks one host for several pages at once where it need not wait, up to --per-host', async () => {
    const server = await start(tree, 10);
    const seeds = [`http://127.0.0.1:${server.port}/`];
    await gatherInto(folder.file('free'), seeds, { workers: 8 });
    assert.ok(server.together > 1 && server.together <= 8, `${server.together} at once`);
    const other = await start(tree, 10);
    await gatherInto(folder.file('one'), [`http://127.0.0.1:${other.port}/`], { workers: 8, perHost: 1 });
    assert.deepEqual([other.together, other.asked.length], [1, 120]);
  });

  it('asks first for what has the highest priority', async () => {
    const server = await start(tree);
    const seeds = [`http://127.0.0.1:${server.port}/`];
    await gatherInto(folder.file('deep'), seeds, { workers: 1, strategy: 'depth' });
    assert.deepEqual(
      server.asked.slice(0, 4).map(({ path }) => path),
      ['/', '/p1', '/p6', '/p31'],
    );
  });
});
