import type { Handler } from '../suite.ts';

/** What a path of a small site shows: a body of HTML, or a file with its type. */
export type Shown = string | { readonly type: string; readonly body: string } | null;

/** A site whose pages are a function of path and query; `null` is 404. */
export function pages(show: (path: string, query: URLSearchParams, host: string) => Shown): Handler {
  return (request, response) => {
    const host = request.headers.host ?? '127.0.0.1';
    const { pathname, searchParams } = new URL(request.url ?? '/', `http://${host}`);
    const shown = show(pathname, searchParams, host);
    const type = typeof shown === 'object' && shown ? shown.type : 'text/html; charset=utf-8';
    response.writeHead(shown === null ? 404 : 200, { 'content-type': type, 'cache-control': 'no-cache' });
    response.end(typeof shown === 'object' ? (shown?.body ?? 'not found') : page(shown));
  };
}

function page(body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Site</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`;
}
