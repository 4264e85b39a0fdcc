import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CrawlSummary } from '../../model/summary.ts';
import { count } from '../figures.ts';
import { pad } from '../terminal.ts';

/** One of the two crawls, with what its mirror shows. */
export interface SeenCrawl {
  readonly result: CrawlSummary;
  readonly comments: number;
}

/** Counts the distinct comments in the files of a mirror: what a reader of the copy can find. */
export async function commentsIn(mirror: string): Promise<number> {
  const found = new Set<string>();
  const files = (await readdir(mirror, { recursive: true })).filter((name) => name.endsWith('.html'));
  for (const name of files) {
    const text = await readFile(join(mirror, name), 'utf8');
    for (const [, id] of text.matchAll(/\bid="(comment-\d+-\d+)"/g)) if (id !== undefined) found.add(id);
  }
  return found.size;
}

/** The two crawls side by side. */
export function comparison(links: SeenCrawl, argiope: SeenCrawl, allComments: number): string {
  const rows: readonly (readonly [string, string, string])[] = [
    ['', 'link crawler', 'Argiope'],
    ...row('pages', links, argiope, ({ result }) => count(result.pages)),
    ...row('  by address', links, argiope, ({ result }) => count(result.urlPages)),
    ...row('  by events', links, argiope, ({ result }) => count(result.statePages)),
    ...row(`comments seen, of ${count(allComments)}`, links, argiope, ({ comments }) => count(comments)),
    ...row('events fired', links, argiope, ({ result }) =>
      count(result.events.fired + result.events.replayed),
    ),
    ...row('seconds', links, argiope, ({ result }) => result.seconds.toFixed(1)),
  ];
  return rows
    .map(([name, left, right]) => `  ${pad(name, 24)}${pad(left, 14, 'right')}${pad(right, 12, 'right')}`)
    .join('\n');
}

function row(
  name: string,
  links: SeenCrawl,
  argiope: SeenCrawl,
  figure: (seen: SeenCrawl) => string,
): readonly (readonly [string, string, string])[] {
  return [[name, figure(links), figure(argiope)]];
}
