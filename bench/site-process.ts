import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { SiteStats } from '../test/sites/site.ts';
import { killGroup, startChild } from './children.ts';

/** A site in a process of its own, so that its work is not measured as the crawler's. */
export interface SiteProcess {
  readonly url: string;
  readonly origin: string;
  stats(): Promise<SiteStats>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

const script = fileURLToPath(new URL('../test/sites/serve.ts', import.meta.url));

/** Starts one of the sites of `test/sites` with the options of `serve.ts`. */
export async function startSiteProcess(
  site: string,
  options: Readonly<Record<string, number>> = {},
): Promise<SiteProcess> {
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = startChild(process.execPath, [script, site, '--attached', ...flags], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  if (!child.stdout) throw new Error('the site has no output');
  const first = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const [url] = await Promise.race([
    first,
    exited.then(() => {
      throw new Error(`the site "${site}" did not start`);
    }),
  ]);
  const { origin } = new URL(url);
  return {
    url,
    origin,
    stats: async () => (await (await fetch(`${origin}/__stats`)).json()) as SiteStats,
    reset: async () => void (await fetch(`${origin}/__reset`, { method: 'POST' })),
    close: async () => {
      child.stdin?.end();
      const patience = setTimeout(() => killGroup(child), 2000);
      await exited;
      clearTimeout(patience);
    },
  };
}

/** Serves a site while something runs against it. */
export async function withSite<T>(
  site: string,
  options: Readonly<Record<string, number>>,
  work: (site: SiteProcess) => Promise<T>,
): Promise<T> {
  const running = await startSiteProcess(site, options);
  try {
    return await work(running);
  } finally {
    await running.close();
  }
}
