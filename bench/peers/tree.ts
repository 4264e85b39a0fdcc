import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** One process, told apart from a later one with the same number by when it started. */
export interface ProcessRow {
  readonly pid: number;
  readonly state: string;
  readonly parent: number;
  readonly started: string;
}

/** Processes below one of the roots, those roots themselves left out. */
export function below(rows: readonly ProcessRow[], roots: Iterable<number>): readonly ProcessRow[] {
  const inside = new Set(roots);
  const found = new Map<number, ProcessRow>();
  for (let grown = true; grown; ) {
    grown = false;
    for (const row of rows) {
      if (found.has(row.pid) || inside.has(row.pid) || !inside.has(row.parent)) continue;
      found.set(row.pid, row);
      inside.add(row.pid);
      grown = true;
    }
  }
  return [...found.values()];
}

/**
 * Watches what a process starts; the function that is given back kills whatever of it is left
 * and settles when that is gone.
 *
 * Peers put their browsers into process groups of their own, so ending the group of a peer is not enough;
 * and once the peer is gone its browser has another parent, so the tree must be known before.
 */
export function watchTree(root: number): () => Promise<void> {
  const known = new Map<number, ProcessRow>();
  const rootStarted = startOf(root);
  const left = () => [...known.values()].filter((row) => startOf(row.pid) === row.started);
  const look = () => {
    const alive = left().map(({ pid }) => pid);
    // Its number may belong to another once it has ended.
    const roots = rootStarted !== null && startOf(root) === rootStarted ? [root, ...alive] : alive;
    for (const row of below(allProcesses(), roots)) known.set(row.pid, row);
  };
  const timer = setInterval(look, 250);
  return async () => {
    clearInterval(timer);
    look();
    for (const { pid } of left()) kill(pid);
    for (let round = 0; round < 500 && left().length > 0; round++) await wait(10);
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone in between.
  }
}

/** `null` for one that has ended, also while nobody has asked how. */
function startOf(pid: number): string | null {
  const row = readRow(pid);
  return row && row.state !== 'Z' ? row.started : null;
}

function allProcesses(): readonly ProcessRow[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readRow(Number(name)) ?? []) : []));
  } catch {
    return [];
  }
}

function readRow(pid: number): ProcessRow | null {
  try {
    // The name in parentheses may hold anything, also spaces and parentheses.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, state: fields[0] ?? '', parent: Number(fields[1]), started: fields[19] ?? '' };
  } catch {
    return null;
  }
}
