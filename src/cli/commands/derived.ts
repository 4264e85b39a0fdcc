import { join } from 'node:path';
import type { Command, Context } from '../command.ts';
import type { Engine } from '../engine.ts';
import { boundHeap } from '../heap.ts';
import { type CrawlPlace, crawlPlace } from '../place.ts';
import { printResult } from '../print.ts';
import { shortPath } from '../summary.ts';

type Made = { readonly file: string; readonly report: object };
type Make = (engine: Engine, place: CrawlPlace, context: Context) => Promise<Made>;

const exported = {
  jsonl: 'pages.jsonl',
  csv: 'pages.csv',
  warc: 'pages.warc.gz',
  wacz: 'pages.wacz',
  markdown: 'markdown',
} as const;

/** `argiope mirror`. */
export const mirrorCommand = derived({
  name: 'mirror',
  summary: 'Write the static mirror of a crawl anew',
  does: 'Writes mirror/ below the output folder: one file per page, without scripts, from the store alone. The site is not asked.',
  examples: ['argiope mirror --out argiope-out/example.org'],
  make: async (engine, place, { input: { values } }) => ({
    file: join('mirror', 'index.html'),
    report: await engine.mirror({ ...place, ...namesOf(values) }),
  }),
});

/** `argiope graph`. */
export const graphCommand = derived({
  name: 'graph',
  summary: 'Write the graph of a crawl: json, graphml or dot',
  does: 'Writes graph.json, graph.graphml or graph.dot below the output folder: pages, and for each action its element, event, instruction and target. Actions of a page that lead to the same place by the same event are one edge with a count; --full writes each. Beside graph.json it writes clusters.json: the pages as a tree of groups, with the links between groups counted.',
  examples: ['argiope graph --format dot --out argiope-out/example.org'],
  make: async (engine, place, { input }) => {
    const { graphFormat: format, full } = input.values;
    const report = await engine.graph({ ...place, format, ...(full && { full: true }) });
    return { file: `graph.${format}`, report };
  },
});

/** `argiope sitemap`. */
export const sitemapCommand = derived({
  name: 'sitemap',
  summary: 'Write the sitemap of a crawl',
  does: "Writes sitemap.xml (sitemaps.org protocol 0.9) below the output folder, with the addresses that the mirror will have below --base-url, and live/sitemap.xml with the addresses of the site itself, as far as they are those of the first seed's host.",
  examples: ['argiope sitemap --base-url https://example.org/mirror/'],
  make: async (engine, place, { input: { values } }) => ({
    file: 'sitemap.xml',
    report: await engine.sitemap({ ...place, ...namesOf(values), baseUrl: values.baseUrl }),
  }),
});

/** `argiope export`. */
export const exportCommand = derived({
  name: 'export',
  summary: 'Write the pages as JSON lines, CSV, WARC, WACZ or Markdown',
  does: 'Writes below the output folder, from the store alone: pages.jsonl or pages.csv, one record per page with its number, address, entry path, title, fingerprint, time and date, with --text also its main text; pages.warc.gz, a WARC 1.1 archive of the pages and the files they use; pages.wacz, the same and what was recorded, packed for replay; or markdown/, one file per page with its main text.',
  examples: [
    'argiope export --out argiope-out/example.org',
    'argiope export --format warc',
    'argiope export --text',
  ],
  make: async (engine, place, { input }) => {
    const { exportFormat: format, text } = input.values;
    const how = { format, ...namesOf(input.values), ...(text && { text: true }) };
    const report = await engine.exportPages({ ...place, ...how });
    return { file: exported[format], report };
  },
});

function namesOf({ names }: Context['input']['values']): { names?: 'path' | 'number' } {
  return names === null ? {} : { names };
}

function derived(about: {
  name: 'mirror' | 'graph' | 'sitemap' | 'export';
  summary: string;
  does: string;
  examples: readonly string[];
  make: Make;
}): Command {
  const { name, summary, does, examples, make } = about;
  return {
    name,
    summary,
    usage: '[flags]',
    details: [
      does,
      'Without --out, the only crawl below ./argiope-out is taken; with --store alone, the folder of that file.',
    ],
    examples,
    async run(context) {
      const { io, input } = context;
      const place = await crawlPlace(name, input, io.cwd);
      boundHeap({ gathers: false });
      const { file, report } = await make(await context.engine(), place, context);
      const path = join(place.out, file);
      if ('running' in report)
        io.stderr.write(
          'a crawl is at work in this store: this is what it had stored when the command began\n',
        );
      const told = `${name === 'mirror' ? 'open ' : ''}${shortPath(path, io.cwd)}\n`;
      printResult(context, { command: name, ...report, out: place.out }, () => told);
      return 0;
    },
  };
}
