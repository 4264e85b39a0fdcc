import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Absent, type Installed, lacks, type Order, type Outcome, type Peer } from './peer.ts';
import { runPeer } from './run.ts';
import { readLeft } from './snapshots.ts';

/** Crawljax with its default rules. */
export const crawljax: Peer = { name: 'Crawljax', slower: 10, find };

const source = fileURLToPath(new URL('crawljax/Crawl.java', import.meta.url));

/** What is needed to run it; a chromedriver drives browsers of its own version only. */
interface Parts {
  readonly jars: string;
  readonly browser: string;
  readonly driver: string;
}

async function find(folder: string): Promise<Installed | Absent> {
  const home = join(folder, 'crawljax');
  const jars = await readdir(join(home, 'lib')).catch(() => []);
  const version = jars.map((name) => /^crawljax-core-(.+)\.jar$/.exec(name)?.[1]).find(Boolean);
  if (!version) return lacks(join(home, 'lib', 'crawljax-core-*.jar'));
  const browser = program(home, 'chromium');
  if (!browser) return { kind: 'absent', reason: `neither ${home} nor PATH holds a chromium` };
  const driver = program(home, 'chromedriver');
  if (!driver) return { kind: 'absent', reason: `neither ${home} nor PATH holds a chromedriver` };
  try {
    await promisify(execFile)('javac', ['-version']);
  } catch {
    return { kind: 'absent', reason: 'there is no javac (a JDK) on PATH' };
  }
  const parts: Parts = { jars: join(home, 'lib', '*'), browser, driver };
  return { kind: 'installed', version, crawl: (order) => crawl(parts, order) };
}

function program(home: string, name: string): string | null {
  const folders = [home, ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

async function crawl({ jars, browser, driver }: Parts, { url, seconds, out }: Order): Promise<Outcome> {
  const [pages, classes] = [join(out, 'pages'), join(out, 'classes')];
  await mkdir(pages);
  // Compiling is not crawling: it is done before the time begins.
  await promisify(execFile)('javac', ['-d', classes, '-cp', jars, source]);
  const ran = await runPeer(
    'java',
    ['-cp', [classes, jars].join(delimiter), 'Crawl', url, String(seconds), browser, driver, pages],
    { cwd: out, log: join(out, 'log.txt'), seconds: seconds + patience },
  );
  const left = await readLeft(pages);
  return { ...ran, ...left, ended: ran.seconds >= seconds ? 'limit' : ran.ended };
}

/** It looks at its limit between two events, and is ended by force only when it does not. */
const patience = 15;
