import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { killGroup, startChild } from '../../bench/children.ts';
import type { CrawlSummary } from '../../src/model/summary.ts';

/** The file that users start; all tests are run with one that has its bundles beside it (scripts/test.ts). */
export const program =
  process.env.TESTED_PROGRAM ?? fileURLToPath(new URL('../../bin/argiope.js', import.meta.url));

/** A command that ended. */
export interface Ended {
  /** `null` where it was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
export interface Running {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** Settles once `count` lines of standard error match; fails if the command ends before. */
  seen(pattern: RegExp, count?: number): Promise<void>;
  /** What Ctrl-C sends. */
  interrupt(): void;
  /** SIGKILL to its whole process group. */
  kill(): void;
}

/** Where and with which variables a command runs. */
export interface Surroundings {
  readonly cwd?: string;
  /** Added to those of this process; `undefined` takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** No command of ours takes this long unless it hangs. */
const patienceMs = 120_000;

/** Runs a program to its end. */
export function run(file: string, args: readonly string[], where: Surroundings = {}): Promise<Ended> {
  return follow(file, args, where).ended;
}

/** Runs `argiope` to its end. */
export function argiope(args: readonly string[], where: Surroundings = {}): Promise<Ended> {
  return startArgiope(args, where).ended;
}

/** Starts `argiope` in a folder where it may leave things. */
export function startArgiope(args: readonly string[], where: Surroundings = {}): Running {
  return follow(process.execPath, [program, ...args], where);
}

/** The arguments of a crawl that says little. */
export function crawlArgs(url: string, out: string, flags: readonly string[] = []): readonly string[] {
  return ['crawl', url, '--out', out, '--json', '--quiet', ...flags];
}

/** Crawls and reads the JSON summary; any other exit code than the expected one is an error. */
export async function crawl(
  url: string,
  out: string,
  flags: readonly string[] = [],
  expected = 0,
): Promise<CrawlSummary> {
  const ended = await argiope(crawlArgs(url, out, flags));
  if (ended.code !== expected) {
    throw new Error(`the crawl ended with ${ended.code}, not ${expected}: ${ended.stderr}${ended.stdout}`);
  }
  return lastJson(ended) as CrawlSummary;
}

/** The last line of standard output as the JSON value that it is. */
export function lastJson({ stdout }: Ended): unknown {
  return JSON.parse(linesOf(stdout).at(-1) ?? '');
}

/** Lines that say something. */
export function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}

function follow(file: string, args: readonly string[], { cwd = tmpdir(), env = {} }: Surroundings): Running {
  const child = startChild(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  const heard = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (piece: string) => {
      output[name] += piece;
      for (const check of heard) check();
    });
  }
  const patience = setTimeout(() => killGroup(child), patienceMs);
  const ended = closed(child).then((code) => {
    clearTimeout(patience);
    return { code, ...output };
  });
  return {
    pid: child.pid ?? 0,
    ended,
    seen: (pattern, count = 1) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (linesOf(output.stderr).filter((line) => pattern.test(line)).length < count) return;
          heard.delete(check);
          resolve();
        };
        heard.add(check);
        check();
        ended.then(({ code }) => reject(new Error(`ended with ${code} before ${pattern}: ${output.stderr}`)));
      }),
    interrupt: () => child.kill('SIGINT'),
    kill: () => killGroup(child),
  };
}

function closed(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('close', (code) => resolve(code));
    child.once('error', reject);
  });
}
