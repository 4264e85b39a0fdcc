import type { Site } from '../../test/sites/answer.ts';
import { type RunningSite, startSite } from '../../test/sites/site.ts';

/** A site that can become another one under the same address: its template changes. */
export interface ChangingSite extends RunningSite {
  become(site: Site): void;
}

/** Serves a site on loopback. */
export async function startChangingSite(first: Site): Promise<ChangingSite> {
  let current = first;
  const running = await startSite({ ...first, respond: (ask) => current.respond(ask) });
  return {
    ...running,
    become: (site) => {
      current = site;
    },
  };
}

/** Serves a site while something runs against it. */
export async function whileServed<T>(site: Site, work: (site: ChangingSite) => Promise<T>): Promise<T> {
  const running = await startChangingSite(site);
  try {
    return await work(running);
  } finally {
    await running.close();
  }
}
