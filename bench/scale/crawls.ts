import { setTimeout as sleep } from 'node:timers/promises';
import { argiope, type Process, start } from './process.ts';

/** Pages that one worker process has in hand: latency bounds it long before a processor does. */
export const inHand = 8;

/** Starts a worker that gathers. */
export function work(url: string): Process {
  const flags = ['--workers', String(inHand), '--threads', '0', '--lease', '5', '--quiet'];
  return start(['worker', '--store', url, ...flags]);
}

/** What `argiope status` tells, as far as it is looked at here. */
export interface Status {
  readonly finishedAt: string | null;
  readonly pages: { readonly kept: number };
  readonly share: {
    readonly workers: readonly { readonly isAlive: boolean; readonly hosts: number }[];
  } | null;
}

/** How a crawl stands. */
export async function statusOf(url: string): Promise<Status> {
  return JSON.parse(await argiope(['status', '--store', url, '--json'])) as Status;
}

/** Pages that are stored. */
export async function committed(url: string): Promise<number> {
  return (await statusOf(url)).pages.kept;
}

/** Waits until so many workers have hosts, about as many each. */
export async function untilAllWork(url: string, count: number): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    const { share } = await statusOf(url);
    const alive = share?.workers.filter(({ isAlive, hosts }) => isAlive && hosts > 0) ?? [];
    if (alive.length === count) return;
    await sleep(500);
  }
  throw new Error(`expected ${count} workers at work`);
}
