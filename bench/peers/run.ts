import { createWriteStream } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { killGroup, startChild } from '../children.ts';
import { ended } from '../crawl-process.ts';
import type { Ended } from './peer.ts';
import { watchTree } from './tree.ts';

/** How a peer's command ended. */
export interface Ran {
  readonly seconds: number;
  readonly ended: Ended;
}

/** How a peer's command is run. */
export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** File for everything that it says. */
  readonly log: string;
  readonly seconds: number;
}

/** Seconds that a peer has to put down what it holds after its time is over. */
const grace = 5;

/** Runs a command until it ends or its time is over, and leaves no process of it behind. */
export async function runPeer(command: string, args: readonly string[], options: RunOptions): Promise<Ran> {
  const started = performance.now();
  const child = startChild(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(options.log);
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  const done = ended(child);
  // One that did not start has no number, and `done` fails.
  const killLeft = child.pid === undefined ? async () => {} : watchTree(child.pid);
  const over = new AbortController();
  try {
    const late = wait(options.seconds * 1000, 'late' as const, { signal: over.signal }).catch(() => null);
    const first = await Promise.race([done, late]);
    const seconds = (performance.now() - started) / 1000;
    if (first !== 'late') return { seconds, ended: first === 0 ? 'done' : 'failed' };
    child.kill('SIGTERM');
    await Promise.race([done, wait(grace * 1000, null, { signal: over.signal }).catch(() => null)]);
    return { seconds, ended: 'limit' };
  } finally {
    over.abort();
    await killLeft();
    killGroup(child);
    log.end();
  }
}
