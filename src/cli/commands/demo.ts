import { join, resolve } from 'node:path';
import { defaultSettings, outFolder } from '../../config/index.ts';
import { ArgiopeError } from '../../model/errors.ts';
import type { Command, Context } from '../command.ts';
import { commentsIn, comparison, type SeenCrawl } from '../demo/compare.ts';
import { interruptedExit } from '../exit.ts';
import { type Interrupt, listenForInterrupt } from '../interrupt.ts';
import { browserPath } from '../place.ts';
import { Progress } from '../progress.ts';
import { shortPath } from '../summary.ts';

/** `argiope demo`. */
export const demoCommand: Command = {
  name: 'demo',
  summary: 'Crawl a bundled Ajax site and show the difference',
  usage: '[flags]',
  details: [
    'Serves a small blog on loopback whose comments are turned by scripts, crawls it twice, as a plain link crawler sees it and as Argiope does, and prints both side by side. Needs no network.',
  ],
  examples: ['argiope demo'],
  run,
};

async function run(context: Context): Promise<number> {
  const { io, input } = context;
  const out = resolve(io.cwd, input.values.out ?? join(outFolder, 'demo'));
  const progress = new Progress(io, { ...input.values, maxPages: null, maxTime: null });
  const interrupt = listenForInterrupt(io, (text) => progress.say(text));
  // A server is loaded for this command alone.
  const { allComments, startDemoSite } = await import('../demo/site.ts');
  const site = await startDemoSite();
  try {
    const work = both(context, out, site.url, progress, interrupt);
    const seen = await Promise.race([work, interrupt.atOnce]);
    work.catch(() => undefined);
    progress.end();
    if (seen === 'at once' || seen === 'interrupted') return interruptedExit;
    show(context, out, seen, allComments);
    return 0;
  } finally {
    progress.end();
    interrupt.off();
    await site.close();
  }
}

async function both(
  context: Context,
  out: string,
  url: string,
  progress: Progress,
  interrupt: Interrupt,
): Promise<readonly [SeenCrawl, SeenCrawl] | 'interrupted'> {
  progress.say('crawling the bundled blog as a link crawler does …');
  const links = await one(
    context,
    { engine: 'http', out: join(out, 'link-crawler') },
    url,
    progress,
    interrupt,
  );
  if (links.result.stopped === 'interrupted') return 'interrupted';
  progress.say('… and as Argiope does');
  const argiope = await one(context, { out: join(out, 'argiope') }, url, progress, interrupt);
  return argiope.result.stopped === 'interrupted' ? 'interrupted' : [links, argiope];
}

async function one(
  { input, engine }: Context,
  how: { engine?: 'http'; out: string },
  url: string,
  progress: Progress,
  { signal }: Interrupt,
): Promise<SeenCrawl> {
  const { crawl } = await engine();
  const settings = defaultSettings([url], { ...how, fresh: true, browser: browserPath(input) });
  const result = await crawl(settings, { listen: progress.listen, signal });
  progress.end();
  if (result.stopped === 'interrupted') return { result, comments: 0 };
  if (result.pages === 0) throw new ArgiopeError('NOTHING_CRAWLED', `no page could be had from ${url}`);
  return { result, comments: await commentsIn(join(how.out, 'mirror')) };
}

function show(
  { io, input }: Context,
  out: string,
  [links, argiope]: readonly [SeenCrawl, SeenCrawl],
  allComments: number,
): void {
  const mirror = join(out, 'argiope', 'mirror', 'index.html');
  if (input.values.json) {
    const figures = ({ result, comments }: SeenCrawl) => ({ ...result, comments });
    const both = { linkCrawler: figures(links), argiope: figures(argiope) };
    io.stdout.write(`${JSON.stringify({ command: 'demo', ...both, allComments, mirror, out })}\n`);
    return;
  }
  if (input.values.quiet) return;
  io.stdout.write(`\n${comparison(links, argiope, allComments)}\n\n  open  ${shortPath(mirror, io.cwd)}\n`);
}
