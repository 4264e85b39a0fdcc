import { ArgiopeError } from '../../model/errors.ts';
import type { Command } from '../command.ts';
import { browserPath, crawlPlace } from '../place.ts';
import { printResult } from '../print.ts';
import { shortPath } from '../summary.ts';
import { clean } from '../terminal.ts';

/** `argiope open`: shows a page of a crawl as it is now. */
export const openCommand: Command = {
  name: 'open',
  summary: 'Show a page live: walk the way to it in a window',
  usage: '<number> [flags]',
  details: [
    'Opens a visible browser, goes to the address that the way to the page begins at, and fires the events that lead to it one after the other, each outlined before. The window stays until it is closed. Numbers of pages are in the answers of "argiope search" and in pages.jsonl.',
    '--format playwright writes playwright/page-<number>.spec.ts below the output folder instead: a test that walks the same way and looks for a text of the page.',
    'Without --out, the only crawl below ./argiope-out is taken; with --store alone, the folder of that file.',
  ],
  examples: ['argiope open 17 --out argiope-out/example.org', 'argiope open 17 --format playwright'],
  async run(context) {
    const { io, input, engine } = context;
    const [text = '', more] = input.positionals;
    if (!/^\d+$/.test(text) || more !== undefined)
      throw new ArgiopeError(
        'USAGE',
        `open needs the number of one page; got ${text === '' ? 'none' : `"${input.positionals.join(' ')}"`}`,
        {
          advice: 'for example: argiope open 17',
        },
      );
    const place = {
      ...(await crawlPlace('open', { ...input, positionals: [] }, io.cwd)),
      number: Number(text),
    };
    const { json, quiet, openFormat } = input.values;
    const tools = await engine();
    if (openFormat === 'playwright') {
      const { number, path } = await tools.writePlaywright(place);
      printResult(context, { command: 'open', number, path }, () => `${shortPath(path, io.cwd)}\n`);
      return 0;
    }
    const ending = new AbortController();
    const stop = io.onInterrupt(() => ending.abort());
    const told = (step: { readonly open: string } | { readonly fire: string; readonly label: string }) => {
      if (!quiet)
        io.stderr.write(
          'open' in step ? `open ${clean(step.open)}\n` : `${clean(step.fire)} ${clean(step.label)}\n`,
        );
    };
    try {
      const { number, label } = await tools.openLive({
        ...place,
        browser: browserPath(input),
        signal: ending.signal,
        told,
      });
      if (json) io.stdout.write(`${JSON.stringify({ command: 'open', number, label })}\n`);
    } finally {
      stop();
    }
    return 0;
  },
};
