import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startChild } from '../children.ts';
import { ended } from '../crawl-process.ts';
import type { Tapped } from './tapped.ts';

const tap = new URL('tap.ts', import.meta.url).href;

/** Crawls with a program, and gives what went over the pipe to each of its browsers. */
export async function tappedCrawl(
  program: string,
  url: string,
  out: string,
  flags: readonly string[],
): Promise<readonly Tapped[]> {
  const file = join(out, 'tapped.json');
  const args = ['crawl', url, '--out', join(out, 'crawl'), '--engine', 'browser', '--quiet'];
  const child = startChild(process.execPath, ['--import', tap, program, ...args, ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ARGIOPE_VISITS: file },
  });
  const [said, code] = await Promise.all([child.stderr ? text(child.stderr) : '', ended(child)]);
  if (code !== 0) throw new Error(`argiope ${args.join(' ')} ended with ${code}\n${said}`);
  return JSON.parse(await readFile(file, 'utf8')) as Tapped[];
}
