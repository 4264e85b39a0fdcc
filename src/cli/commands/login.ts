import { crawlSettings, readSeeds } from '../../config/index.ts';
import { ArgiopeError } from '../../model/errors.ts';
import type { Command } from '../command.ts';
import { counted } from '../figures.ts';
import type { Io } from '../io.ts';
import { browserPath } from '../place.ts';
import { printResult } from '../print.ts';
import { shortPath } from '../summary.ts';
import { clean } from '../terminal.ts';

/** `argiope login`: signs in once, for the crawls that follow. */
export const loginCommand: Command = {
  name: 'login',
  summary: 'Sign in in a window, and keep the login for crawls and queries',
  usage: '<url> [flags]',
  details: [
    'Opens a visible browser at the address. Sign in as you always do, second factors included, then press Enter here or close the window. Cookies and storage are kept as a profile that only you can read, and "crawl", "train", "recrawl" and "query" take it with --profile FILE, or --profile default for the one that is kept for the host.',
    'With --login FILE nobody has to be there: the steps of the file are taken in a browser without a window, with secrets from the environment ("$NAME"). A crawl that is given --login signs in by itself, and again where the login is lost.',
    'What was typed is never kept. Profiles hold what a thief would need: keep them as you keep keys.',
  ],
  examples: [
    'argiope login https://example.org/login',
    'argiope crawl https://example.org/ --profile default',
    'SITE_PASSWORD=… argiope crawl https://example.org/ --login steps.json',
  ],
  async run(context) {
    const { io, input, engine } = context;
    const [address, more] = input.positionals;
    if (address === undefined || more !== undefined)
      throw new ArgiopeError('USAGE', `login needs one address; got ${input.positionals.length}`, {
        advice: 'for example: argiope login https://example.org/login',
      });
    const { seeds } = readSeeds([address]);
    const values = { ...input.values, browser: browserPath(input) };
    const settings = crawlSettings(seeds, values, io.cwd);
    const { quiet } = input.values;
    const ending = new AbortController();
    const stop = io.onInterrupt(() => ending.abort());
    const say = () => {
      if (!quiet) io.stderr.write('sign in in the window, then press Enter here or close the window\n');
    };
    try {
      const byHand = settings.login === null && { confirmed: enter(io) };
      const report = await (await engine()).login(settings, {
        signal: ending.signal,
        opened: say,
        ...byHand,
      });
      const kept = `${counted(report.cookies, 'cookie')}, storage of ${counted(report.origins.length, 'origin')}`;
      const place = shortPath(clean(report.profile), io.cwd);
      printResult(context, report, () => `signed in: ${kept}\n${place}\n`);
    } finally {
      stop();
    }
    return 0;
  },
};

/** Settles at the first line; where nobody types, never: closing the window says it then. */
function enter({ stdin }: Io): Promise<void> {
  return new Promise((resolve) => {
    const read = async () => {
      for await (const piece of stdin)
        if (String(piece).includes('\n')) break;
        else continue;
    };
    const input = stdin as Partial<NodeJS.ReadStream>;
    if (input.isTTY === true) void read().then(resolve, () => {});
  });
}
