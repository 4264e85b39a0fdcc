/** Figures of all crawls for Prometheus. */
import type { CrawlState, ServedCrawl } from '../crawl.ts';
import type { LiveFigures } from '../live/figures.ts';
import { rawRoute } from '../route.ts';

/** Names, kinds and meanings of what is measured. */
const metrics: readonly (readonly [
  name: string,
  kind: 'gauge' | 'counter',
  key: keyof LiveFigures,
  help: string,
])[] = [
  ['pages', 'gauge', 'pages', 'Distinct pages kept'],
  ['waiting_pages', 'gauge', 'waiting', 'Pages that wait to be visited'],
  ['events_fired_total', 'counter', 'fired', 'Events fired for the first time'],
  ['events_replayed_total', 'counter', 'replayed', 'Events fired again on the way to a page'],
  ['events_skipped_total', 'counter', 'skipped', 'Events spared by the instruction gate'],
  [
    'events_suspended_total',
    'counter',
    'suspended',
    'Events spared because their kind has given nothing new',
  ],
  ['requests_total', 'counter', 'requests', 'Requests sent'],
  ['requests_from_cache_total', 'counter', 'requestsFromCache', 'Requests answered from memory'],
  ['duplicates_total', 'counter', 'duplicates', 'Addresses and events that show what a page shows'],
  ['received_bytes_total', 'counter', 'bytes', 'Bytes received'],
  ['errors_total', 'counter', 'errors', 'Pages that could not be had'],
  ['crawl_seconds_total', 'counter', 'seconds', 'Seconds of crawling'],
];

/** One crawl at one moment. */
export interface Measured {
  readonly crawl: string;
  readonly state: CrawlState;
  readonly figures: LiveFigures | null;
}

/** The text that Prometheus reads. */
function metricsText(crawls: readonly Measured[], memory: number): string {
  const lines: string[] = [];
  for (const [name, kind, key, help] of metrics) {
    lines.push(`# HELP argiope_${name} ${help}`, `# TYPE argiope_${name} ${kind}`);
    for (const { crawl, figures } of crawls)
      if (figures) lines.push(`argiope_${name}{crawl="${quotedLabel(crawl)}"} ${figures[key] ?? 0}`);
  }
  lines.push('# HELP argiope_running Whether the crawl runs', '# TYPE argiope_running gauge');
  for (const { crawl, state } of crawls) {
    const runs = state === 'running' || state === 'elsewhere' || state === 'stopping' || state === 'writing';
    lines.push(`argiope_running{crawl="${quotedLabel(crawl)}"} ${runs ? 1 : 0}`);
  }
  lines.push(
    '# HELP process_resident_memory_bytes Memory of the server',
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${memory}`,
  );
  return `${lines.join('\n')}\n`;
}

function quotedLabel(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
}

async function measured(crawl: ServedCrawl): Promise<Measured> {
  return {
    crawl: crawl.id,
    state: await crawl.state(await crawl.info()),
    figures: await crawl.figures(),
  };
}

/** The route of the figures for Prometheus. */
export const metricsRoutes = [
  rawRoute({
    method: 'GET',
    path: '/metrics',
    tag: 'Server',
    summary: 'Figures of all crawls, for Prometheus',
    produces: 'text/plain',
    run: async ({ desk }, { response }) => {
      const crawls = await Promise.all(
        desk.crawls.list().map((crawl) =>
          // One store that cannot be read must not hide the others.
          measured(crawl).catch((): Measured => ({ crawl: crawl.id, state: 'failed', figures: null })),
        ),
      );
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
      response.end(metricsText(crawls, process.memoryUsage.rss()));
    },
  }),
];
