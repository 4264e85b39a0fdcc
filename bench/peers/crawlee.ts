import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CrawleeOrder } from './crawlee/crawl.ts';
import { lacks, type Order, type Outcome, type Peer } from './peer.ts';
import { runPeer } from './run.ts';
import { readLeft } from './snapshots.ts';

/** Crawlee's PlaywrightCrawler with a handler as its users write it. */
export const crawlee: Peer = { name: 'Crawlee', slower: 5, find: (folder) => find(folder, 'crawl') };

/** The same with a handler of somebody who knows the forum. */
export const toldCrawlee: Peer = { name: 'Crawlee', slower: 4, find: (folder) => find(folder, 'told') };

async function find(folder: string, script: 'crawl' | 'told') {
  const home = join(folder, 'crawlee');
  const versions: string[] = [];
  for (const name of ['@crawlee/playwright', 'playwright']) {
    const file = join(home, 'node_modules', name, 'package.json');
    if (!existsSync(file)) return lacks(file);
    versions.push((JSON.parse(await readFile(file, 'utf8')) as { version: string }).version);
  }
  const version = versions.join(' + Playwright ');
  return { kind: 'installed' as const, version, crawl: (order: Order) => crawl(home, script, order) };
}

async function crawl(home: string, script: string, { url, seconds, browser, out }: Order): Promise<Outcome> {
  const file = fileURLToPath(new URL(`crawlee/${script}.ts`, import.meta.url));
  const pages = join(out, 'pages');
  await mkdir(pages);
  const order: CrawleeOrder = { home, url, seconds, browser: browser.path, env: browser.env ?? {}, pages };
  const ran = await runPeer(process.execPath, [file, JSON.stringify(order)], {
    cwd: out,
    env: { CRAWLEE_STORAGE_DIR: join(out, 'storage') },
    log: join(out, 'log.txt'),
    seconds,
  });
  return { ...ran, ...(await readLeft(pages)) };
}
