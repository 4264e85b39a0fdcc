import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { folderOf, type Input, outFolder, storeFile, storeIn } from '../config/index.ts';
import { ArgiopeError } from '../model/errors.ts';

/** Where a derived output is made from, and where it goes. */
export interface CrawlPlace {
  readonly out: string;
  readonly store: string;
}

/**
 * Finds the crawl that a command is about: `--out`, else the folder of `--store` (of a database the one that the
 * crawl in it has by default), else the only crawl below `argiope-out` in the working folder.
 */
export async function crawlPlace(
  command: string,
  { values, positionals }: Input,
  cwd: string,
): Promise<CrawlPlace> {
  if (positionals.length > 0) {
    throw new ArgiopeError('USAGE', `${command} takes no address; got "${positionals[0]}"`, {
      advice: `it works from a finished crawl: argiope ${command} --out DIR`,
    });
  }
  const { store } = values;
  const file = store?.startsWith('sqlite:') ? resolve(cwd, store.slice('sqlite:'.length)) : null;
  const out = values.out !== null ? resolve(cwd, values.out) : await folderFor(store, file, cwd);
  const missing = file ?? (store === null ? join(out, storeFile) : null);
  if (missing !== null && !existsSync(missing)) {
    throw new ArgiopeError('STORE_UNREACHABLE', `there is no crawl in ${out}: ${missing} does not exist`, {
      advice: 'crawl first, or name the folder of a crawl with --out',
    });
  }
  return { out, store: store ?? storeIn(out) };
}

/** The store that a command cannot do without; `also` names a kind that it takes besides PostgreSQL. */
export function neededStore(command: string, { values: { store } }: Input, also = ''): string {
  if (store !== null) return store;
  throw new ArgiopeError('USAGE', `${command} needs the store of a crawl`, {
    advice: `give --store postgres://USER:PASSWORD@HOST/DATABASE${also}`,
  });
}

async function folderFor(store: string | null, file: string | null, cwd: string): Promise<string> {
  if (file !== null) return dirname(file);
  if (store === null) return onlyCrawl(cwd);
  const { openStoreAt, storeName } = await import('../store/index.ts');
  const opened = await openStoreAt(store, { readOnly: true });
  try {
    const [info] = await opened.sites();
    if (info) return resolve(cwd, outFolder, folderOf(info.seeds[0] ?? `http://${info.name}/`));
    throw new ArgiopeError('STORE_UNREACHABLE', `there is no crawl in ${storeName(store)}`, {
      advice: 'crawl first, or name the store of a crawl with --store',
    });
  } finally {
    await opened.close();
  }
}

function onlyCrawl(cwd: string): string {
  const root = join(cwd, outFolder);
  const names = existsSync(root) ? readdirSync(root) : [];
  const crawls = names.filter((name) => existsSync(join(root, name, storeFile))).sort();
  const [only] = crawls;
  if (only !== undefined && crawls.length === 1) return join(root, only);
  const found = crawls.map((name) => join(outFolder, name)).join(', ');
  throw new ArgiopeError(
    'USAGE',
    crawls.length === 0
      ? `there is no crawl below ./${outFolder}`
      : `there are several crawls below ./${outFolder}: ${found}`,
    { advice: 'name the folder of a crawl with --out' },
  );
}

/**
 * The browser to ask the driver for. One from the environment is left to the driver's own lookup, which
 * asks there too, so that its messages name the variable and not a flag that nobody gave.
 */
export function browserPath({ values, sources }: Input): string | null {
  return sources.get('browser') === 'environment' ? null : values.browser;
}
