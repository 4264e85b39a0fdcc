/** Lines of the log: what a crawl tells, for people. */
import type { CrawlEvent } from '../../model/index.ts';
import { aNumber, anObject, aText, aWord, orNull, type TypeOf } from '../schema.ts';

const kinds = [
  'page',
  'merged',
  'changed',
  'gone',
  'failed',
  'file',
  'action',
  'note',
  'writing',
  'crawl',
] as const;

/** One line of the log. */
export const logLineSchema = anObject({
  nth: aNumber('Number of the line, from 1 on'),
  at: aNumber('Moment, in milliseconds since 1970'),
  kind: aWord(kinds),
  level: aWord(['detail', 'info', 'warning']),
  page: orNull(aNumber('Number of the page that it is about')),
  text: aText(),
});

/** A line of the log of a crawl. */
export type LogLine = TypeOf<typeof logLineSchema>;

/** What a line says, without its number and moment; `null` for what is shown elsewhere. */
export type LogText = Omit<LogLine, 'nth' | 'at'>;

/** The line of an event. */
export function logText(event: CrawlEvent): LogText | null {
  const line = (kind: LogLine['kind'], level: LogLine['level'], page: number | null, text: string) => ({
    kind,
    level,
    page,
    text,
  });
  switch (event.kind) {
    case 'page':
      return line('page', 'info', event.number, titled(event));
    case 'changed':
      return line('changed', 'info', event.number, `changed: ${titled(event)}`);
    case 'merged':
      return line('merged', 'detail', event.number, `same content as page ${event.into}`);
    case 'gone':
      return line('gone', 'info', event.number, `gone: ${event.address}`);
    case 'failed':
      return line('failed', 'warning', event.number, `${event.message} (${event.code})`);
    case 'file':
      return line('file', 'detail', event.number, `a file (${event.contentType}): ${event.url}`);
    case 'action':
      return line(
        'action',
        'detail',
        event.source,
        `${event.event} ${JSON.stringify(event.label)}: ${event.reason} ${event.instruction}`,
      );
    case 'note':
      return line('note', event.level, null, event.text);
    case 'writing':
      return event.done === 0 ? line('writing', 'info', null, `writing the ${event.what}`) : null;
    case 'progress':
    case 'tab':
    case 'window':
      return null;
  }
}

function titled({ title, address }: { readonly title: string; readonly address: string }): string {
  return title === '' ? address : `${title}  ${address}`;
}
