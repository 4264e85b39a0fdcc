/** The server of application and API: admits, routes, checks, answers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ArgiopeError } from '../model/index.ts';
import { apiRoutes } from './api/index.ts';
import type { AppFiles } from './app/app-files.ts';
import { appPage, lockedPage } from './app/page.ts';
import { cookieHeader, type GuardRules, isReading, isToken, type Refusal, refusalOf } from './guard.ts';
import { NotThere } from './not-there.ts';
import { openApi } from './openapi.ts';
import { type Desk, findRoute, type Route, readTexts } from './route.ts';

/** What the server answers from. */
export interface ServerParts {
  readonly desk: Desk;
  /** Known when the server listens. */
  readonly rules: () => GuardRules;
  readonly app: () => Promise<AppFiles>;
}

/** Bytes of a body at most. */
const mostBytes = 1 << 20;

/** Headers of every answer: nothing is kept, nothing may frame it, nothing is guessed. */
const commonHeaders = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const refusals: Readonly<Record<Refusal, { readonly status: number; readonly message: string }>> = {
  host: {
    status: 421,
    message: 'this server has another name; use the address that argiope serve has printed',
  },
  origin: { status: 403, message: 'requests of other pages are refused' },
  token: {
    status: 401,
    message: 'the token is missing or wrong; use the link that argiope serve has printed',
  },
};

/** Answers one request of the application or of a client of the API. */
export async function answerRequest(
  parts: ServerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const rules = parts.rules();
  for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
  response.setHeader('content-security-policy', policyOf(parts.desk.mirror()));
  const head = headOf(request);
  if (head.host !== rules.host) return refuse(response, 'host');
  const url = new URL(request.url ?? '/', `http://${rules.host}`);
  if (url.pathname === '/health') return sayJson(response, 200, { status: 'ok' });
  if (url.pathname.startsWith('/api/') || url.pathname === '/metrics') {
    const refusal = refusalOf(head, rules);
    if (refusal !== null) return refuse(response, refusal);
    return answerApi(parts, url, request, response);
  }
  if (!isReading(head.method))
    return sayJson(response, 405, { code: 'METHOD', message: 'only GET is allowed here' });
  return answerApp(parts, url, head, response);
}

function headOf({ method = 'GET', headers }: IncomingMessage) {
  return {
    method,
    host: headers.host,
    origin: headers.origin,
    fetchSite: headers['sec-fetch-site'] as string | undefined,
    authorization: headers.authorization,
    cookie: headers.cookie,
  };
}

/** Nothing is loaded from elsewhere; only pages of mirrors may be framed. */
function policyOf(mirror: string): string {
  const frames = mirror === '' ? "'none'" : new URL(mirror).origin;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "worker-src 'self' blob:",
    `frame-src ${frames}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The application's files hold no secret; its page is shown to who has the token, and keeps it as a cookie. */
async function answerApp(
  { app, rules }: ServerParts,
  url: URL,
  head: ReturnType<typeof headOf>,
  response: ServerResponse,
): Promise<void> {
  const given = url.searchParams.get('token');
  if (isToken(given, rules().token)) {
    url.searchParams.delete('token');
    response.writeHead(303, {
      'set-cookie': cookieHeader(rules()),
      // Two slashes would be the beginning of another host.
      location: `${url.pathname.replace(/^\/+/, '/')}${url.search}`,
    });
    response.end();
    return;
  }
  const file = (await app()).get(url.pathname);
  if (file) return sayText(response, 200, file.text, file.type);
  // A navigation from elsewhere brings no cookie, and is as good as one without.
  const refusal = refusalOf({ ...head, origin: undefined, fetchSite: undefined }, rules());
  if (refusal !== null) return sayText(response, 401, lockedPage(), 'text/html');
  return sayText(response, 200, appPage(), 'text/html');
}

async function answerApi(
  { desk }: ServerParts,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET' } = request;
  if (url.pathname === '/api/openapi.json' && isReading(method))
    return sayJson(response, 200, openApi(apiRoutes));
  const found = findRoute(apiRoutes, method, url.pathname);
  if ('allowed' in found) {
    if (found.allowed.length === 0)
      return sayJson(response, 404, { code: 'NOT_FOUND', message: `there is nothing at ${url.pathname}` });
    response.setHeader('allow', found.allowed.join(', '));
    return sayJson(response, 405, { code: 'METHOD', message: `use ${found.allowed.join(' or ')} here` });
  }
  try {
    await answerRoute(found.route, { desk, texts: found.texts, url }, request, response);
  } catch (error) {
    answerError(error, response);
  }
}

async function answerRoute(
  route: Route,
  {
    desk,
    texts,
    url,
  }: { readonly desk: Desk; readonly texts: Readonly<Record<string, string>>; readonly url: URL },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const params = readTexts(route.params, texts, 'path');
  const query = readTexts(route.query, Object.fromEntries(url.searchParams), 'query');
  for (const read of [params, query]) if ('wrong' in read) throw wrongInput(read.wrong);
  const body = route.body === undefined ? undefined : await bodyOf(request);
  const wrong = route.body?.check(body, 'body') ?? null;
  if (wrong !== null) throw wrongInput(wrong);
  const asked = { desk, body, ...values({ params, query }) } as never;
  if (route.kind === 'raw') await route.run(asked, { request, response });
  else sayJson(response, 200, await route.run(asked));
}

function values(read: Record<'params' | 'query', ReturnType<typeof readTexts>>): object {
  return Object.fromEntries(
    Object.entries(read).map(([name, found]) => [name, 'values' in found ? found.values : {}]),
  );
}

function wrongInput(message: string): ArgiopeError {
  return new ArgiopeError('USAGE', message, { advice: '/api/openapi.json says what is expected' });
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  // A form of a page can send text, but no JSON.
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    throw wrongInput('the body must be application/json');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > mostBytes) throw wrongInput(`the body must have ${mostBytes} bytes at most`);
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    throw wrongInput('the body is no JSON');
  }
}

const statuses: Readonly<Record<string, number>> = {
  USAGE: 400,
  CONFIG: 400,
  STORE_LOCKED: 409,
  STORE_UNREACHABLE: 404,
  STORE_LOST: 503,
  NOT_FOUND: 404,
  BROWSER_MISSING: 503,
};

function answerError(error: unknown, response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { code, message, advice } =
    error instanceof ArgiopeError || error instanceof NotThere
      ? error
      : { code: 'INTERNAL', message: String(error), advice: null };
  sayJson(response, statuses[code] ?? 500, { code, message, ...(advice !== null && { advice }) });
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  const { status, message } = refusals[refusal];
  if (refusal === 'token') response.setHeader('www-authenticate', 'Bearer');
  sayJson(response, status, { code: refusal.toUpperCase(), message });
}

function sayJson(response: ServerResponse, status: number, value: unknown): void {
  sayText(response, status, JSON.stringify(value), 'application/json');
}

function sayText(response: ServerResponse, status: number, text: string, type: string): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` });
  response.end(text);
}
