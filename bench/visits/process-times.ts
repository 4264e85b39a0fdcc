/** Milliseconds of one of the ticks in which Linux counts processor time, on every machine of today. */
const tick = 10;

/** Number, group and processor time of a process, from its line in `/proc`. */
export function processTimes(stat: string): {
  readonly pid: number;
  readonly group: number;
  readonly ms: number;
} {
  // The name stands in brackets, and may hold any.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [group, user, system] = [fields[2], fields[11], fields[12]].map(Number);
  return {
    pid: Number.parseInt(stat, 10),
    group: group ?? 0,
    ms: ((user ?? 0) + (system ?? 0)) * tick,
  };
}
