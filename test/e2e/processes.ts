import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** What `/proc` says of one process. */
interface ProcessRow {
  readonly pid: number;
  readonly state: string;
  readonly parent: number;
  readonly session: number;
}

/** Processes that a process has started and that lead a session of their own: its browsers. */
export function sessionsOf(pid: number): readonly number[] {
  return allProcesses()
    .filter((row) => row.parent === pid && row.session === row.pid)
    .map((row) => row.pid);
}

/** Waits until no process of these sessions is left; those that are after ten seconds are given back. */
export async function survivors(sessions: readonly number[]): Promise<readonly number[]> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const left = allProcesses().filter((row) => row.state !== 'Z' && sessions.includes(row.session));
    if (left.length === 0 || performance.now() > deadline) return left.map((row) => row.pid);
    await wait(50);
  }
}

function allProcesses(): readonly ProcessRow[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name in parentheses may hold anything, also spaces and parentheses.
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        const [state = '', parent, , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return [{ pid: Number(name), state, parent: Number(parent), session: Number(session) }];
      } catch {
        return [];
      }
    });
}
