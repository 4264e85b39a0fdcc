import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { stage } from '../../src/cli/fixture.ts';
import { run } from '../../src/cli/main.ts';
import { testFolder } from '../folder.ts';
import { startServer, stopServer } from '../servers.ts';

/** Answers that come byte by byte, for as long as somebody listens: two minutes, if nobody ends it. */
function trickle(response: ServerResponse, type: string, first: string): void {
  response.writeHead(200, { 'content-type': type });
  response.write(first);
  const timer = setInterval(() => response.write('\n'), 200);
  response.on('close', () => clearInterval(timer));
}

const sitemap = (at: string) => `<urlset><url><loc>${at}/named</loc></url></urlset>`;

describe('a crawl whose time is up, and its servers send byte by byte', () => {
  for (const engine of ['http', 'browser'])
    for (const slow of ['/robots.txt', '/sitemap.xml', '/file.pdf'])
      it(`ends all the same, and goes on where it was (${engine}, ${slow})`, async () => {
        const folder = testFolder('trickling');
        let isSlow = true;
        const server = createServer(({ url = '', headers }, response) => {
          const type =
            { '/robots.txt': 'text/plain', '/sitemap.xml': 'text/xml', '/file.pdf': 'application/pdf' }[
              url
            ] ?? 'text/html';
          if (isSlow && url === slow) return trickle(response, type, url.endsWith('xml') ? '<urlset>' : '');
          response.writeHead(200, { 'content-type': type });
          if (url === '/robots.txt') return void response.end('User-agent: *\nDisallow: /no\n');
          if (url === '/sitemap.xml') return void response.end(sitemap(`http://${headers.host}`));
          if (url === '/file.pdf') return void response.end('%PDF-1.4');
          response.end(`<title>${url}</title><p>words of ${url}</p><a href="/file.pdf">file</a>`);
        });
        const url = `${await startServer(server)}/`;
        const crawl = async (...more: string[]) => {
          const io = stage({ cwd: folder, columns: 100 });
          const flags = ['--engine', engine, '--sitemap', 'auto', '--json', '--quiet'];
          const code = await run(['crawl', url, '--out', join(folder, 'out'), ...flags, ...more], io);
          return { code, ...(JSON.parse(io.out()) as { pages: number; files?: object; finished: boolean }) };
        };
        try {
          const first = await crawl('--max-time', '4');
          assert.equal(first.code, 4, 'stopped by the limit, with work left');
          isSlow = false;
          const { code, pages, files, finished } = await crawl();
          assert.deepEqual(
            { code, pages, files, finished },
            { code: 0, pages: 2, files: { pdf: 1 }, finished: true },
          );
        } finally {
          await stopServer(server);
        }
      });
});
