/**
 * Runs all tests, or the files that are given. Those of rooms that start nothing share one process, since another one
 * costs a quarter of a second of computing time; the others have one each, at least two at a time. The one that keeps
 * the whole machine busy comes last, by itself.
 *
 * Where few files fail, each is run once more by itself: browsers, databases and other processes that are killed on
 * purpose are at the mercy of the machine. What passes then is told as unsteady, so that somebody looks at it.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pureRooms } from './rooms.ts';

/** Files that get a second try: where more fail, something is broken. */
const secondTries = 3;
const shared = [...pureRooms, 'html', 'extract', 'frontier', 'config', 'hooks', 'crawl', 'derive'];
const all = ['src', 'test', 'scripts', 'bench']
  .flatMap((folder) => globSync(`${folder}/**/*.test.ts`))
  .sort();
const alone = join('test', 'e2e', 'load.test.ts');
const isShared = (file: string) => shared.includes(file.split(/[\\/]/)[1] ?? '') && file.startsWith('src');
const folder = mkdtempSync(join(tmpdir(), 'argiope-tests-'));

/** Gives the files in which something failed; all of them where the runner cannot say. */
function run(files: readonly string[], ...flags: string[]): readonly string[] {
  const list = join(folder, 'failed');
  const told = ['--test-reporter=spec', '--test-reporter-destination=stdout'];
  const listed = ['--test-reporter=./scripts/failed-files.ts', `--test-reporter-destination=${list}`];
  const args = ['--import', './scripts/compiled.ts', '--test', ...told, ...listed, ...flags, ...files];
  if (spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0) return [];
  const failed = readFileSync(list, 'utf8').split('\n').filter(Boolean);
  return failed.length > 0 && failed.every((file) => files.includes(file)) ? failed : files;
}

function failing(files: readonly string[]): boolean {
  return run(files).length > 0;
}

const [, , ...given] = process.argv;
const width = `--test-concurrency=${Math.max(2, availableParallelism() - 1)}`;
try {
  const failed =
    given.length > 0
      ? run(given, width)
      : [
          ...run(all.filter(isShared), '--test-isolation=none'),
          ...run(
            all.filter((file) => !isShared(file) && file !== alone),
            width,
          ),
          ...run([alone]),
        ];
  const isBroken = failed.length > secondTries;
  const lasting = isBroken ? failed : failed.filter((file) => failing([file]));
  for (const file of failed) {
    const word = lasting.includes(file) ? 'failed' : 'unsteady: failed once, passed by itself';
    console.log(`${word}: ${file}`);
  }
  process.exitCode = lasting.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
