import type { Command } from '../command.ts';
import { formsText } from '../forms.ts';
import { crawlPlace } from '../place.ts';

/** `argiope forms`: what can be asked on a site. */
export const formsCommand: Command = {
  name: 'forms',
  summary: 'List the forms of a crawl: what they are for, and what they take',
  usage: '[flags]',
  details: [
    'Lists every form, and every box with a button that stands for one, on the pages of a crawl: its kind, where it sends to, the pages that have it, and its fields. Forms that search come first. Kinds are search, login, registration, recovery, contact, mailing list, order and other.',
    'No form is sent. Without --out, the only crawl below ./argiope-out is taken.',
  ],
  examples: ['argiope forms --out argiope-out/example.org', 'argiope forms --json'],
  async run({ io, input, engine }) {
    const { json, quiet } = input.values;
    const report = await (await engine()).forms(await crawlPlace('forms', input, io.cwd));
    if (json) io.stdout.write(`${JSON.stringify(report)}\n`);
    else if (!quiet) io.stdout.write(formsText(report, io.stdout.columns ?? 80));
    return 0;
  },
};
