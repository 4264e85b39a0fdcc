import { readFileSync } from 'node:fs';

/** Resident memory of a process at one moment. */
export interface MemorySample {
  readonly seconds: number;
  readonly mib: number;
}

/** What the memory of a process was over its life. */
export interface MemoryCourse {
  /** Highest ever resident (VmHWM), whatever the moments of sampling. */
  readonly peakMiB: number;
  readonly samples: readonly MemorySample[];
}

/** Samples a process from `/proc` until stopped; empty where there is no `/proc`. */
export function watchMemory(pid: number, everyMs = 50): () => MemoryCourse {
  const started = performance.now();
  const samples: MemorySample[] = [];
  let peakMiB = 0;
  const sample = () => {
    const status = statusOf(pid);
    if (!status) return;
    peakMiB = Math.max(peakMiB, status.peak);
    samples.push({ seconds: (performance.now() - started) / 1000, mib: status.now });
  };
  sample();
  const timer = setInterval(sample, everyMs);
  return () => {
    clearInterval(timer);
    return { peakMiB, samples };
  };
}

/** Mean resident memory of each quarter of a run. */
export function quarters(course: MemoryCourse): readonly number[] {
  const size = course.samples.length / 4;
  return [0, 1, 2, 3].map((quarter) => {
    const part = course.samples.slice(
      Math.floor(quarter * size),
      Math.max(1, Math.floor((quarter + 1) * size)),
    );
    return part.reduce((sum, next) => sum + next.mib, 0) / Math.max(1, part.length);
  });
}

/** Flat: the last quarter of a run holds no more than a tenth above its second quarter. */
export function isFlat(course: MemoryCourse): boolean {
  const [, second = 0, , last = 0] = quarters(course);
  return last <= second * 1.1;
}

function statusOf(pid: number): { now: number; peak: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kib = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN);
    const [now, peak] = [kib('VmRSS') / 1024, kib('VmHWM') / 1024];
    return Number.isNaN(now) || Number.isNaN(peak) ? null : { now, peak };
  } catch {
    return null;
  }
}
