import { ArgiopeError } from '../../model/errors.ts';
import type { Command } from '../command.ts';
import { historyText } from '../history.ts';
import { crawlPlace } from '../place.ts';
import { lookOf, printResult } from '../print.ts';

/** `argiope history`: what a page was over time. */
export const historyCommand: Command = {
  name: 'history',
  summary: 'Show the versions of a page and what changed',
  usage: '<url | number> [flags]',
  details: [
    'Lists the contents that a page has had since it was first crawled, as "argiope recrawl" has found them, newest first, each with the lines of its main text that it took away and added.',
    'Without --out, the only crawl below ./argiope-out is taken; with --store alone, the folder of that file.',
  ],
  examples: [
    'argiope history https://example.org/news/ --out argiope-out/example.org',
    'argiope history 17 --version 1..3',
    'argiope history 17 --html --json',
  ],
  async run(context) {
    const { io, input, engine } = context;
    const [page, more] = input.positionals;
    if (page === undefined || more !== undefined) {
      throw new ArgiopeError(
        'USAGE',
        `history needs the address or number of one page; got ${input.positionals.length === 0 ? 'none' : input.positionals.length}`,
        {
          advice: 'for example: argiope history https://example.org/news/',
        },
      );
    }
    const place = await crawlPlace('history', { ...input, positionals: [] }, io.cwd);
    const { html, versions } = input.values;
    const found = await (await engine()).history({ ...place, page, html, versions });
    printResult(context, found, () => historyText(found, lookOf(io)));
    return 0;
  },
};
