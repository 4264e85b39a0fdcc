import type { Command } from '../command.ts';
import { neededStore } from '../place.ts';
import { printResult } from '../print.ts';
import { statusText } from '../status.ts';

/** `argiope status`: how a crawl stands. */
export const statusCommand: Command = {
  name: 'status',
  summary: 'Say how a crawl stands: pages, workers, rates, what is stuck',
  usage: '--store URL [flags]',
  details: [
    'Counts pages by their state. For a crawl that workers share it lists the workers with their hosts and rates, the hosts that nobody has taken or whose worker is silent, and the time that the waiting pages will take at this rate.',
    'It only reads; whoever works on the crawl goes on.',
  ],
  examples: [
    'argiope status --store postgres://crawler@db/crawl',
    'argiope status --store sqlite:argiope-out/example.org/argiope.db --json',
  ],
  async run(context) {
    const { input, engine } = context;
    const store = neededStore('status', input, ' or --store sqlite:FILE');
    const status = await (await engine()).status({ store });
    printResult(context, status, (columns) => statusText(status, columns));
    return 0;
  },
};
