import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import MiniSearch from 'minisearch';
import { findBrowser } from '../../src/drivers/chromium/find.ts';
import { launch } from '../../src/drivers/chromium/launch.ts';
import { startServer } from '../../test/servers.ts';
import type { PageMaker } from './made-pages.ts';
import type { Ask } from './measure.ts';

/** An index of another program over the same pages. */
export interface Peer {
  readonly ask: Ask;
  readonly seconds: number;
  close(): Promise<void>;
}

/** MiniSearch as it comes: its own words, which end at blanks and signs. */
export function miniSearch(maker: PageMaker, pages: number): Peer {
  const start = performance.now();
  const index = new MiniSearch({ fields: ['title', 'text'] });
  for (let number = 0; number < pages; number++) {
    const { title, paragraphs } = maker.page(number);
    index.add({ id: number, title, text: paragraphs.join('\n') });
  }
  return {
    ask: async ({ query }) => index.search(query, { boost: { title: 2 } }).map(({ id }) => id as number),
    seconds: (performance.now() - start) / 1000,
    close: async () => {},
  };
}

/** The folder where Pagefind is installed, `null` where it is not. */
export function pagefindAt(folder: string | undefined): string | null {
  const at = folder === undefined ? null : join(folder, 'node_modules', 'pagefind');
  return at !== null && existsSync(at) ? at : null;
}

/** Pagefind, asked in a real browser as sites use it; each language in an index of its own, as it has them. */
export async function pagefind(at: string, maker: PageMaker, pages: number, folder: string): Promise<Peer> {
  const start = performance.now();
  const { createIndex, close: stop } = await import(pathToFileURL(join(at, 'lib', 'index.js')).href);
  const { index } = await createIndex({});
  for (let number = 0; number < pages; number++) {
    const { title, paragraphs, lang } = maker.page(number);
    await index.addHTMLFile({
      url: `/${number}.html`,
      content: `<!doctype html><html lang="${lang}"><title>${title}</title><body><h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</body></html>`,
    });
  }
  const root = join(folder, 'pagefind-site');
  mkdirSync(root, { recursive: true });
  await index.writeFiles({ outputPath: join(root, 'pagefind') });
  await stop();
  const seconds = (performance.now() - start) / 1000;
  for (const lang of ['en', 'zh'])
    writeFileSync(
      join(root, `${lang}.html`),
      `<!doctype html><html lang="${lang}"><title>search</title></html>`,
    );
  const served = await serve(root);
  const browser = await launch(await findBrowser({ path: null }), {
    proxy: null,
    userAgent: 'bench',
    viewport: [800, 600],
  });
  const tabs = new Map<string, (question: string) => Promise<readonly number[]>>();
  for (const lang of ['en', 'zh'])
    tabs.set(lang, await openTab(browser.connection, `${served.origin}/${lang}.html`));
  return {
    ask: async ({ query, lang }) => (await tabs.get(lang)?.(query)) ?? [],
    seconds,
    close: async () => {
      await browser.close();
      served.close();
    },
  };
}

async function openTab(connection: Awaited<ReturnType<typeof launch>>['connection'], url: string) {
  const { targetId } = await connection.root.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await connection.root.send('Target.attachToTarget', { targetId, flatten: true });
  const session = connection.session(sessionId);
  await session.send('Page.enable');
  const loaded = new Promise<void>((resolve) => session.on('Page.loadEventFired', () => resolve()));
  await session.send('Page.navigate', { url });
  await loaded;
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  await evaluate(
    "import('/pagefind/pagefind.js').then(async (all) => { await all.init(); self.found = all; })",
  );
  return async (question: string): Promise<readonly number[]> => {
    const urls = (await evaluate(
      `found.search(${JSON.stringify(question)}).then(async ({ results }) => Promise.all(results.slice(0, 10).map(async (hit) => (await hit.data()).url)))`,
    )) as readonly string[];
    return urls.map((found) => Number(/(\d+)\.html/.exec(found)?.[1] ?? -1));
  };
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  html: 'text/html',
  json: 'application/json',
};

async function serve(root: string): Promise<{ readonly origin: string; close(): void }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site.test').pathname;
    readFile(join(root, path)).then(
      (body) =>
        response
          .writeHead(200, {
            'content-type': types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
          })
          .end(body),
      () => response.writeHead(404).end(),
    );
  });
  return {
    origin: await startServer(server),
    close: () => server.close(),
  };
}
