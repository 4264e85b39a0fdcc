import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PreparedPage } from '../../extract/index.ts';
import type { FieldLabels } from './learn.ts';
import { labellingPage } from './page.ts';

/** Bytes of an answer at most. */
const mostBytes = 1 << 20;
/** Nothing but the script of the page itself may run, and nothing is loaded. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'";

/** Somebody pointing: where, and what it came to. */
export interface Labelling {
  /** Address of the page; who does not know it cannot ask for it. */
  readonly url: string;
  /** What was saved; `null` where it was ended before. */
  readonly labels: Promise<FieldLabels | null>;
}

/**
 * Offers pages to be pointed at on this machine alone, under an address that nobody can guess, until something is saved
 * or the signal ends it.
 */
export async function offerLabelling(
  pages: readonly PreparedPage[],
  wanted: readonly string[],
  signal?: AbortSignal,
): Promise<Labelling> {
  const token = randomBytes(18).toString('base64url');
  const html = labellingPage(pages, wanted);
  const { promise: labels, resolve } = Promise.withResolvers<FieldLabels | null>();
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const say = (status: number, text: string, type = 'text/plain') => {
      response.writeHead(status, {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        connection: 'close',
      });
      response.end(text);
    };
    const { port } = server.address() as AddressInfo;
    // A name that somebody let point at this machine is not ours.
    if (request.headers.host !== `127.0.0.1:${port}`) return say(403, 'not for this name');
    if (request.method === 'GET' && request.url === `/${token}/`) return say(200, html, 'text/html');
    if (request.method !== 'POST' || request.url !== `/${token}/save`) return say(404, 'nothing here');
    const found = readLabels(await bodyOf(request), pages);
    if (typeof found === 'string') return say(400, found);
    say(200, 'Saved. Records are being made; this page can be closed.');
    response.once('close', () => resolve(found));
  };
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', done);
  });
  signal?.addEventListener('abort', () => resolve(null), { once: true });
  void labels.then(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/${token}/`, labels };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > mostBytes) throw new Error('too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Labels out of an answer, or what is wrong with it. */
function readLabels(text: string, pages: readonly PreparedPage[]): FieldLabels | string {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return 'no JSON';
  }
  const found: Record<string, Record<string, readonly number[]>> = {};
  for (const page of pages) {
    const own = (said as Record<string, unknown> | null)?.[page.name];
    if (typeof own !== 'object' || own === null) continue;
    for (const [name, numbers] of Object.entries(own)) {
      const texts = (Array.isArray(numbers) ? numbers : []).filter(
        (number): number is number => Number.isInteger(number) && (page.nodes[number]?.text ?? '') !== '',
      );
      if (name.trim() === '' || name.length > 80 || /^f\d+$/.test(name) || texts.length === 0) continue;
      found[page.name] = { ...found[page.name], [name]: texts.toSorted((one, other) => one - other) };
    }
  }
  return Object.keys(found).length === 0
    ? 'Nothing was pointed at yet: choose a name and click on values.'
    : found;
}
