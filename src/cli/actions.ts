import type { CrawlEvent } from '../model/progress.ts';
import { reasonText } from '../model/reason-text.ts';
import { clean, cut } from './terminal.ts';

type Event<K extends CrawlEvent['kind']> = Extract<CrawlEvent, { kind: K }>;

/** One line for an action: where it is, what it would do, and what became of it. */
export function actionLine(event: Event<'action'>): string {
  const label = clean(event.label) === '' ? '' : ` "${cut(clean(event.label), 40)}"`;
  const reason = clean(reasonText(event.reason));
  return `page ${event.source}: ${clean(event.event)}${label} ${cut(clean(event.instruction), 120)}: ${reason}`;
}

/** One line for a page that was kept or merged, has changed or is gone. */
export function pageLine(event: Event<'page' | 'merged' | 'changed' | 'gone'>): string {
  if (event.kind === 'merged') return `page ${event.number}: same content as page ${event.into}, merged`;
  if (event.kind === 'gone') return `page ${event.number}: gone ${clean(event.address)}`.trimEnd();
  const title = clean(event.title) === '' ? '' : ` "${cut(clean(event.title), 60)}"`;
  const what = event.kind === 'changed' ? 'changed' : 'kept';
  return `page ${event.number}: ${what}${title} ${clean(event.address)}`.trimEnd();
}

/** One line for a file that stands where a page might have been. */
export function fileLine({ number, contentType, url }: Event<'file'>): string {
  return `page ${number}: a file, not a page (${clean(contentType)}) ${clean(url)}`;
}

/** One line for a page that could not be had. */
export function failureLine(event: Event<'failed'>): string {
  const address = event.url === '' || event.message.includes(event.url) ? '' : ` (${clean(event.url)})`;
  return `page ${event.number} failed: ${clean(event.message)}${address} (${event.code})`;
}
