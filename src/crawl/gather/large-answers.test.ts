import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fileBudget, pageBudget } from '../../memory/budget.ts';
import { gatherInto, makeFolder, page, serve, type TestServer } from './fixture.ts';

const mib = 1 << 20;
const size = 10 * mib;
const count = 16;

/** A page of its own of ten megabytes, few elements. */
function large(path: string): Buffer {
  const start = `<title>${path}</title><link rel="stylesheet" href="${path}.css"><p>`;
  return Buffer.from(start.padEnd(size, `${path} `));
}

describe('many large answers at once', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let server: TestServer;
  const paths = Array.from(
    { length: count },
    (_, number) => `/${number % 4 === 0 ? 'packed' : 'p'}${number}`,
  );
  before(async () => {
    folder = await makeFolder();
    server = await serve((path, response) => {
      if (path === '/') return page(response, 'Start', paths);
      if (path.endsWith('.css'))
        return void response.writeHead(200, { 'content-type': 'text/css' }).end(' '.repeat(3 * mib));
      const body = large(path);
      // Nothing is said about how long it will be.
      const head = { 'content-type': 'text/html' };
      if (!path.startsWith('/packed')) response.writeHead(200, head).end(body);
      else response.writeHead(200, { ...head, 'content-encoding': 'gzip' }).end(gzipSync(body));
    });
  });
  after(async () => {
    await server.close();
    await folder.remove();
  });

  it('come one after the other as far as there is room, with their files, and all are kept', async () => {
    const settings = { workers: 16, delay: 0, maxSize: 12 * mib, threads: 1 };
    const { pages, gathered } = await gatherInto(
      folder.file('large'),
      [`http://127.0.0.1:${server.port}/`],
      settings,
      { alone: 0 },
    );
    assert.equal(gathered.stopped, 'done');
    assert.deepEqual(new Set(pages.map(({ status }) => status)), new Set(['kept']));
    assert.equal(pages.length, count + 1);
    assert.ok(pageBudget.most > size, `${pageBudget.most / mib} MiB`);
    assert.ok(pageBudget.most <= 32 * mib + 12 * mib, `${pageBudget.most / mib} MiB`);
    assert.ok(fileBudget.most <= 32 * mib + 12 * mib, `${fileBudget.most / mib} MiB`);
    assert.deepEqual([pageBudget.held, fileBudget.held], [0, 0]);
  });
});
