/** What happens in a crawl now, by server-sent events. */
import { useEffect, useState } from 'preact/hooks';
import type { LiveStart } from '../api/live.ts';
import type { CrawlState } from '../crawl.ts';
import type { TabWork } from '../live/feed.ts';
import type { LiveFigures } from '../live/figures.ts';
import type { LogLine } from '../live/log.ts';
import { crawlApi } from './api.ts';

/** What is known of a crawl that is watched. */
export interface WatchedCrawl extends LiveStart {
  /** Whether the server is heard. */
  readonly isHeard: boolean;
}

const linesKept = 2000;
const samplesKept = 900;

/** Watches a crawl as long as the view is there. */
export function useLive(crawl: string): WatchedCrawl | null {
  const [watched, setWatched] = useState<WatchedCrawl | null>(null);
  useEffect(() => {
    setWatched(null);
    const source = new EventSource(crawlApi(crawl, '/live'));
    const on = <T>(name: string, change: (before: WatchedCrawl, news: T) => WatchedCrawl) =>
      source.addEventListener(name, (event) => {
        const news = JSON.parse((event as MessageEvent<string>).data) as T;
        setWatched((before) => (before === null ? before : change(before, news)));
      });
    source.addEventListener('start', (event) =>
      setWatched({ ...(JSON.parse((event as MessageEvent<string>).data) as LiveStart), isHeard: true }),
    );
    on<LiveFigures>('figures', (before, figures) => ({
      ...before,
      samples: withSample(before.samples, figures),
    }));
    on<readonly LogLine[]>('log', (before, lines) => ({
      ...before,
      lines: [...before.lines, ...lines].slice(-linesKept),
    }));
    on<readonly TabWork[]>('tabs', (before, tabs) => ({ ...before, tabs }));
    on<{ readonly state: CrawlState }>('state', (before, { state }) => ({ ...before, state }));
    source.addEventListener('error', () =>
      setWatched((before) => (before === null ? before : { ...before, isHeard: false })),
    );
    return () => source.close();
  }, [crawl]);
  return watched;
}

function withSample(samples: readonly LiveFigures[], figures: LiveFigures): readonly LiveFigures[] {
  const last = samples.at(-1);
  const before = last && figures.seconds < last.seconds ? [] : samples;
  return [...before, figures].slice(-samplesKept);
}
