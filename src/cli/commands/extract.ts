import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { extractSettings, type Input, outFolder, storeIn } from '../../config/index.ts';
import { ArgiopeError } from '../../model/errors.ts';
import type { ExtractSummary } from '../../run/extraction/summary.ts';
import type { Command, Context } from '../command.ts';
import { exitOf } from '../exit.ts';
import { extractTable } from '../extraction.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { type CrawlPlace, crawlPlace } from '../place.ts';
import { printResult } from '../print.ts';
import { Progress } from '../progress.ts';

/** `argiope extract`: records out of pages. */
export const extractCommand: Command = {
  name: 'extract',
  summary: 'Turn pages into records without writing rules',
  usage: '[--pages DIR] [--label PAGE…] [flags]',
  details: [
    'Compares the pages of a crawl, or of a folder of HTML files, finds their templates and the places that hold data, names these fields and writes a record for each page and for each item of a list: records.jsonl below the output folder (docs/extract.md). The rules are kept, and applied the next time; where a template has changed they are mended.',
    'With --schema, fields get the names that the schema has for them, and records that do not fulfil it go to rejected.jsonl with the reasons. Pages that are articles give their title, author, date, main text and language.',
    'With --label, an address of this machine is told under which pages are shown: click on values and name them, on ten pages at most, and save. The rules that are learned from that take the place of those that these pages had.',
    'Without --out, the only crawl below ./argiope-out is taken; with --pages, ./argiope-out/<name of the folder>.',
  ],
  examples: [
    'argiope extract --out argiope-out/example.org',
    'argiope extract --pages saved-pages --report report.html',
    'argiope extract --schema book.json --records csv',
    'argiope extract --label shop/1.html shop/2.html shop/3.html',
    'argiope extract --records postgres://me:secret@db.example.org/shop',
  ],
  run,
};

async function run(context: Context): Promise<number> {
  const { io, engine } = context;
  const { input, labelled } = withLabels(context);
  const settings = extractSettings(await placeOf(io, input), input.values, io.cwd);
  const progress = new Progress(io, input.values);
  const interrupt = listenForInterrupt(io, (text) => progress.say(text));
  try {
    const { extract, label } = await engine();
    if (labelled.length > 0) {
      // Also where nothing else is to be said: without the address nobody can point.
      const offer = (url: string) => io.stderr.write(`point at values: open ${url}\n`);
      const rules = await label(settings, { pages: labelled, offer, signal: interrupt.signal });
      if (rules === null) return exitOf('interrupted');
    }
    const result = await extract(settings, { listen: progress.listen, signal: interrupt.signal });
    progress.end();
    return finish(context, result);
  } finally {
    progress.end();
    interrupt.off();
  }
}

/** Pages that somebody wants to point on; where they are files and no folder is named, it is theirs. */
function withLabels({ io, input }: Context): { readonly input: Input; readonly labelled: readonly string[] } {
  const { label, pages, rules } = input.values;
  if (label.length === 0) return { input, labelled: [] };
  if (rules !== null)
    throw new ArgiopeError('USAGE', '--label makes rules of its own, and --rules names others', {
      advice: 'leave one of them out',
    });
  const named = [...label, ...input.positionals];
  const files = named.map((name) => resolve(io.cwd, name));
  const areFiles = pages !== null || existsSync(files[0] ?? '');
  const folder = pages ?? (areFiles ? dirname(files[0] ?? '') : null);
  return {
    input: { ...input, positionals: [], values: { ...input.values, pages: folder } },
    labelled: areFiles ? files : named,
  };
}

async function placeOf(io: Context['io'], input: Input): Promise<CrawlPlace> {
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

function finish(context: Context, result: ExtractSummary): number {
  const { io, input } = context;
  printResult(context, result, () => extractTable(result, io.cwd, input.values.verbose));
  return exitOf(result.stopped);
}
