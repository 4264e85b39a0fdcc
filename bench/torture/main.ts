/**
 * Breaks commands off, again and again: `npm run torture -- --kills 1000`. Processes are killed at each write, fsync and
 * rename and at random moments, browsers and renderers too; disks get full and fail at each write. What comes out in the
 * end must be what comes out of commands that nobody disturbs. Needs Linux and a C compiler (`cc`).
 */
import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chance } from '../../test/sites/prose.ts';
import { type CrawlFingerprint, differences, fingerprintOf } from '../ajax/crawl-equality.ts';
import { runArgiope } from '../crawl-process.ts';
import { Report } from '../report.ts';
import { withSite } from '../site-process.ts';
import { descendants } from './processes.ts';
import { filesIn, packed, pageNames, type Scene, Stage } from './scene.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
});
const report = new Report('text');
const random = chance(Number(values.seed));
const folder = mkdtempSync(join(tmpdir(), 'argiope-torture-'));
/** Errors of a disk: no space, and one that does not write. */
const diskErrors = { ENOSPC: 28, EIO: 5 } as const;

interface Whole {
  readonly files: readonly string[];
  readonly crawl: CrawlFingerprint;
  readonly calls: number;
}

interface Figures {
  rounds: number;
  kills: number;
  readonly wrong: string[];
}

let held = false;
try {
  await withSite('blog', { articles: 5, pages: 14 }, ({ url }) => run(url));
  held = report.close();
} finally {
  if (!values.keep) rmSync(folder, { recursive: true, force: true });
}
process.exit(held ? 0 : 1);

async function run(url: string): Promise<void> {
  const quiet = ['--quiet', '--json'];
  const plain = ['--engine', 'http', '--delay', '0', ...quiet];
  const crawled = join(folder, 'crawled');
  await must(['crawl', url, '--out', crawled, ...plain]);
  const scenes: readonly Scene[] = [
    { name: 'crawl', from: null, args: ['crawl', url, ...plain] },
    { name: 'recrawl', from: crawled, args: ['recrawl', '--delay', '0', ...quiet] },
    { name: 'extract', from: crawled, args: ['extract', ...quiet] },
    { name: 'mirror', from: crawled, args: ['mirror', ...quiet] },
    {
      name: 'browser',
      from: null,
      args: ['crawl', url, '--engine', 'browser', '--delay', '0', ...quiet],
      browser: true,
    },
  ];
  const only = values.only?.split(',');
  const chosen = scenes.filter(({ name }) => only?.includes(name) ?? true);
  const program = await packed(join(folder, 'package'));
  const share = Math.ceil(Number(values.kills) / chosen.length);
  const rows: (readonly [string, number, number, number, number])[] = [];
  for (const scene of chosen) {
    const stage = new Stage(join(folder, scene.name), program);
    const whole = await undisturbed(stage, scene);
    const figures: Figures = { rounds: 0, kills: 0, wrong: [] };
    while (figures.kills < share) {
      await killed(stage, scene, whole, figures, figures.rounds / Math.max(1, share));
      if (figures.rounds % 5 === 0) report.progress(`${scene.name}: ${figures.kills} of ${share} kills`);
      if (figures.rounds > 3 * share) break;
    }
    const failures = await failed(stage, scene, whole, Math.max(4, Math.ceil(share / 5)));
    rows.push([
      scene.name,
      whole.calls,
      figures.kills,
      failures.rounds,
      figures.wrong.length + failures.wrong.length,
    ]);
    for (const line of [...figures.wrong, ...failures.wrong].slice(0, 8))
      report.note(`- ${scene.name}: ${line}`);
    report.verdict(
      figures.wrong.length === 0,
      `${scene.name}: killed and resumed, nothing differs`,
      `${figures.kills} kills, ${figures.wrong.length} differences`,
    );
    report.verdict(
      failures.wrong.length === 0,
      `${scene.name}: a disk that fails is told with exit 8 or 7, and resumed`,
      `${failures.rounds} failures, ${failures.wrong.length} differences`,
    );
  }
  report.table(['command', 'calls that change files', 'kills', 'failing disks', 'differences'], rows);
}

async function must(args: readonly string[]): Promise<void> {
  const { code, stderr } = await runArgiope(args);
  if (code !== 0) throw new Error(`argiope ${args.join(' ')} ended with ${code}\n${stderr}`);
}

/** What the command leaves where nobody disturbs it. */
async function undisturbed(stage: Stage, scene: Scene): Promise<Whole> {
  const out = stage.set(scene);
  const { code, stderr, calls } = await stage.run(scene, { at: 0 });
  if (code !== 0) throw new Error(`${scene.name} ended with ${code}\n${stderr}`);
  return { files: filesIn(out, scene.browser === true), crawl: await fingerprintOf(out), calls };
}

