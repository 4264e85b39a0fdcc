import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { buildPackage } from '../scripts/build.ts';
import { html } from '../test/sites/answer.ts';
import { startSite } from '../test/sites/site.ts';
import { type Bench, readArgs, UsageError } from './bench.ts';
import { Report } from './report.ts';
import { median } from './statistics.ts';

const root = join(import.meta.dirname, '..');

/** Processor and wall time of short commands: the package as bundles beside the same sources file by file. */
export const startup: Bench = {
  name: 'startup',
  summary: 'short commands of the built package, bundled and file by file',
  usage: [
    '    --runs N      runs of each command (default 9)',
    '    --markdown    tables to paste into docs',
  ].join('\n'),
  run,
};

interface Taken {
  readonly cpu: number;
  readonly wall: number;
}

async function run(args: readonly string[]): Promise<boolean> {
  const given = readArgs(args, { runs: { type: 'string', default: '9' }, markdown: { type: 'boolean' } });
  const runs = Number(given.runs);
  if (!Number.isSafeInteger(runs) || runs < 1)
    throw new UsageError('--runs must be a whole number from 1 on');
  const report = new Report(given.markdown ? 'markdown' : 'text');
  const folder = mkdtempSync(join(tmpdir(), 'argiope-startup-'));
  const site = await startSite({
    name: 'one',
    start: '/',
    respond: () => html('<title>One</title><h1>One page</h1>'),
  });
  try {
    const [files, bundles] = [join(folder, 'files'), join(folder, 'bundles')];
    await prepare(files, bundles);
    const crawl = [
      'crawl',
      site.url,
      '--fresh',
      '--quiet',
      '--robots',
      'ignore',
      '--out',
      join(folder, 'out'),
    ];
    const rows: { name: string; before: Taken; after: Taken }[] = [];
    for (const command of [['--version'], ['doctor', '--quiet'], crawl]) {
      const [before, after] = await race([files, bundles], command, runs);
      rows.push({ name: command[0] ?? '', before, after });
    }
    report.section('Milliseconds, the median of runs in turn');
    report.table(
      ['command', 'CPU by files', 'CPU bundled', 'ratio', 'wall by files', 'wall bundled', 'ratio'],
      rows.map(({ name, before, after }) => [
        ...[name, before.cpu, after.cpu, after.cpu / before.cpu],
        ...[before.wall, after.wall, after.wall / before.wall],
      ]),
    );
    for (const { name, before, after } of rows)
      report.verdict(
        after.cpu <= before.cpu,
        `${name} starts no slower bundled`,
        `${after.cpu} of ${before.cpu} ms`,
      );
    return report.close();
  } finally {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two installed packages: the launcher, what it starts, and the packages that sources need. */
async function prepare(files: string, bundles: string): Promise<void> {
  for (const place of [files, bundles]) {
    mkdirSync(place);
    cpSync(join(root, 'bin'), join(place, 'bin'), { recursive: true });
    cpSync(join(root, 'package.json'), join(place, 'package.json'));
    symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
    writeFileSync(join(place, 'cpu.cjs'), meter);
  }
  await buildPackage(join(bundles, 'dist'));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const out = ['--emitDeclarationOnly', 'false', '--declaration', 'false', '--outDir', join(files, 'dist')];
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', ...out], {
    cwd: root,
  });
  if (status !== 0) throw new Error('the sources do not compile');
  // The agent is read from sources; everything else from what was compiled.
  cpSync(join(root, 'src'), join(files, 'dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts'),
  });
  writeFileSync(join(files, 'dist', 'cli.js'), "export * from './cli/main.js';\n");
}

/** Tells the processor time of a process when it ends. */
const meter = `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:fs').writeSync(3, String((user + system) / 1000));
});`;

async function race(
  places: readonly string[],
  command: readonly string[],
  runs: number,
): Promise<readonly [Taken, Taken]> {
  const taken = places.map(() => [] as Taken[]);
  // The first round fills the cache of compiled code and does not count.
  for (let round = 0; round <= runs; round++)
    for (const [at, place] of places.entries()) {
      const one = await timed(place, command);
      if (round > 0) taken[at]?.push(one);
    }
  const [one, other] = taken.map((all) => ({
    cpu: Math.round(median(all.map(({ cpu }) => cpu))),
    wall: Math.round(median(all.map(({ wall }) => wall))),
  }));
  return [one as Taken, other as Taken];
}

async function timed(place: string, command: readonly string[]): Promise<Taken> {
  const start = performance.now();
  const args = ['--require', join(place, 'cpu.cjs'), join(place, 'bin', 'argiope.js'), ...command];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
  const cpu = text(child.stdio[3] as Readable);
  const [code] = await once(child, 'exit');
  const wall = performance.now() - start;
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}`);
  return { cpu: Number(await cpu), wall };
}
