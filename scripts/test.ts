/**
 * Runs all tests, or the files that are given. Those of rooms that start nothing share one process, since another one
 * costs a quarter of a second of computing time; the others have one each, at least two at a time. The one that keeps
 * the whole machine busy comes last, by itself.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pureRooms } from './rooms.ts';

const shared = [...pureRooms, 'html', 'extract', 'frontier', 'config', 'hooks', 'crawl', 'derive'];
const all = ['src', 'test', 'scripts', 'bench']
  .flatMap((folder) => globSync(`${folder}/**/*.test.ts`))
  .sort();
const alone = join('test', 'e2e', 'load.test.ts');
const isShared = (file: string) => shared.includes(file.split(/[\\/]/)[1] ?? '') && file.startsWith('src');

function run(files: readonly string[], ...flags: string[]): boolean {
  const args = ['--import', './scripts/compiled.ts', '--test', '--test-reporter=spec', ...flags, ...files];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;
}

const [, , ...given] = process.argv;
const width = `--test-concurrency=${Math.max(2, availableParallelism() - 1)}`;
const passed =
  given.length > 0
    ? [run(given, width)]
    : [
        run(all.filter(isShared), '--test-isolation=none'),
        run(
          all.filter((file) => !isShared(file) && file !== alone),
          width,
        ),
        run([alone]),
      ];
process.exitCode = passed.every(Boolean) ? 0 : 1;
