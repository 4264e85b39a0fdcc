import type { RecrawlSummary, ReportedPage } from '../model/recrawl.ts';
import { count, counted, duration, figureLines } from './figures.ts';
import { clean, cut, pad } from './terminal.ts';

const endings = {
  done: 'every page that was due has been looked after',
  limit: 'stopped by a limit; the next run begins with what is worth most',
  interrupted: 'interrupted; run the same command to go on',
} as const;

/** The table at the end of a recrawl, or of a round: what became of the pages, and what it took. */
export function recrawlTable(result: RecrawlSummary): string {
  const rows: readonly (readonly [string, number, string])[] = [
    ['new', result.new, 'pages that were not there before'],
    ['changed', result.changed, 'pages; argiope history shows what'],
    ['gone', result.gone, 'pages that are not there any more'],
    ['unchanged', result.unchanged, 'pages'],
    [
      'not visited',
      result.notVisited,
      result.notVisited === 0 ? '' : 'pages: budget, limits, errors, robots',
    ],
    [
      'requests',
      result.requests,
      `${count(result.probes)} asked for changes, ${count(result.notModified)} times 304`,
    ],
    ['seen again', result.opened, `documents opened, ${counted(result.events, 'event')} fired`],
    ...(result.files === undefined ? [] : [['other files', result.files, 'that new links lead to'] as const]),
    ['errors', result.errors, ''],
    ...(result.records === undefined ? [] : [recordsRow(result.records, result.rejected ?? 0)]),
  ];
  const head = `${counted(result.pages, 'page')} in ${duration(result.seconds)}: ${endingOf(result)}`;
  return [head, '', ...figureLines(rows), ''].join('\n');
}

/** How it ended; what could not be visited is not called looked after. */
function endingOf({ stopped, notVisited }: RecrawlSummary): string {
  if (stopped !== 'done' || notVisited === 0) return endings[stopped];
  return `${counted(notVisited, 'page')} of those that were due could not be visited`;
}

/** Whether it came to nothing: pages were due, and none could be visited. */
export function visitedNothing(result: RecrawlSummary): boolean {
  const visited = result.new + result.changed + result.gone + result.unchanged;
  return result.stopped === 'done' && visited === 0 && result.notVisited > 0 && result.errors > 0;
}

function recordsRow(records: number, rejected: number): readonly [string, number, string] {
  return ['records', records, rejected === 0 ? 'made anew' : `made anew, ${count(rejected)} rejected`];
}

/** The pages that are new, changed or gone, one on a line. */
export function recrawlLists({ lists }: RecrawlSummary): string {
  const of = (sign: string, pages: readonly ReportedPage[]) =>
    pages.map(({ number, address, label }) =>
      `${sign} ${pad(String(number), 5, 'right')}  ${clean(address)}  ${cut(clean(label), 60)}`.trimEnd(),
    );
  const lines = [...of('+', lists.new), ...of('~', lists.changed), ...of('-', lists.gone)];
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
}
