import { basename, join, resolve } from 'node:path';
import { extractSettings, outFolder, storeIn } from '../../config/index.ts';
import { ArgiopeError } from '../../model/errors.ts';
import type { ExtractSummary } from '../../run/extraction/summary.ts';
import type { Command, Context } from '../command.ts';
import { exitOf } from '../exit.ts';
import { extractTable } from '../extraction.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { type CrawlPlace, crawlPlace } from '../place.ts';
import { Progress } from '../progress.ts';

/** `argiope extract`: records out of pages. */
export const extractCommand: Command = {
  name: 'extract',
  summary: 'Turn pages into records without writing rules',
  usage: '[--pages DIR] [flags]',
  details: [
    'Compares the pages of a crawl, or of a folder of HTML files, finds what their templates are and which places hold data, names these fields and writes a record for each page and for each item of a list: records.jsonl below the output folder (docs/extract.md). The rules are kept, and applied the next time; where a template has changed they are mended.',
    'With --schema, fields get the names that the schema has for them, and records that do not fulfil it go to rejected.jsonl with the reasons. Pages that are articles give their title, author, date, main text and language.',
    'Without --out, the only crawl below ./argiope-out is taken; with --pages, ./argiope-out/<name of the folder>.',
  ],
  examples: [
    'argiope extract --out argiope-out/example.org',
    'argiope extract --pages saved-pages --report report.html',
    'argiope extract --schema book.json --records csv',
    'argiope extract --records postgres://me:secret@db.example.org/shop',
  ],
  run,
};

async function run(context: Context): Promise<number> {
  const { io, input, engine } = context;
  const settings = extractSettings(placeOf(context), input.values, io.cwd);
  const progress = new Progress(io, input.values);
  const interrupt = listenForInterrupt(io, (text) => progress.say(text));
  try {
    const { extract } = await engine();
    const result = await extract(settings, { listen: progress.listen, signal: interrupt.signal });
    progress.end();
    return finish(context, result);
  } finally {
    progress.end();
    interrupt.off();
  }
}

function placeOf({ io, input }: Context): CrawlPlace {
  const { pages, out, store } = input.values;
  if (pages === null) return crawlPlace('extract', input, io.cwd);
  const [strange] = input.positionals;
  if (strange !== undefined)
    throw new ArgiopeError('USAGE', `extract takes no address; got "${strange}"`, {
      advice: 'name the folder of HTML files with --pages alone',
    });
  const folder = resolve(io.cwd, out ?? join(outFolder, basename(resolve(io.cwd, pages))));
  return { out: folder, store: store ?? storeIn(folder) };
}

function finish({ io, input }: Context, result: ExtractSummary): number {
  if (input.values.json) io.stdout.write(`${JSON.stringify(result)}\n`);
  else if (!input.values.quiet) io.stdout.write(extractTable(result, io.cwd, input.values.verbose));
  return exitOf(result.stopped);
}
