/**
 * `argiope serve`: a dashboard and an API for the crawls of this machine.
 *
 * | file | owns |
 * |---|---|
 * | `index.ts` | starts both servers, ends them |
 * | `guard.ts` | who may ask: Host, Origin, token; pure |
 * | `server.ts` | the server of application and API |
 * | `mirror-server.ts` | pages of mirrors, on an origin of their own |
 * | `schema.ts`, `route.ts`, `openapi.ts` | one declaration per route: types, checks and OpenAPI come from it |
 * | `crawls.ts`, `crawl.ts` | the crawls that are served; `ServedCrawl.shelf.read(site => …)` reads a store |
 * | `live/` | figures, log and tabs of a crawl that runs, and who watches them |
 * | `api/` | one file per resource, each a list of routes; `api/index.ts` lists them all |
 * | `app/` | the application: preact, bundled by esbuild into one script and one style |
 * | `app/bundle.ts` | makes the bundle from source; a built package has it as files (scripts/build.ts) |
 * | `app/main.tsx`, `app/router.ts` | the frame, and which view an address shows |
 * | `app/views/` | one file per view; `app/views/index.ts` lists them with their addresses |
 * | `app/parts/` | what views share: tables, plots, states of loading |
 * | `app/api.ts` | asks the API; types come from the schemas by `import type` |
 * | `app/style/` | the style: tokens for light and dark, then parts |
 *
 * A new resource: a file in `api/`, its routes in `api/index.ts`. A new view: a file in `app/views/`, a line in
 * `app/views/index.ts`. Routes take and give JSON that their schemas describe; nothing is changed by GET.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { outFolder } from '../config/index.ts';
import { ArgiopeError } from '../model/index.ts';
import { appFiles } from './app/bundle.ts';
import type { ServedPlace, StartCrawl } from './crawl.ts';
import { rootBeside, ServedCrawls } from './crawls.ts';
import type { GuardRules } from './guard.ts';
import { answerMirror, dropAllDrawn } from './mirror-server.ts';
import { answerRequest } from './server.ts';

/** What is served, and where. */
export interface ServeOptions {
  /** The crawl to show; `null`: all below `argiope-out` in the working folder. */
  readonly place: ServedPlace | null;
  readonly cwd: string;
  /** `null`: the usual one, or any that is free. */
  readonly port: number | null;
  /** `null`: a new one. */
  readonly token: string | null;
  readonly browser: string | null;
  readonly viewport: readonly [number, number];
}

/** A server that runs. */
export interface Serving {
  /** Address with the token: who has it may do everything. */
  readonly link: string;
  readonly origin: string;
  readonly token: string;
  /** Address that pages of mirrors are served below. */
  readonly mirror: string;
  readonly crawls: ServedCrawls;
  /** Ends crawls that run here after the pages in hand, and both servers; gives whether a crawl was ended. */
  close(): Promise<boolean>;
}

/** Port that is taken where none is asked for. */
const usualPort = 4680;
const address = '127.0.0.1';

/** Starts serving on this machine alone. */
export async function startServing(options: ServeOptions): Promise<Serving> {
  const crawls = crawlsOf(options);
  const token = options.token ?? randomBytes(24).toString('base64url');
  const secret = randomBytes(18).toString('base64url');
  let [host, mirrorHost] = ['', ''];
  const rules = (): GuardRules => ({ host, token });
  const mirror = () => (mirrorHost === '' ? '' : `http://${mirrorHost}/${secret}/`);
  const main = serverOf((request, response) =>
    answerRequest({ desk: { crawls, mirror }, rules, app: appFiles }, request, response),
  );
  const mirrors = serverOf((request, response) =>
    answerMirror({ crawls, secret, host: () => mirrorHost, app: () => `http://${host}` }, request, response),
  );
  // Another name too: cookies of one name are sent to all its ports.
  mirrorHost = `localhost:${await listen(mirrors, 0)}`;
  try {
    host = `${address}:${await listenOn(main, options.port)}`;
  } catch (error) {
    mirrors.close();
    throw error;
  }
  const origin = `http://${host}`;
  return {
    link: `${origin}/?token=${token}`,
    origin,
    token,
    mirror: mirror(),
    crawls,
    close: async () => {
      const ended = await crawls.close();
      for (const server of [main, mirrors]) {
        server.close();
        server.closeAllConnections();
      }
      await dropAllDrawn();
      return ended;
    },
  };
}

function crawlsOf({ place, cwd, browser, viewport }: ServeOptions): ServedCrawls {
  // Loaded with the first crawl: most who look do not crawl.
  const start: StartCrawl = async (...given) => (await import('../run/crawl.ts')).runCrawl(...given);
  const root = place ? rootBeside(place) : join(cwd, outFolder);
  return new ServedCrawls({ place, root, browser, viewport, start });
}

function serverOf(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Server {
  return createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
}

async function listenOn(server: Server, port: number | null): Promise<number> {
  if (port !== null) return listen(server, port);
  try {
    return await listen(server, usualPort);
  } catch {
    return listen(server, 0);
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'it is in use' : cause.message;
      reject(
        new ArgiopeError('USAGE', `port ${port} cannot be had: ${why}`, {
          advice: 'give another --port, or 0 for any that is free',
          cause,
        }),
      );
    });
    server.listen(port, address, resolve);
  });
  return (server.address() as AddressInfo).port;
}
