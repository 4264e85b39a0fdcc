import { type Input, type RecrawlSettings, readSeeds, recrawlSettings } from '../../config/index.ts';
import { errorCodes } from '../../model/errors.ts';
import type { RecrawlSummary } from '../../model/recrawl.ts';
import type { Command, Context } from '../command.ts';
import { exitOf, interruptedExit } from '../exit.ts';
import { boundHeap } from '../heap.ts';
import type { Io } from '../io.ts';
import { browserPath, crawlPlace } from '../place.ts';
import { printResult } from '../print.ts';
import { Progress } from '../progress.ts';
import { recrawlLists, recrawlTable, visitedNothing } from '../recrawl.ts';
import { givenSeeds } from '../seed-source.ts';
import { type Watching, watched } from '../watched.ts';

/** `argiope recrawl`: revisit what has probably changed. */
export const recrawlCommand: Command = {
  name: 'recrawl',
  summary: 'Visit the pages of a crawl again: what is new, changed, gone',
  usage: '[address…] [flags]',
  details: [
    'Asks the site again for the documents, data and scripts that the pages of a crawl were made from, each once, and opens the pages whose data has changed. What is new on them is crawled. Mirror, sitemap, graph, listing and records are brought up to date; earlier contents are kept, and "argiope history" shows them.',
    'With --budget N, at most N requests are made: first for the pages that have probably changed, judged by how often they did so far. With --every TIME it goes on in rounds until Ctrl-C.',
    'Passwords are not kept with a crawl: --auth gives one again, and where seeds need several, their addresses are given again with the logins in them (also from a file, as @FILE, or from standard input, as -).',
    'The settings of the crawl stay; flags about manners, access and the browser may differ. Without --out, the only crawl below ./argiope-out is taken.',
  ],
  examples: [
    'argiope recrawl --out argiope-out/example.org',
    'argiope recrawl --budget 500 --verbose',
    'argiope recrawl --every 1d --json',
    'argiope recrawl ftp://user:password@example.org/ --out all',
  ],
  run,
};

/** What was asked for, beside the crawl's own settings. */
async function settingsOf(input: Input, io: Io): Promise<RecrawlSettings> {
  const { positionals } = input;
  const again = positionals.length === 0 ? null : readSeeds(await givenSeeds(positionals, io));
  const place = await crawlPlace('recrawl', { ...input, positionals: [] }, io.cwd);
  const values = { ...input.values, browser: browserPath(input) };
  return recrawlSettings(place, again, { ...input, values }, io.cwd);
}

async function run(context: Context): Promise<number> {
  const { io, input, engine } = context;
  const settings = await settingsOf(input, io);
  boundHeap({ gathers: false });
  const { verbose } = input.values;
  const tell = (summary: RecrawlSummary) =>
    printResult(context, summary, () => `${verbose ? recrawlLists(summary) : ''}${recrawlTable(summary)}`);
  const work = async (watch: Watching) => (await engine()).recrawl(settings, { ...watch, round: tell });
  const result = await watched(io, new Progress(io, input.values), work);
  if (result === 'at once') return interruptedExit;
  // Rounds were told as they ended, and are ended by an interrupt as a rule.
  if (settings.every !== null) return 0;
  tell(result);
  return visitedNothing(result) ? errorCodes.NOTHING_CRAWLED.exit : exitOf(result.stopped);
}
