/** A web site, an FTP server and a board that know of each other, for crawls of several protocols. */
import { routes, type Site } from './answer.ts';
import { type BoardServer, startBoard } from './bbs.ts';
import { type FtpServer, ftpTree, startFtp } from './ftp.ts';
import { plainPng } from './png.ts';
import { type RunningSite, startSite } from './site.ts';

/** The three servers, with what a crawl of all finds. */
export interface Three {
  readonly web: RunningSite;
  readonly ftp: FtpServer;
  readonly board: BoardServer;
  /** Files of the FTP server, to be changed while it runs. */
  readonly files: ReturnType<typeof ftpTree>;
  /** Start addresses: web, FTP, board. */
  readonly seeds: readonly [string, string, string];
  /** Paths of the pages that plain requests see. */
  readonly webPaths: readonly string[];
  readonly ftpPaths: readonly string[];
  /** Texts that pages of the web show instead of their usual ones, by path. */
  readonly texts: Map<string, string>;
  close(): Promise<void>;
}

/** Starts them. The page `/app` has a state that only an event shows. */
export async function startThree(articles = 12, latencyMs = 0): Promise<Three> {
  const texts = new Map<string, string>();
  const places = { ftp: '', board: '' };
  const web = await startSite(siteOf(articles, places, texts), { latencyMs });
  const files = ftpTree({
    '/pub/README': 'Welcome to the archive',
    '/pub/docs/manual.html': `<title>Manual</title><h1>The manual</h1><img src="logo.png">
      <p><a href="../README">read me</a> <a href="${web.origin}/from-ftp">on the web</a></p>`,
    '/pub/docs/logo.png': plainPng(8, 4, [200, 80, 20]),
    '/pub/tool.zip': Buffer.from(Array.from({ length: 9000 }, (_, at) => (at * 7) & 255)),
  });
  const ftp = await startFtp(files);
  const board = await startBoard({ boards: 2, articles: 1 });
  Object.assign(places, { ftp: ftp.url, board: board.url });
  return {
    web,
    ftp,
    board,
    files,
    texts,
    seeds: [web.url, ftp.url, board.url],
    webPaths: ['/', '/app', '/from-ftp', ...articlePaths(articles)].sort(),
    ftpPaths: [
      '/',
      '/pub/',
      '/pub/README',
      '/pub/docs/',
      '/pub/docs/logo.png',
      '/pub/docs/manual.html',
    ].concat('/pub/tool.zip'),
    close: async () => {
      await Promise.all([web.close(), ftp.close(), board.close()]);
    },
  };
}

function articlePaths(articles: number): readonly string[] {
  return Array.from({ length: articles }, (_, at) => `/article/${at + 1}`);
}

function siteOf(
  articles: number,
  places: { readonly ftp: string; readonly board: string },
  texts: ReadonlyMap<string, string>,
): Site {
  const page = (path: string, title: string, body: string) => ({
    headers: { 'content-type': 'text/html' },
    body: `<!doctype html><title>${title}</title><h1>${title}</h1>${body}<p>${texts.get(path) ?? ''}</p>`,
  });
  return {
    name: 'three',
    start: '/',
    respond: routes({
      '/robots.txt': () => ({ status: 404 }),
      '/': () =>
        page(
          '/',
          'Start',
          `<img src="${places.ftp}pub/docs/logo.png"><a href="/app">app</a>
           <a href="${places.ftp}pub/docs/manual.html">manual</a> <a href="${places.board}">board</a>
           <a href="ftp://127.0.0.2:9/">elsewhere</a> <a href="telnet://127.0.0.2:9/">there</a>
           ${articlePaths(articles)
             .map((path) => `<a href="${path}">${path}</a>`)
             .join(' ')}`,
        ),
      '/app': () =>
        page(
          '/app',
          'App',
          `<button id="more">more</button><p id="shown">little</p><script>
           document.getElementById('more').addEventListener('click', () => {
             document.getElementById('shown').textContent = 'everything that there is to be seen here';
           });</script>`,
        ),
      '/from-ftp': () => page('/from-ftp', 'Found on FTP', `<a href="${places.ftp}pub/">files</a>`),
      '/article/:number': (_ask, [number]) =>
        page(`/article/${number}`, `Article ${number}`, `<p>The text of ${number}.</p><a href="/">start</a>`),
    }),
  };
}
