import type { IncomingHttpHeaders } from 'node:http';

/** A request as a site sees it. */
export interface Ask {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Scheme and authority the client used. */
  readonly origin: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a site answers. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Sent one after another for as long as the client reads: bodies that are endless or too large to hold. */
  readonly pieces?: () => Iterable<Uint8Array>;
  /** Wait of this answer alone, on top of the latency of the site. */
  readonly delayMs?: number;
}

/** A site: a pure function from requests to answers. */
export interface Site {
  readonly name: string;
  /** Path of the page a crawl starts from. */
  readonly start: string;
  respond(ask: Ask): Answer;
}

/** One row of a route table; `params` are the `:name` parts of its pattern, in order. */
export type Route = (ask: Ask, params: readonly string[]) => Answer;

/** Answers by path: exact paths first, then patterns such as `/comments/:article/:page`, else 404. */
export function routes(table: Readonly<Record<string, Route>>): (ask: Ask) => Answer {
  const exact = new Map(Object.entries(table).filter(([path]) => !path.includes(':')));
  const patterns = Object.entries(table)
    .filter(([path]) => path.includes(':'))
    .map(([path, route]) => ({ pattern: new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`), route }));
  return (ask) => {
    const found = exact.get(ask.path);
    if (found) return found(ask, []);
    for (const { pattern, route } of patterns) {
      const match = pattern.exec(ask.path);
      if (match) return route(ask, match.slice(1));
    }
    return notFound();
  };
}

/** An HTML page. */
export function html(body: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache', ...headers },
    body,
  };
}

/** A file of any type that is not to be cached. */
export function file(contentType: string, body: string | Uint8Array): Answer {
  return { headers: { 'content-type': contentType, 'cache-control': 'no-cache' }, body };
}

/** A file that clients may keep. */
export function cacheable(contentType: string, body: string | Uint8Array): Answer {
  return { headers: { 'content-type': contentType, 'cache-control': 'public, max-age=86400' }, body };
}

/** A redirect. */
export function redirect(location: string, status = 302): Answer {
  return { status, headers: { location } };
}

/** The answer for paths that a site does not have. */
export function notFound(): Answer {
  return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'not found' };
}
