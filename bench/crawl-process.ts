import type { ChildProcess } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { CrawlSummary } from '../src/model/summary.ts';
import { killGroup, startChild } from './children.ts';
import { type MemoryCourse, watchMemory } from './memory.ts';

/** A command that ran to its end. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Of the whole command: start-up, browser and outputs included. */
  readonly seconds: number;
  readonly memory: MemoryCourse;
}

/** A crawl that ran to its end. */
export interface CrawlRun extends Ran {
  readonly summary: CrawlSummary;
  /** Output folder. */
  readonly out: string;
}

/** The program. */
export const program: string = fileURLToPath(new URL('../bin/argiope.js', import.meta.url));
const longest = 120 * 60_000;

/** Starts `argiope` without waiting for it; `from` is the program of another checkout. */
export function startArgiope(args: readonly string[], from: string = program): ChildProcess {
  return startChild(process.execPath, [from, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs `argiope` to its end; one that takes longer than two hours is killed. */
export async function runArgiope(args: readonly string[], from?: string): Promise<Ran> {
  const started = performance.now();
  const child = startArgiope(args, from);
  const memory = watchMemory(child.pid ?? 0);
  const patience = setTimeout(() => killGroup(child), longest);
  const [stdout, stderr, code] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    ended(child),
  ]);
  clearTimeout(patience);
  return { code, stdout, stderr, seconds: (performance.now() - started) / 1000, memory: memory() };
}

/**
 * Crawls a site into a folder, in the browser unless the flags name another engine, and reads the summary; other exit codes than those of `accepted` are errors.
 */
export async function runCrawl(
  url: string,
  out: string,
  flags: readonly string[] = [],
  accepted: readonly number[] = [0],
  from?: string,
): Promise<CrawlRun> {
  const engine = flags.includes('--engine') ? [] : ['--engine', 'browser'];
  const args = ['crawl', url, '--out', out, '--json', '--quiet', ...engine, ...flags];
  const ran = await runArgiope(args, from);
  const summary = lastObject(ran.stdout);
  if (!accepted.includes(ran.code ?? -1) || !summary) {
    throw new Error(`argiope ${args.join(' ')} ended with ${ran.code}\n${ran.stdout}\n${ran.stderr}`);
  }
  return { ...ran, out, summary };
}

/** Settles with the exit code of a program, `null` when it was killed. */
export function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => resolve(code));
    child.once('error', reject);
  });
}

/** The JSON object at the end of the output, on one line or on several. */
export function lastObject(stdout: string): CrawlSummary | null {
  for (const start of [0, ...[...stdout.matchAll(/^\{/gm)].map((match) => match.index).reverse()]) {
    try {
      return JSON.parse(stdout.slice(start)) as CrawlSummary;
    } catch {
      // Not where it begins.
    }
  }
  return null;
}