/** Kills a command one to three times, then lets it end. The first kills go through all calls in order. */
async function killed(
  stage: Stage,
  scene: Scene,
  whole: Whole,
  figures: Figures,
  along: number,
): Promise<void> {
  const out = stage.set(scene);
  const told: string[] = [];
  const times = 1 + Math.floor(random() * 3);
  for (let time = 0; time < times; time++) {
    const isFirst = time === 0 && random() < 0.7;
    const at = 1 + Math.floor((isFirst ? along % 1 : random()) * whole.calls);
    const how = scene.browser ? random() : 0;
    told.push(how < 0.4 ? `call ${at}` : how < 0.8 ? 'a process of the browser' : 'any moment');
    const { code, stderr } =
      how < 0.4
        ? await stage.run(scene, { at })
        : await stage.run(scene, { at: 0 }, how < 0.8 ? killsBrowser : killsLater);
    if (code === null || how >= 0.4) figures.kills++;
    if (code !== null && code !== 0 && code !== 5) {
      figures.wrong.push(`after ${told.join(', ')}: exit ${code}: ${stderr.trim().split('\n')[0]}`);
      return;
    }
  }
  figures.rounds++;
  await conclude(stage, scene, whole, out, figures, told.join(', '));
}

/** Ends a command undisturbed, and compares what it leaves. */
async function conclude(
  stage: Stage,
  scene: Scene,
  whole: Whole,
  out: string,
  figures: Figures,
  told: string,
): Promise<void> {
  const named = pageNames(out);
  const { code, stderr } = await stage.run(scene, { at: 0 });
  const wrong = (what: string): void => {
    figures.wrong.push(`after ${told}: ${what}`);
    if (values.keep)
      cpSync(out, join(folder, `wrong-${scene.name}-${figures.wrong.length}`), { recursive: true });
  };
  if (code !== 0) return wrong(`exit ${code}: ${stderr.trim().split('\n')[0]}`);
  const found = differences(whole.crawl, await fingerprintOf(out));
  if (found.length > 0) return wrong(found.map(({ kind, text }) => `${kind} ${text}`).join('\n  '));
  const files = filesIn(out, scene.browser === true);
  const odd = [
    ...files.filter((file) => !whole.files.includes(file)),
    ...whole.files.filter((file) => !files.includes(file)),
  ];
  if (odd.length > 0) return wrong(`${odd.length} files differ, first ${odd[0]}`);
  const names = pageNames(out);
  const renamed = named.find((name) => !names.includes(name));
  if (renamed !== undefined) return wrong(`a page of the mirror is called otherwise than before: ${renamed}`);
  if (stage.litter.length > 0)
    wrong(`${stage.litter.length} temporary files are left, first ${stage.litter[0]}`);
}

/** The disk fails from some call on; the command says so, and goes on when the disk is well again. */
async function failed(stage: Stage, scene: Scene, whole: Whole, rounds: number): Promise<Figures> {
  const figures: Figures = { rounds: 0, kills: 0, wrong: [] };
  for (; figures.rounds < rounds; figures.rounds++) {
    const out = stage.set(scene);
    const [name, error] = Object.entries(diskErrors)[figures.rounds % 2] as [string, number];
    const at = 1 + Math.floor((figures.rounds / rounds) * whole.calls);
    const { code, stderr } = await stage.run(scene, { at, error });
    const told = `${name} from call ${at} on`;
    if (code !== 0 && code !== 8 && code !== 7)
      figures.wrong.push(`${told}: exit ${code}: ${stderr.trim().split('\n')[0]}`);
    await conclude(stage, scene, whole, out, figures, told);
  }
  return figures;
}

/** Kills the command itself at some moment. */
function killsLater(child: ChildProcess): () => void {
  const timer = setTimeout(() => child.kill('SIGKILL'), 200 + random() * 4000);
  return () => clearTimeout(timer);
}

/** Kills a process of the browser at some moment: the browser itself, a renderer, or another of its kind. */
function killsBrowser(child: ChildProcess): () => void {
  const ended = new AbortController();
  const hunt = async (): Promise<void> => {
    await wait(600 + random() * 3000, undefined, { signal: ended.signal });
    const found = descendants(child.pid ?? 0);
    const victim = found[Math.floor(random() * found.length)];
    if (victim !== undefined) process.kill(victim, 'SIGKILL');
  };
  hunt().catch(() => {});
  return () => ended.abort();
}
