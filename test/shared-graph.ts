import { openStoreAt } from '../src/store/index.ts';

/** Pages and edges of a stored crawl by their addresses, whatever their numbers. */
export interface NamedGraph {
  readonly pages: readonly string[];
  readonly edges: readonly string[];
  readonly finishedAt: string | null;
}

/**
 * Reads the graph of a crawl of `serveManyHosts`. Of pages that are alike, or one behind two addresses, it depends on
 * who was first which of them is kept: they have one name.
 */
export async function namedGraph(url: string, hosts: number): Promise<NamedGraph> {
  const store = await openStoreAt(url, { readOnly: true });
  try {
    const [info] = await store.sites();
    const site = await store.site(info?.name ?? '');
    if (!info || !site) throw new Error(`expected a crawl in ${url}`);
    const all = await site.pages({});
    const named = new Map(
      all.map(({ number, entry }) => [number, entry.kind === 'url' ? alike(entry.url, hosts) : '?']),
    );
    const nameOf = (number: number | null) => (number === null ? '-' : (named.get(number) ?? 'lost'));
    const pages = all.map(({ number, status, mergedInto, content, error }) => {
      const what = nameOf(number).includes('alike') ? '' : `${status} ${nameOf(mergedInto)}`;
      return `${nameOf(number)} ${what} ${content?.title ?? ''} ${error?.code ?? ''}`;
    });
    const edges: string[] = [];
    for await (const { source, target, action, reason } of site.allTransitions())
      edges.push(
        `${nameOf(source)} → ${nameOf(target)} ${action.label} ${reason === 'queued' ? 'known' : reason}`,
      );
    return { pages: pages.sort(), edges: edges.sort(), finishedAt: info.finishedAt };
  } finally {
    await store.close();
  }
}

/** What one graph has and the other has not; all empty and equal where they are the same. */
export function differences(found: NamedGraph, truth: NamedGraph) {
  const compared = (kind: 'pages' | 'edges') => {
    const [own, other] = [new Set(found[kind]), new Set(truth[kind])];
    return {
      more: found[kind].filter((one) => !other.has(one)),
      less: truth[kind].filter((one) => !own.has(one)),
      surplus: found[kind].length - truth[kind].length,
    };
  };
  return { pages: compared('pages'), edges: compared('edges') };
}

/** What `differences` gives for graphs that are the same. */
export const none = {
  pages: { more: [], less: [], surplus: 0 },
  edges: { more: [], less: [], surplus: 0 },
};

function alike(address: string, hosts: number): string {
  const { host, port, pathname } = new URL(address);
  if (pathname === '/p5') return 'alike';
  if (pathname === '/' || pathname === '/p0') return `alike ${host}`;
  if (pathname !== '/moved') return address;
  const [, , third = 1, fourth = 1] = host.split(':')[0]?.split('.').map(Number) ?? [];
  const next = (((third - 1) << 7) + fourth) % hosts;
  return `alike 127.0.${1 + (next >> 7)}.${1 + (next & 127)}:${port}`;
}
