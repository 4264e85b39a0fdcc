import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A command that gathers a site. */
export interface GatherCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Another crawler, if it is there. */
export type FoundGatherer =
  | {
      readonly kind: 'installed';
      readonly version: string;
      command(url: string, out: string, workers: number): GatherCommand;
    }
  | { readonly kind: 'absent'; readonly reason: string };

/** A crawler that Argiope is compared with. */
export interface Gatherer {
  readonly name: string;
  /** How many times as fast Argiope must be; `null`: it is there for comparison only. */
  readonly slower: number | null;
  /** Looks for it in the folder of peers, and on the path. */
  find(folder: string | null): FoundGatherer;
}

const own = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const scrapy: Gatherer = {
  name: 'Scrapy',
  slower: 12,
  find(folder) {
    const python = firstOf([
      ...(process.env.ARGIOPE_SCRAPY_PYTHON ? [process.env.ARGIOPE_SCRAPY_PYTHON] : []),
      ...(folder === null ? [] : [join(folder, 'scrapy', 'bin', 'python')]),
    ]);
    if (python === null)
      return { kind: 'absent', reason: 'neither DIR/scrapy/bin/python nor ARGIOPE_SCRAPY_PYTHON is there' };
    const version = output(python, ['-c', 'import scrapy; print(scrapy.__version__)']);
    if (version === null) return { kind: 'absent', reason: `${python} has no scrapy` };
    return {
      kind: 'installed',
      version,
      command: (url, out, workers) => ({
        command: python,
        args: [own('scrapy-site.py'), url, join(out, 'pages.jsonl'), String(workers)],
      }),
    };
  },
};

const crawlee: Gatherer = {
  name: 'Crawlee (Cheerio)',
  slower: 5,
  find(folder) {
    if (folder === null)
      return { kind: 'absent', reason: 'neither --peers nor ARGIOPE_PEERS names a folder' };
    const home = join(folder, 'crawlee');
    const file = join(home, 'node_modules', '@crawlee/cheerio', 'package.json');
    if (!existsSync(file)) return { kind: 'absent', reason: `${file} does not exist` };
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    return {
      kind: 'installed',
      version,
      command: (url, out, workers) => ({
        command: process.execPath,
        args: [own('cheerio.ts'), home, url, String(workers)],
        env: { CRAWLEE_STORAGE_DIR: join(out, 'storage'), CRAWLEE_LOG_LEVEL: 'ERROR' },
      }),
    };
  },
};

const wget2: Gatherer = {
  name: 'wget2',
  slower: null,
  find() {
    const version = output('wget2', ['--version'])
      ?.split('\n')[0]
      ?.match(/\d[\w.]*/g)
      ?.at(-1);
    if (version === undefined) return { kind: 'absent', reason: 'wget2 is not on the path' };
    return {
      kind: 'installed',
      version,
      command: (url, out, workers) => ({
        command: 'wget2',
        args: ['-q', '-r', '-l', '0', `--max-threads=${workers}`, '-P', join(out, 'files'), url],
      }),
    };
  },
};

/** Those that are known, the ones that do the same as Argiope first. */
export const gatherers: readonly Gatherer[] = [scrapy, crawlee, wget2];

function firstOf(files: readonly string[]): string | null {
  return files.find((file) => existsSync(file)) ?? null;
}

function output(command: string, args: readonly string[]): string | null {
  try {
    return execFileSync(command, [...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}
