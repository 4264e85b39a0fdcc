import type { CrawlControls } from '../controls.ts';

/** Controls that end a crawl once some of its pages were visited, whatever else waits. */
export function untilVisited(controls: CrawlControls, numbers: readonly number[]): CrawlControls {
  const left = new Set(numbers);
  const seen = new AbortController();
  const { signal, listen } = controls;
  return {
    ...controls,
    signal: signal === undefined ? seen.signal : AbortSignal.any([signal, seen.signal]),
    listen: (event) => {
      if (
        event.kind === 'page' ||
        event.kind === 'merged' ||
        event.kind === 'failed' ||
        event.kind === 'file'
      )
        left.delete(event.number);
      if (left.size === 0) seen.abort();
      listen?.(event);
    },
  };
}
