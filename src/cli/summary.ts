import { join, relative } from 'node:path';
import type { CrawlSummary } from '../model/summary.ts';
import { count, counted, duration, figureLines, sizeText } from './figures.ts';
import { clean, pad } from './terminal.ts';

/** Kinds of files that the table names. */
const kindsTold = 6;

/** What is said of a run that ended before it was done. */
export const earlyEnds = {
  limit: 'stopped by a limit; raise it to go on',
  interrupted: 'interrupted; run the same command to go on',
} as const;
const endings = { done: 'nothing is left to visit', ...earlyEnds } as const;

/** The table at the end of a crawl: what was found, what it took, and what to open. */
export function summaryTable(
  result: CrawlSummary,
  cwd: string,
  isThere: (file: string) => boolean = () => true,
): string {
  const { instructions, events } = result;
  const rows: readonly (readonly [string, number, string])[] = [
    ['pages', result.pages, `${count(result.urlPages)} by address, ${count(result.statePages)} by events`],
    ...typeRow(result),
    ...focusRow(result),
    ...recordRow(result),
    ['duplicates', result.duplicates, 'merged into pages of the same content'],
    ...(result.redirects === 0
      ? []
      : [['redirects', result.redirects, 'to pages that have another address'] as const]),
    ['instructions', instructions.seen, `seen, ${count(instructions.unique)} of them distinct`],
    ['events', events.fired, `fired, ${count(events.replayed)} replayed on the way to a page`],
    ...firingRows(result),
    [
      'requests',
      result.requests,
      `${count(result.requestsFromCache)} from the cache, ${sizeText(result.bytes)}`,
    ],
    ...engineRow(result),
    ...fileRow(result),
    ...formRow(result),
    ['errors', result.errors, result.errors === 0 ? '' : 'pages that could not be had: failures.jsonl'],
    ...(result.dropped === undefined ? [] : [['dropped', result.dropped, 'by hooks'] as const]),
  ];
  const head = `${counted(result.pages, 'page')} in ${duration(result.seconds)}: ${endings[result.stopped]}`;
  return [head, '', ...figureLines(rows), '', ...whatToOpen(result.out, cwd, isThere), ''].join('\n');
}

/** What firing events took; nothing where none was fired. */
function firingRows(summary: CrawlSummary): readonly (readonly [string, number, string])[] {
  const { events, resets } = summary;
  if (events.fired + events.replayed === 0) return [];
  return [
    ['not fired', events.skipped + events.suspended, leftText(summary)],
    ['tested', events.audited, `skips, ${count(events.wrong)} gave something new after all`],
    ['resets', resets, 'pages loaded again to reach another'],
  ];
}

/** How many pages are of the wanted types, and what types there are; nothing where no types are known. */
function typeRow({ types, want, pages }: CrawlSummary): readonly (readonly [string, number, string])[] {
  if (!types) return [];
  const names = Object.keys(types).filter((name) => !want || want.includes(name));
  const wanted = names.reduce((sum, name) => sum + (types[name] ?? 0), 0);
  const typed = Object.values(types).reduce((sum, figure) => sum + figure, 0);
  const each = Object.entries(types).map(([name, figure]) => `${count(figure)} ${name}`);
  if (pages > typed) each.push(`${count(pages - typed)} of no type`);
  return [['wanted', wanted, `pages: ${each.join(', ')}`]];
}

/** How pages were opened, where that was decided page by page. */
function engineRow({ engines }: CrawlSummary): readonly (readonly [string, number, string])[] {
  if (!engines) return [];
  const { http, browser, compared } = engines;
  return [['by requests', http, `pages, ${count(browser)} in the browser, ${count(compared)} both ways`]];
}

