import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { killGroup, startChild } from '../../children.ts';
import type { ServerStats } from './host-log.ts';
import type { ServerOrder } from './server.ts';

/** The servers of the benchmark, in a process of their own. */
export interface Servers {
  readonly pid: number;
  readonly ports: readonly number[];
  stats(): Promise<ServerStats>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

const script = fileURLToPath(new URL('server.ts', import.meta.url));

/** Starts the servers; they end at the latest with this process. */
export async function startServers(order: ServerOrder): Promise<Servers> {
  const child = startChild(process.execPath, [script, JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  if (!child.stdout) throw new Error('the servers have no output');
  const first = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const failed = exited.then(() => {
    throw new Error('the servers did not start');
  });
  const [line] = await Promise.race([first, failed]);
  failed.catch(() => {});
  const ports = JSON.parse(line) as number[];
  const ask = (path: string) => fetch(`http://127.0.0.1:${ports[0]}${path}`);
  return {
    pid: child.pid ?? 0,
    ports,
    stats: async () => (await (await ask('/__stats')).json()) as ServerStats,
    reset: async () => void (await ask('/__reset')),
    close: async () => {
      child.stdin?.end();
      const patience = setTimeout(() => killGroup(child), 2000);
      await exited;
      clearTimeout(patience);
    },
  };
}
