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

/** Lines of the log that a window keeps. */
const linesKept = 2000;
/** Moments that its plots show. */
const samplesKept = 900;

/** Watches a crawl as long as the view is there and can be seen; lines of the log from a level on. */
export function useLive(crawl: string, level: LogLine['level']): WatchedCrawl | null {
  const [watched, setWatched] = useState<{ readonly crawl: string; readonly now: WatchedCrawl } | null>(null);
  useEffect(() => {
    let source: EventSource | null = null;
    // Who cannot see it costs the crawl nothing.
    const look = () => {
      if (document.hidden) source?.close();
      else if (source === null || source.readyState === EventSource.CLOSED)
        source = hear(crawl, level, (now) => setWatched({ crawl, now }));
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      source?.close();
    };
  }, [crawl, level]);
  return watched?.crawl === crawl ? watched.now : null;
}

/** Listens to a crawl; what comes together is shown together, so that the view is drawn once. */
function hear(crawl: string, level: LogLine['level'], show: (now: WatchedCrawl) => void): EventSource {
  const source = new EventSource(crawlApi(crawl, `/live?log=${level}&pictures=true`));
  let [now, isDue]: [WatchedCrawl | null, boolean] = [null, false];
  const become = (next: WatchedCrawl | null) => {
    now = next;
    if (isDue || now === null) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      if (now) show(now);
    });
  };
  const on = <T>(name: string, change: (before: WatchedCrawl, news: T) => WatchedCrawl) =>
    source.addEventListener(name, (event) => {
      const news = JSON.parse((event as MessageEvent<string>).data) as T;
      become(now && change(now, news));
    });
  source.addEventListener('start', (event) =>
    become({ ...(JSON.parse((event as MessageEvent<string>).data) as LiveStart), isHeard: true }),
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
  source.addEventListener('error', () => become(now && { ...now, isHeard: false }));
  return source;
}

function withSample(samples: readonly LiveFigures[], figures: LiveFigures): readonly LiveFigures[] {
  const last = samples.at(-1);
  const before = last && figures.seconds < last.seconds ? [] : samples;
  return [...before, figures].slice(-samplesKept);
}
