import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { crawlSettings, readSeeds, storeFile } from '../../config/index.ts';
import { version } from '../../config/version.ts';
import { ArgiopeError } from '../../model/errors.ts';
import type { Command, Context } from '../command.ts';
import { browserPath, crawlPlace } from '../place.ts';

/** `argiope mcp`: a crawl as tools for a program that speaks MCP. */
export const mcpCommand: Command = {
  name: 'mcp',
  summary: 'Offer a crawl as tools to a client that speaks MCP',
  usage: '[<url…>] [flags]',
  details: [
    'Speaks the Model Context Protocol over standard input and output: a client, such as an editor or an assistant, starts the command and asks it. The tools are search, page and records, on the crawl in the output folder (docs/mcp.md).',
    'With addresses there are also the tools crawl, which crawls them or goes on with that crawl, and query, which asks the search forms that were found. What is crawled, and how far, is what the command line says; a client can only ask for less. All flags of crawl are taken but those that start over.',
    'Without --out, the only crawl below ./argiope-out is taken, or with addresses ./argiope-out/<host>.',
  ],
  examples: [
    'argiope mcp --out argiope-out/example.org',
    'argiope mcp https://example.org/docs/ --scope prefix --max-pages 2000',
  ],
  run,
};

async function run(context: Context): Promise<number> {
  const { io, engine } = context;
  const asked = await askedCrawl(context);
  const ended = new AbortController();
  const off = io.onInterrupt(() => ended.abort());
  try {
    const { mcp } = await engine();
    await mcp({
      ...asked,
      input: io.stdin,
      output: io.stdout,
      version: version(),
      signal: ended.signal,
      complain: (text) => io.stderr.write(`argiope: ${text}\n`),
    });
    return 0;
  } finally {
    off();
  }
}

async function askedCrawl({ io, input }: Context) {
  if (input.positionals.length === 0)
    return { place: await crawlPlace('mcp', input, io.cwd), settings: null };
  const strange = input.positionals.find((word) => word === '-' || word.startsWith('@'));
  if (strange !== undefined)
    throw new ArgiopeError('USAGE', `mcp takes addresses; got "${strange}"`, {
      advice: 'standard input belongs to the client: write the addresses on the command line',
    });
  const { seeds, notes, logins = {} } = readSeeds(input.positionals);
  for (const note of notes) io.stderr.write(`note: ${note}\n`);
  const values = { ...input.values, fresh: false, browser: browserPath(input) };
  const settings = { ...crawlSettings(seeds, values, io.cwd), logins };
  if (!existsSync(join(settings.out, storeFile)) && !input.values.quiet)
    io.stderr.write(`note: nothing is crawled yet in ${settings.out}; the tool "crawl" begins\n`);
  return { place: { out: settings.out, store: settings.store }, settings };
}
