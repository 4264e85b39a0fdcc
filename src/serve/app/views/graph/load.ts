/** Loads the graph of a crawl and has it laid out by the worker. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SiteClusters } from '../../../../derive/graph/cluster-file.ts';
import { ApiError, ask, crawlApi } from '../../api.ts';
import type { MapPlaces } from './layout.ts';
import type { ShownLinks } from './links.ts';
import { GraphModel } from './model.ts';
import type { WorkerAsk, WorkerSaid } from './worker.ts';

/** A graph that is laid out. */
export interface LoadedGraph {
  readonly model: GraphModel;
  readonly places: MapPlaces;
  readonly worker: Worker;
}

/** The graph when it is there, or why it is not: first the clusters, soon after the links between all pages. */
export function useGraph(crawl: string): {
  readonly graph: LoadedGraph | null;
  readonly error: ApiError | null;
} {
  const [graph, setGraph] = useState<LoadedGraph | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const worker = new Worker('/graph-worker.js', { type: 'module' });
    load(crawl, worker, stop.signal, setGraph).catch((cause: Error) => {
      if (cause.name === 'AbortError' || stop.signal.aborted) return;
      setError(cause instanceof ApiError ? cause : new ApiError(0, { message: cause.message }));
    });
    return () => {
      stop.abort();
      worker.terminate();
    };
  }, [crawl]);
  return { graph, error };
}

async function load(
  crawl: string,
  worker: Worker,
  signal: AbortSignal,
  show: (graph: LoadedGraph) => void,
): Promise<void> {
  const clusters = await ask<SiteClusters>(crawlApi(crawl, '/graph'), undefined, signal);
  const first = new GraphModel(clusters, new Int32Array(0));
  const { promise, resolve, reject } = Promise.withResolvers<MapPlaces>();
  worker.onmessage = ({ data }: MessageEvent<WorkerSaid>) => {
    if (data.kind === 'layout') resolve({ x: data.x, y: data.y, r: data.r });
  };
  worker.onerror = ({ message }) => reject(new Error(`the graph could not be laid out: ${message}`));
  tell(worker, {
    kind: 'layout',
    parents: first.parents,
    clusters: first.clusters.length,
    links: clusters.links,
  });
  // Asked for only now: the server answers one thing after the other, and the map does not need them.
  const pageLinks = linksOf(crawl, signal);
  pageLinks.catch(() => {});
  const places = await promise;
  show({ model: first, places, worker });
  const links = await pageLinks;
  tell(worker, { kind: 'pages', links });
  show({ model: new GraphModel(clusters, links), places, worker });
}

async function linksOf(crawl: string, signal: AbortSignal): Promise<Int32Array> {
  const response = await fetch(crawlApi(crawl, '/graph/links'), { signal });
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ({})));
  return new Int32Array(await response.arrayBuffer());
}

function tell(worker: Worker, asked: WorkerAsk): void {
  worker.postMessage(asked);
}

/** The strongest links between what is shown, counted by the worker; those of before until they are there. */
export function useShownLinks(graph: LoadedGraph | null, shown: Int32Array): ShownLinks {
  const [links, setLinks] = useState<ShownLinks>([]);
  const round = useRef(0);
  useEffect(() => {
    if (!graph) return;
    round.current++;
    // Until the links of pages are there, those of the clusters stand for them.
    if (graph.model.links.length === 0) {
      setLinks(graph.model.clusterLinks(shown));
      return;
    }
    graph.worker.onmessage = ({ data }: MessageEvent<WorkerSaid>) => {
      if (data.kind === 'links' && data.round === round.current) setLinks(data.links);
    };
    tell(graph.worker, { kind: 'links', round: round.current, shown });
  }, [graph, shown]);
  return links;
}