/** Forms, and how those are asked that were not: what only they reach is not among the pages. */
function formRow({ forms }: CrawlSummary): readonly (readonly [string, number, string])[] {
  if (!forms || forms.found === 0) return [];
  const { found, searchable, asked, silent = 0 } = forms;
  const left = searchable - asked;
  const nothing = silent === 0 ? '' : ` (nothing came of ${count(silent)})`;
  if (searchable === 0) return [['forms', found, 'none searches']];
  if (left <= 0)
    return [
      ['forms', found, `${count(searchable)} search, all asked${nothing}: argiope forms tells what came`],
    ];
  if (asked > 0) {
    const done = `${count(asked)} asked${nothing}, ${count(left)} not`;
    return [['forms', found, `${count(searchable)} search, ${done}: argiope forms tells more`]];
  }
  return [['forms', found, `${count(searchable)} search, ${count(left)} unasked: crawl --forms asks them`]];
}

/** How many pages are about the topic, where there is one. */
function focusRow({ focus }: CrawlSummary): readonly (readonly [string, number, string])[] {
  if (!focus) return [];
  return [['on topic', focus.pages, `mean relevance of all ${focus.relevance} to "${focus.words}"`]];
}

/** Files that links lead to, by their kinds: `9 pdf, 3 json`. */
function fileRow({ files }: Pick<CrawlSummary, 'files'>): readonly (readonly [string, number, string])[] {
  if (files === undefined) return [];
  const kinds = Object.entries(files);
  const all = kinds.reduce((sum, [, figure]) => sum + figure, 0);
  const told = kinds.slice(0, kindsTold).map(([kind, figure]) => `${count(figure)} ${clean(kind)}`);
  if (kinds.length > kindsTold) told.push('…');
  return [['other files', all, told.join(', ')]];
}

function recordRow({ records, rejected = 0 }: CrawlSummary): readonly (readonly [string, number, string])[] {
  if (records === undefined) return [];
  return [
    [
      'records',
      records,
      rejected === 0 ? 'in records.jsonl' : `in records.jsonl, ${count(rejected)} rejected`,
    ],
  ];
}

/** The files that were written: a crawl that was stopped before its first page has no mirror to open. */
function whatToOpen(out: string, cwd: string, isThere: (file: string) => boolean): readonly string[] {
  const files = [
    ['open', join('mirror', 'index.html')],
    ['pages', join('mirror', 'overview.html')],
    ['graph', 'graph.json'],
    ['sitemap', 'sitemap.xml'],
    ['listing', 'pages.jsonl'],
  ] as const;
  return files
    .filter(([, file]) => isThere(join(out, file)))
    .map(([name, file]) => `  ${pad(name, 7)}  ${shortPath(join(out, file), cwd)}`);
}

/** The path as seen from the working folder where that is shorter. */
export function shortPath(path: string, cwd: string): string {
  const near = relative(cwd, path);
  return near.length < path.length && !near.startsWith('..') ? near : path;
}

/** The one JSON object of a crawl, fields in the documented order. */
export function summaryJson(result: CrawlSummary): string {
  const { command, pages, urlPages, statePages, duplicates, redirects, resets, requests, requestsFromCache } =
    result;
  const { bytes, errors, seconds, finished, out, outputSeconds, stopped } = result;
  const { forms, dropped, files, focus, records, rejected, types, want, engines } = result;
  const { seen, unique } = result.instructions;
  const { fired, replayed, skipped, suspended, audited, wrong } = result.events;
  return JSON.stringify({
    command,
    pages,
    urlPages,
    statePages,
    duplicates,
    redirects,
    instructions: { seen, unique },
    events: { fired, replayed, skipped, suspended, audited, wrong },
    resets,
    requests,
    requestsFromCache,
    bytes,
    errors,
    seconds,
    finished,
    out,
    outputSeconds,
    stopped,
    ...(forms && { forms }),
    ...(dropped !== undefined && { dropped }),
    ...(files && { files }),
    ...(focus && { focus }),
    ...(records !== undefined && { records, rejected }),
    ...(types && { types }),
    ...(want && { want }),
    ...(engines && { engines }),
  });
}

/** What was left unfired, and what is expected behind it. */
function leftText({ events, unseen }: CrawlSummary): string {
  const left = `${count(events.suspended)} as too unlikely`;
  if (events.suspended === 0) return left;
  return `${left}, ${unseen < 1 ? 'under 1' : `about ${count(Math.round(unseen))}`} expected`;
}
