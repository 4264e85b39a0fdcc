import { type ChildProcess, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackage } from '../../scripts/build.ts';
import { killGroup, startChild } from '../children.ts';

/** A command that is broken off, what it begins from, and what it leaves where it is not. */
export interface Scene {
  readonly name: string;
  /** The folder of a crawl that it begins from; `null`: from nothing. */
  readonly from: string | null;
  readonly args: readonly string[];
  /** Whether it has a browser, whose processes can be killed too. */
  readonly browser?: boolean;
}

/** How a command is disturbed. */
export interface Disturbance {
  /** Which call that changes a file is the one, 0 for none. */
  readonly at: number;
  /** The error that the calls from then on give; absent: the process is killed. */
  readonly error?: number;
}

/** How a command ended. */
export interface Ending {
  /** `null` where it was killed. */
  readonly code: number | null;
  readonly stderr: string;
  /** Calls that changed files. */
  readonly calls: number;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const longest = 180_000;

/** The program as it ships: it starts in a third of the time that the sources take, and is what users have. */
export async function packed(dir: string): Promise<string> {
  await buildPackage(join(dir, 'dist'));
  cpSync(join(root, 'bin'), join(dir, 'bin'), { recursive: true });
  cpSync(join(root, 'package.json'), join(dir, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  return join(dir, 'bin', 'argiope.js');
}

/** A place where commands are broken off: a folder of their own, with a folder for temporary files. */
export class Stage {
  readonly dir: string;
  readonly #program: string;
  readonly #failpoint: string;

  constructor(dir: string, program: string) {
    this.dir = dir;
    this.#program = program;
    mkdirSync(dir, { recursive: true });
    this.#failpoint = join(dir, 'failpoint.so');
    const source = fileURLToPath(new URL('./failpoint.c', import.meta.url));
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', this.#failpoint, source, '-ldl']);
  }

  /** Where outputs go, as they are before the command. */
  set({ from }: Scene): string {
    const out = join(this.dir, 'out');
    for (const folder of [out, this.#temporary]) rmSync(folder, { recursive: true, force: true });
    mkdirSync(this.#temporary, { recursive: true });
    if (from !== null) cpSync(from, out, { recursive: true });
    return out;
  }

  /** Runs the command to whatever end; `watch` may disturb its processes. */
  async run(
    scene: Scene,
    how: Disturbance,
    watch: (child: ChildProcess) => () => void = () => () => {},
  ): Promise<Ending> {
    const count = join(this.dir, 'count');
    rmSync(count, { force: true });
    const child = startChild(
      process.execPath,
      [this.#program, ...scene.args, '--out', join(this.dir, 'out')],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: {
          ...process.env,
          TMPDIR: this.#temporary,
          NODE_COMPILE_CACHE: join(this.dir, 'compiled'),
          LD_PRELOAD: this.#failpoint,
          TORTURE_BELOW: join(this.dir, 'out'),
          TORTURE_COUNT: count,
          TORTURE_AT: String(how.at),
          ...(how.error !== undefined && { TORTURE_ERROR: String(how.error) }),
        },
      },
    );
    const patience = setTimeout(() => killGroup(child), longest);
    const unwatch = watch(child);
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    clearTimeout(patience);
    unwatch();
    return { code, stderr, calls: existsSync(count) ? Number(readFileSync(count, 'utf8')) : 0 };
  }

  /** Names of what commands have left in the folder for temporary files. */
  get litter(): readonly string[] {
    return readdirSync(this.#temporary);
  }

  get #temporary(): string {
    return join(this.dir, 'tmp');
  }
}

/**
 * All files of a folder, by what is in them as far as that is the same in every run. Which events lead to a state, and so
 * what its file is called, depends on which of several tabs comes first, in crawls that nobody disturbs too: pages
 * of the browser are compared by their contents elsewhere (`crawl-equality`), and their names with those before.
 */
export function filesIn(out: string, isBrowser: boolean, folder = ''): readonly string[] {
  return readdirSync(join(out, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const name = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(out, isBrowser, name);
      if (isBrowser && isPage(name)) return [];
      const isText = /^(?:mirror|records)/.test(name) && !name.endsWith('.db');
      const isNumbered = isBrowser && name.startsWith(join('mirror', 'search'));
      return [`${name} ${isText && !isNumbered ? hashOf(join(out, name)) : ''}`];
    })
    .sort();
}

/** Names of the pages in a mirror, as far as there is one: those that were written once stay. */
export function pageNames(out: string): readonly string[] {
  if (!existsSync(join(out, 'mirror'))) return [];
  const names = readdirSync(join(out, 'mirror'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => isPage(join('mirror', name)));
}

function isPage(name: string): boolean {
  return name.startsWith('mirror') && name.endsWith('.html');
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
}
