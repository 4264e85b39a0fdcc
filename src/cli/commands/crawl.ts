import { existsSync } from 'node:fs';
import { type CrawlSettings, crawlSettings, readSeeds } from '../../config/index.ts';
import { ArgiopeError } from '../../model/errors.ts';
import type { CrawlSummary } from '../../model/summary.ts';
import type { Command, Context } from '../command.ts';
import { exitOf, interruptedExit } from '../exit.ts';
import { boundHeap } from '../heap.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { browserPath } from '../place.ts';
import { Progress } from '../progress.ts';
import { givenSeeds } from '../seed-source.ts';
import { summaryJson, summaryTable } from '../summary.ts';

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
  if (settings.engine === 'http') boundHeap();
  const progress = new Progress(io, input.values);
  for (const note of notes) progress.say(`note: ${note}`);
  const interrupt = listenForInterrupt(io, (text) => progress.say(text));
  try {
    const { crawl } = await engine();
    const running = crawl(settings, { listen: progress.listen, signal: interrupt.signal });
    const result = await Promise.race([running, interrupt.atOnce]);
    progress.end(result !== 'at once');
    if (result !== 'at once') return finish(context, result);
    // Nobody waits for it any more: what it still says must not end the process in another way.
    running.catch(() => undefined);
    return stopAtOnce(context, progress, settings.out);
  } finally {
    progress.end();
    interrupt.off();
  }
}

/** Files the crawl for workers, and says how these are started. */
async function detach(
  { io, input, engine }: Context,
  settings: CrawlSettings,
  notes: readonly string[],
): Promise<number> {
  for (const note of notes) io.stderr.write(`note: ${note}\n`);
  const result = await (await engine()).detach(settings);
  if (input.values.json) io.stdout.write(`${JSON.stringify(result)}\n`);
  else if (!input.values.quiet) {
    const { filed, waiting, hosts, store } = result;
    io.stdout.write(
      `${filed} addresses filed; ${waiting} of ${hosts} hosts wait for workers in\n${store}\n\n  work    argiope worker --store …\n  look    argiope status --store …\n  then    argiope mirror --store … (graph, sitemap, search, export, …)\n`,
    );
  }
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

function stopAtOnce({ io, input }: Context, progress: Progress, out: string): number {
  progress.say('stopped at once; what was stored is kept, run the same command to go on');
  if (input.values.json) {
    const pages = progress.figures?.pages ?? 0;
    const answer = { command: 'crawl', pages, finished: false, out, stopped: 'interrupted' };
    io.stdout.write(`${JSON.stringify(answer)}\n`);
  }
  return interruptedExit;
}
