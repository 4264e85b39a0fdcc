import { existsSync } from 'node:fs';
import { type CrawlSettings, crawlSettings, readSeeds } from '../../config/index.ts';
import { ArgiopeError } from '../../model/errors.ts';
import type { CrawlSummary } from '../../model/summary.ts';
import type { Command, Context } from '../command.ts';
import { exitOf, interruptedExit } from '../exit.ts';
import { boundHeap } from '../heap.ts';
import { browserPath } from '../place.ts';
import { printResult } from '../print.ts';
import { Progress } from '../progress.ts';
import { givenSeeds } from '../seed-source.ts';
import { summaryJson, summaryTable } from '../summary.ts';
import { watched } from '../watched.ts';

/** `argiope crawl`: the main thing. */
export const crawlCommand: Command = {
  name: 'crawl',
  summary: 'Crawl a site: store, mirror, graph and sitemap',
  usage: '<url… | @file | -> [flags]',
  details: [
    'Visits every page that links and events lead to and writes what it found below the output folder: mirror/index.html (a static copy to browse), graph.json, sitemap.xml, pages.jsonl and argiope.db.',
    'Start addresses may also come from files (@FILE) and from standard input (-): one on each line, UTF-8, with "#" before comments. A line that is no address is named and skipped.',
    'Running the same command again goes on where it was stopped. The first Ctrl-C ends after the pages in hand, the second at once; both lose nothing that was stored.',
  ],
  examples: [
    'argiope crawl https://example.org/',
    'argiope crawl https://example.org/news/ --scope prefix --max-pages 500',
    'argiope crawl http://127.0.0.1:8080/ --json --quiet > summary.json',
    'argiope crawl @seeds.txt --out many',
    'argiope crawl @seeds.txt --engine http --detach --store postgres://db/crawl',
    'argiope crawl ftp://ftp.example.org/pub/ --scope prefix',
    'argiope crawl telnet://bbs.example.org/ --charset gbk',
    'argiope crawl https://example.org/ ftp://example.org/ bbs://example.org/',
  ],
  run,
};

async function run(context: Context): Promise<number> {
  const { io, input, engine } = context;
  const { seeds, notes, logins = {} } = readSeeds(await givenSeeds(input.positionals, io));
  const values = { ...input.values, browser: browserPath(input) };
  const settings = { ...crawlSettings(seeds, values, io.cwd), logins };
  if (input.values.detach) return detach(context, settings, notes);
  boundHeap({ gathers: settings.engine === 'http' });
  const progress = new Progress(io, input.values);
  for (const note of notes) progress.say(`note: ${note}`);
  const result = await watched(io, progress, async (watch) => (await engine()).crawl(settings, watch));
  return result === 'at once' ? leave(context, progress, settings.out) : finish(context, result);
}

/** Files the crawl for workers, and says how these are started. */
async function detach(context: Context, settings: CrawlSettings, notes: readonly string[]): Promise<number> {
  const { io, engine } = context;
  for (const note of notes) io.stderr.write(`note: ${note}\n`);
  const result = await (await engine()).detach(settings);
  const { filed, waiting, hosts, store } = result;
  printResult(
    context,
    result,
    () =>
      `${filed} addresses filed; ${waiting} of ${hosts} hosts wait for workers in\n${store}\n\n  work    argiope worker --store …\n  look    argiope status --store …\n  then    argiope mirror --store … (graph, sitemap, search, export, …)\n`,
  );
  return 0;
}

function finish({ io, input }: Context, result: CrawlSummary): number {
  if (result.pages === 0 && result.stopped === 'done') {
    throw new ArgiopeError('NOTHING_CRAWLED', 'no page could be had from the seeds', {
      advice: 'see the messages above; --verbose says more',
    });
  }
  if (input.values.json) io.stdout.write(`${summaryJson(result)}\n`);
  else if (!input.values.quiet) io.stdout.write(summaryTable(result, io.cwd, existsSync));
  return exitOf(result.stopped);
}

function leave({ io, input }: Context, progress: Progress, out: string): number {
  if (input.values.json) {
    const pages = progress.figures?.pages ?? 0;
    const left = { command: 'crawl', pages, finished: false, out, stopped: 'interrupted' };
    io.stdout.write(`${JSON.stringify(left)}\n`);
  }
  return interruptedExit;
}
