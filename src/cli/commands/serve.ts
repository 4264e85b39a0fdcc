import { ArgiopeError } from '../../model/errors.ts';
import type { Command } from '../command.ts';
import { interruptedExit } from '../exit.ts';
import { browserPath, crawlPlace } from '../place.ts';

/** `argiope serve`: a dashboard and an API for crawls. */
export const serveCommand: Command = {
  name: 'serve',
  summary: 'Show crawls in a web browser: figures, pages, search',
  usage: '[flags]',
  details: [
    'Starts a server on this machine alone and prints a link with a token; whoever has the link may look at crawls and steer them. It shows how crawls go, those that run in other processes too, their pages with the way to each, and a search; new crawls can be begun, paused and stopped. It runs until Ctrl-C, which ends crawls that were begun in it after the pages in hand.',
    'Programs ask the same: /api/openapi.json describes the API, /metrics has figures for Prometheus; both want the header "Authorization: Bearer TOKEN".',
    'Without --out and --store, all crawls below ./argiope-out are shown.',
  ],
  examples: ['argiope serve', 'argiope serve --out argiope-out/example.org --port 8080'],
  async run({ io, input, engine }) {
    const { values, positionals } = input;
    if (positionals.length > 0)
      throw new ArgiopeError('USAGE', `serve takes no address; got "${positionals[0]}"`, {
        advice: 'begin new crawls in the dashboard, or with: argiope crawl <url>',
      });
    const isNamed = values.out !== null || values.store !== null;
    const place = isNamed ? await crawlPlace('serve', input, io.cwd) : null;
    const { serve } = await engine();
    const { port, token, viewport, json, quiet } = values;
    const serving = await serve({
      place,
      cwd: io.cwd,
      port,
      token,
      viewport,
      browser: browserPath(input),
    });
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const off = io.onInterrupt(resolve);
    const { link, origin } = serving;
    if (json)
      io.stdout.write(`${JSON.stringify({ command: 'serve', link, origin, token: serving.token })}\n`);
    else io.stdout.write(`${link}\n`);
    if (!quiet && !json) io.stderr.write('Open this link; Ctrl-C ends the server.\n');
    await asked;
    off();
    if (!quiet && serving.crawls.list().some(({ isOwn }) => isOwn))
      io.stderr.write('ending the crawls after the pages in hand\n');
    return (await serving.close()) ? interruptedExit : 0;
  },
};
