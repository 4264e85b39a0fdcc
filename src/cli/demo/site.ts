import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { articles } from './articles.ts';
import { script, sign, style } from './assets.ts';
import { commentCount } from './comments.ts';
import { articlePage, authorCard, commentsPart, homePage } from './pages.ts';

/** The bundled site while it is served. */
export interface DemoSite {
  /** Address of its start page, on loopback. */
  readonly url: string;
  close(): Promise<void>;
}

/** How many comments the whole site has. */
export const allComments: number = articles.reduce((sum, article) => sum + commentCount(article), 0);

/** Serves the bundled blog on a free port of 127.0.0.1. */
export async function startDemoSite(): Promise<DemoSite> {
  const server = createServer((request, response) => {
    const found = answer(new URL(request.url ?? '/', 'http://site').pathname);
    response.writeHead(found === null ? 404 : 200, {
      'content-type': found?.type ?? 'text/plain; charset=utf-8',
      'cache-control': found?.asset ? 'max-age=3600' : 'no-cache',
    });
    response.end(found?.body ?? 'There is no such page.\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Answer {
  readonly type: string;
  readonly body: string;
  readonly asset?: true;
}

const html = 'text/html; charset=utf-8';

const fixed: Readonly<Record<string, () => Answer>> = {
  '/': () => ({ type: html, body: homePage() }),
  '/blog.css': () => ({ type: 'text/css; charset=utf-8', body: style, asset: true }),
  '/blog.js': () => ({ type: 'text/javascript; charset=utf-8', body: script, asset: true }),
  '/spider.svg': () => ({ type: 'image/svg+xml', body: sign, asset: true }),
};

/** What stands at a path, `null` for nothing. */
function answer(path: string): Answer | null {
  if (Object.hasOwn(fixed, path)) return fixed[path]?.() ?? null;
  const [, kind, name = '', page = ''] = path.split('/');
  const article = articles[Number(name) - 1];
  if (kind === 'article' && article !== undefined) return { type: html, body: articlePage(article) };
  if (
    kind === 'comments' &&
    article !== undefined &&
    Number(page) >= 1 &&
    Number(page) <= article.commentPages
  ) {
    return { type: html, body: commentsPart(article, Number(page)) };
  }
  const card = kind === 'card' ? authorCard(name) : null;
  return card === null ? null : { type: html, body: card };
}
