/**
 * Mirrors on an origin of their own: another name and port than the API, so that no cookie of it is ever sent there,
 * below an address that nobody can guess, and sandboxed, so that a page of a mirror has no origin, runs no script and
 * asks nothing.
 */

import { randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, sep } from 'node:path';
import { writePageAlone } from '../derive/index.ts';
import { appFiles } from './app/bundle.ts';
import type { ServedCrawl } from './crawl.ts';
import type { ServedCrawls } from './crawls.ts';
import { isReading } from './guard.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
  '.pdf': 'application/pdf',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};

/** No script but one of ours, no request but for its own files, no origin; `app` is who may frame it. */
function headersOf(app: string, nonce?: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [
      ...(nonce === undefined ? ['sandbox'] : ['sandbox allow-scripts', `script-src 'nonce-${nonce}'`]),
      "default-src 'none'",
      "img-src 'self' data:",
      "style-src 'self' 'unsafe-inline'",
      "font-src 'self' data:",
      "media-src 'self' data:",
      "frame-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors 'self' ${app}`,
    ].join('; '),
    // Pages of the sandbox have no origin, and fonts are only given to who may read them; the address is the secret.
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

/** What the server of mirrors knows. */
export interface MirrorParts {
  readonly crawls: ServedCrawls;
  /** The only name that it has. */
  readonly host: () => string;
  readonly secret: string;
  /** Origin of the application. */
  readonly app: () => string;
}

/** Answers one request for a page or file of a mirror. */
export async function answerMirror(
  { crawls, host, secret, app }: MirrorParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const say = (status: number, text: string) => {
    response.writeHead(status, { ...headersOf(app()), 'content-type': 'text/plain; charset=utf-8' });
    response.end(text);
  };
  if (request.headers.host !== host()) return say(421, 'not for this name');
  if (!isReading(request.method ?? 'GET')) return say(405, 'only GET is allowed here');
  const { pathname } = new URL(request.url ?? '/', `http://${host()}`);
  const [, given, id, ...rest] = pathname.split('/').map(decoded);
  if (given !== secret || id === undefined || rest.includes('..')) return say(404, 'nothing here');
  const crawl = crawls.list().find((one) => one.id === id);
  if (!crawl) return say(404, 'there is no such crawl');
  const file = await fileOf(crawl, rest);
  if (file === null) return say(404, 'the mirror has no such file');
  if (rest[0] === 'point' && file.endsWith('.html')) {
    const { html, nonce } = await pointPage(await readFile(file, 'utf8'), app());
    response.writeHead(200, { ...headersOf(app(), nonce), 'content-type': 'text/html; charset=utf-8' });
    response.end(html);
    return;
  }
  const type = types[extname(file).toLowerCase()] ?? 'application/octet-stream';
  response.writeHead(200, { ...headersOf(app()), 'content-type': type });
  const stream = createReadStream(file);
  stream.once('error', () => response.destroy());
  stream.pipe(response);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '..';
  }
}

/**
 * `mirror/…` is what was written; `page/<number>/…` is made from the store, as long as there is no mirror;
 * `point/<number>/…` is the same to point at.
 */
async function fileOf(crawl: ServedCrawl, rest: readonly string[]): Promise<string | null> {
  const [kind, ...path] = rest;
  if (kind === 'mirror') return inside(join(crawl.place.out, 'mirror'), path);
  const number = /^\d{1,12}$/.test(path[0] ?? '') ? Number(path[0]) : null;
  if ((kind !== 'page' && kind !== 'point') || number === null) return null;
  const dir = await drawn(crawl, number);
  return dir && inside(dir, path.slice(1).join('') === '' ? ['index.html'] : path.slice(1));
}

async function inside(folder: string, path: readonly string[]): Promise<string | null> {
  try {
    const [root, file] = [await realpath(folder), await realpath(join(folder, ...path))];
    return file.startsWith(root + sep) && (await stat(file)).isFile() ? file : null;
  } catch {
    return null;
  }
}

/** Pages that were made from the store lately, by their content; a folder each, removed when others come. */
const shelf = new Map<string, Promise<string>>();
/** Pages drawn alone that are kept on the disk. */
const mostShelved = 50;

async function drawn(crawl: ServedCrawl, number: number): Promise<string | null> {
  const page = await crawl.shelf.read((site) => site.page(number));
  if (!page?.content) return null;
  const key = `${crawl.id} ${number} ${page.content.blob}`;
  let making = shelf.get(key);
  if (!making) {
    making = (async () => {
      const dir = mkdtempSync(join(tmpdir(), 'argiope-serve-'));
      await crawl.shelf.read((site) => writePageAlone(site, page, dir));
      return dir;
    })();
    shelf.set(key, making);
    making.catch(() => shelf.delete(key));
    for (const [old] of [...shelf].slice(0, Math.max(0, shelf.size - mostShelved))) await dropDrawn(old);
  }
  return making;
}

async function dropDrawn(key: string): Promise<void> {
  const dir = await shelf.get(key)?.catch(() => null);
  shelf.delete(key);
  if (dir) rmSync(dir, { recursive: true, force: true });
}

/** Removes all pages that were made from stores. */
export async function dropAllDrawn(): Promise<void> {
  for (const key of [...shelf.keys()]) await dropDrawn(key);
}

/**
 * A stored page that somebody can point at, and the word that lets its only script run. It is the page as the mirror
 * has it with a script of ours, which outlines what the application names and tells what was clicked. The page has no
 * origin, so that all it could do is to tell the application a number; the application takes nothing else from it.
 */
interface PointPage {
  readonly html: string;
  readonly nonce: string;
}

/** Puts our script into the HTML of a page; `app` is the origin that it talks to. */
async function pointPage(html: string, app: string): Promise<PointPage> {
  const nonce = randomBytes(18).toString('base64');
  const script = ((await appFiles()).get('/pointing.js')?.text ?? '').replaceAll('</', '<\\/');
  return {
    // What a mirror says of scripts is said in the head of the answer here.
    html: `${html.replace(/<meta http-equiv="content-security-policy"[^>]*>/gi, '')}\n<script type="module" nonce="${nonce}" data-app="${app}">${script}</script>`,
    nonce,
  };
}
