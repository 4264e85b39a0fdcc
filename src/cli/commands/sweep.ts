import type { Command } from '../command.ts';
import { neededStore } from '../place.ts';
import { printResult } from '../print.ts';

/** `argiope sweep`: removes what killed workers have left in a bucket. */
export const sweepCommand: Command = {
  name: 'sweep',
  summary: 'Remove blobs from a bucket that no page names',
  usage: '--store postgres://… [flags]',
  details: [
    'A worker that is killed may leave objects in the bucket of a store that no page uses (docs/scaling.md). They do no harm but take room. This removes them and nothing else; it is refused while others write to the store.',
  ],
  examples: ['argiope sweep --store postgres://crawler@db/crawl'],
  async run(context) {
    const { input, engine } = context;
    const store = neededStore('sweep', input);
    const swept = await (await engine()).sweep({ store });
    printResult(context, swept, () =>
      swept.bucket
        ? `${swept.removed} of ${swept.objects} objects removed\n`
        : 'the blobs are in the database\n',
    );
    return 0;
  },
};
