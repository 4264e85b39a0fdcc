import type { Command } from '../command.ts';
import { brokenLinksExit } from '../exit.ts';
import { linksText } from '../links.ts';
import { crawlPlace } from '../place.ts';
import { printResult } from '../print.ts';

/** `argiope links`: what is wrong with the links of a site. */
export const linksCommand: Command = {
  name: 'links',
  summary: 'Report broken links and redirects of a crawl, for checks',
  usage: '[flags]',
  details: [
    'Lists broken links: addresses that could not be loaded, with the pages that link to them; then links to addresses that redirect. With --verbose also links to addresses of pages that have another one. A crawl does not follow links that leave the site, so nothing is said of them.',
    `Ends with ${brokenLinksExit} where links are broken, so that a check in CI fails. Without --out, the only crawl below ./argiope-out is taken.`,
  ],
  examples: [
    'argiope links --out argiope-out/example.org',
    'argiope crawl localhost:8080 --out site && argiope links --out site',
    'argiope links --json',
  ],
  async run(context) {
    const { io, input, engine } = context;
    const { quiet, verbose } = input.values;
    const report = await (await engine()).links(await crawlPlace('links', input, io.cwd));
    if (!report.finished && !quiet)
      io.stderr.write('note: the crawl is not finished; addresses that wait were not looked at\n');
    printResult(context, report, (columns) => linksText(report, { verbose, columns }));
    return report.broken > 0 ? brokenLinksExit : 0;
  },
};
