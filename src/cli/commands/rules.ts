import type { Command } from '../command.ts';

/** `argiope rules`: look at, change and try the rules of an extraction. */
export const rulesCommand: Command = {
  name: 'rules',
  summary: 'Show, edit, test, export or import the rules of records',
  usage: 'list|show|edit|test|export|import [NAME|FILE] [flags]',
  details: [
    'Rules say how the fields of a template are found, in several ways each; argiope extract learns them and keeps every version of them in the store. NAME is a template, as list shows it.',
    'edit opens $EDITOR (or $VISUAL) on the rules of a template and keeps what comes out as a new version; what is wrong is told with its place, and what was written stays in a file to be corrected and imported. test applies the rules to the stored pages, or to those of --pages, and tells how many have each field, where its alternatives disagree, and what is unlike the values it was learned from. export and import go through a file, which can also be given to argiope extract --rules.',
    'Without --out, the only crawl below ./argiope-out is taken.',
  ],
  examples: [
    'argiope rules list',
    'argiope rules edit book --out argiope-out/example.org',
    'argiope rules export rules.json',
    'argiope rules test book',
  ],
  // What reads rules is as much as all the rest of the command line.
  run: async (context) => (await import('../rules-actions.ts')).runRules(context),
};
