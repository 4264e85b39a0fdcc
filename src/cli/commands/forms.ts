import { type CrawlSettings, crawlSettings, type Input, readSeeds } from '../../config/index.ts';
import type { Command } from '../command.ts';
import { formsText } from '../forms.ts';
import { browserPath, crawlPlace } from '../place.ts';
import { printResult } from '../print.ts';

/** `argiope forms`: what can be asked on a site. */
export const formsCommand: Command = {
  name: 'forms',
  summary: 'List the forms of a crawl or of pages, and what they take',
  usage: '[url…] [flags]',
  details: [
    'Lists every form, and every box with a button that stands for one, on the pages of a crawl: its kind, where it sends to, the pages that have it, and its fields. Forms that search come first. Kinds are search, login, registration, recovery, contact, mailing list, order and other.',
    'Addresses that are given are opened now, and nothing is kept of them. Without addresses: the forms of the crawl in --out, or of the only crawl below ./argiope-out. No form is sent.',
  ],
  examples: [
    'argiope forms --out argiope-out/example.org',
    'argiope forms https://library.example/search',
    'argiope forms --json',
  ],
  async run(context) {
    const { io, input, engine } = context;
    const { forms, lookForForms } = await engine();
    const report =
      input.positionals.length === 0
        ? await forms(await crawlPlace('forms', input, io.cwd))
        : await lookForForms(lookedAt(input, io.cwd), {});
    printResult(context, report, (columns) => formsText(report, columns));
    return 0;
  },
};

function lookedAt(input: Input, cwd: string): CrawlSettings {
  const { seeds, logins = {} } = readSeeds(input.positionals);
  return { ...crawlSettings(seeds, { ...input.values, browser: browserPath(input) }, cwd), logins };
}
