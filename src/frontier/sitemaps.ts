import { type SitemapEntry, SitemapFile } from './sitemap-file.ts';

/** Limits of sitemaps: those of the protocol for a file, and our own for files that name files. */
export const sitemapLimits = {
  /** Addresses of one file. */
  urls: 50_000,
  /** Bytes of one file, unpacked. */
  bytes: 50 * 1024 * 1024,
  /** Indexes inside one another. */
  depth: 3,
  /** Files of one crawl. */
  files: 1000,
} as const;

/** Reads a file piece by piece, unpacked; throws where it cannot be had or is larger than allowed. */
export type SitemapFetch = (url: string, most: number, take: (piece: Uint8Array) => void) => Promise<void>;

/** Called with each file that could not be read, and why. */
export type SitemapProblem = (url: string, why: string, error: Error | null) => void;

interface Waiting {
  readonly url: string;
  readonly depth: number;
}

/** Reads sitemaps and those that they name, and gives the addresses of pages, file by file. */
export async function* sitemapPages(
  starts: readonly string[],
  fetch: SitemapFetch,
  problem: SitemapProblem,
): AsyncGenerator<readonly SitemapEntry[]> {
  const seen = new Set(starts);
  const waiting: Waiting[] = [...seen].map((url) => ({ url, depth: 0 }));
  for (let files = 0; ; files++) {
    const next = waiting.shift();
    if (next === undefined) return;
    if (files >= sitemapLimits.files) {
      problem(next.url, `${waiting.length + 1} further sitemaps are left out: ${files} were read`, null);
      return;
    }
    const entries = await readOne(next.url, fetch, problem);
    yield entries.filter(({ kind }) => kind === 'page');
    for (const { kind, url } of entries) {
      if (kind !== 'sitemap' || seen.has(url)) continue;
      seen.add(url);
      if (next.depth < sitemapLimits.depth) waiting.push({ url, depth: next.depth + 1 });
      else problem(url, `it lies deeper than ${sitemapLimits.depth} indexes`, null);
    }
  }
}

/** The entries of one file; those before the place where reading failed count. */
async function readOne(
  url: string,
  fetch: SitemapFetch,
  problem: SitemapProblem,
): Promise<readonly SitemapEntry[]> {
  const file = new SitemapFile(url, sitemapLimits.urls);
  try {
    await fetch(url, sitemapLimits.bytes, (piece) => file.write(piece));
  } catch (error) {
    problem(url, (error as Error).message, error as Error);
  }
  const { entries, left } = file.end();
  if (left > 0) problem(url, `${left} addresses beyond the first ${sitemapLimits.urls} are left out`, null);
  return entries;
}
