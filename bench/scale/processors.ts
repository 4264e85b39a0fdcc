import { readFileSync } from 'node:fs';
import { descendants } from '../torture/processes.ts';

/** Clock ticks in a second, as Linux counts the time of processes. */
const ticks = 100;

/** Seconds of processor time that processes have had so far, with all that they have started. */
export function processorTime(roots: readonly number[]): number {
  const all = new Set(roots.flatMap((root) => [root, ...descendants(root)]));
  return [...all].reduce((sum, pid) => sum + timeOf(pid), 0);
}

function timeOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Of processes below it that have ended, too: a server starts one for each connection.
    return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / ticks;
  } catch {
    return 0;
  }
}

/** Seconds in which all processors of the machine together had nothing to do, so far. */
export function idleTime(): number {
  const [, , , , idle = 0, waiting = 0] = (readFileSync('/proc/stat', 'latin1').split('\n')[0] ?? '')
    .split(/\s+/)
    .map(Number);
  return (idle + waiting) / ticks;
}
