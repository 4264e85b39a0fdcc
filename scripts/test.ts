/**
 * Runs all tests, or the files that are given. Those of rooms that start nothing share one process, since another one
 * costs a quarter of a second of computing time; beside it the others have one each. Some of them wait for most of
 * their time, so there is one more at a time than there are processors. The longest come first: those that start
 * programs, and of each kind the large files.
 *
 * Commands are run as users have them, from bundles that are made once: a start from the sources takes twice the
 * computing time. For files that are given they are run from the sources.
 *
 * Where few files fail, each is run once more by itself: browsers, databases and other processes that are killed on
 * purpose are at the mercy of the machine. What passes then is told as unsteady, so that somebody looks at it.
 */
import { spawn } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pureRooms } from './rooms.ts';

/** Files that get a second try: where more fail, something is broken. */
const secondTries = 3;
const shared = [...pureRooms, 'html', 'extract', 'frontier', 'config', 'hooks', 'crawl', 'derive'];
const isShared = (file: string) => shared.includes(file.split(/[\\/]/)[1] ?? '') && file.startsWith('src');
const startsPrograms = (file: string) => file.startsWith(join('test', 'e2e'));
const loaded = ['--import', './scripts/compiled.ts'];
const width = availableParallelism() + 1;

/** Runs files, each in a process of its own; gives those in which something failed. */
async function runApart(files: readonly string[]): Promise<readonly string[]> {
  const failed = new Set<string>();
  const tests = run({ files: [...files], concurrency: width, execArgv: loaded });
  tests.on('test:fail', ({ file }) => failed.add(file === undefined ? '?' : relative('.', file)));
  const told = tests.compose(new spec());
  told.pipe(process.stdout, { end: false });
  await finished(told);
  return [...failed].every((file) => files.includes(file)) ? [...failed] : files;
}

/** Runs files by the command line of the test runner; what it says is told at once, or (`isBeside`) in the end. */
async function runBy(args: readonly string[], folder: string, isBeside: boolean): Promise<readonly string[]> {
  const list = join(folder, 'failed');
  const told = ['--test-reporter=spec', '--test-reporter-destination=stdout'];
  const listed = ['--test-reporter=./scripts/failed-files.ts', `--test-reporter-destination=${list}`];
  const child = spawn(process.execPath, [...loaded, '--test', ...told, ...listed, ...args], {
    stdio: ['ignore', isBeside ? 'pipe' : 'inherit', 'inherit'],
  });
  const texts: Buffer[] = [];
  child.stdout?.on('data', (text: Buffer) => texts.push(text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  process.stdout.write(Buffer.concat(texts));
  if (code === 0) return [];
  const failed = readFileSync(list, 'utf8').split('\n').filter(Boolean);
  return failed.length > 0 ? failed : args;
}

/** Longest first, as far as that can be told: the end is not to wait for one of them. */
function inOrder(files: readonly string[]): readonly string[] {
  const sizes = new Map(files.map((file) => [file, statSync(file).size]));
  const rank = (file: string) => (startsPrograms(file) ? 1e9 : 0) + (sizes.get(file) ?? 0);
  return files.toSorted((one, other) => rank(other) - rank(one));
}

/** Bundles the program into a folder, as a package has it, for the tests that start it. */
async function bundleProgram(folder: string): Promise<void> {
  const { buildPrograms } = await import('./build.ts');
  await buildPrograms(join(folder, 'dist'));
  cpSync('bin', join(folder, 'bin'), { recursive: true });
  symlinkSync(join(import.meta.dirname, '..', 'node_modules'), join(folder, 'node_modules'));
  process.env.TESTED_PROGRAM = join(folder, 'bin', 'argiope.js');
}

async function runAll(folder: string): Promise<readonly string[]> {
  const all = ['src', 'test', 'scripts', 'bench'].flatMap((place) => globSync(`${place}/**/*.test.ts`));
  await bundleProgram(folder);
  const beside = runBy(['--test-isolation=none', ...all.filter(isShared).sort()], folder, true);
  const apart = await runApart(inOrder(all.filter((file) => !isShared(file))));
  return [...(await beside), ...apart];
}

const [, , ...given] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'argiope-tests-'));
try {
  const failed =
    given.length > 0
      ? await runBy([`--test-concurrency=${width}`, ...given], folder, false)
      : await runAll(folder);
  const lasting: string[] = [];
  for (const file of failed)
    if (failed.length > secondTries || (await runApart([file])).length > 0) lasting.push(file);
  for (const file of failed) {
    const word = lasting.includes(file) ? 'failed' : 'unsteady: failed once, passed by itself';
    console.log(`${word}: ${file}`);
  }
  process.exitCode = lasting.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
