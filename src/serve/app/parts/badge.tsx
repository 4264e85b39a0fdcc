import type { CrawlState } from '../../crawl.ts';

const states: Readonly<Record<CrawlState, readonly [text: string, look: string]>> = {
  running: ['running', 'live'],
  paused: ['paused', 'held'],
  writing: ['writing mirror and outputs', 'live'],
  stopping: ['ending', 'held'],
  elsewhere: ['running in another process', 'live'],
  finished: ['finished', ''],
  stopped: ['stopped, work left', 'held'],
  failed: ['failed', 'broken'],
};

/** How it stands with a crawl. */
export function StateBadge({ state }: { readonly state: CrawlState }) {
  const [text, look] = states[state];
  return <span class={`badge ${look}`}>{text}</span>;
}
