/** What happens in a crawl now: a stream of figures, log and tabs, and the same once. */

import type { ServerResponse } from 'node:http';
import { crawlStates } from '../crawl.ts';
import { type TabWork, tabSchema } from '../live/feed.ts';
import { figuresSchema, type LiveFigures } from '../live/figures.ts';
import { type LogLine, logLineSchema } from '../live/log.ts';
import { NotThere } from '../not-there.ts';
import { rawRoute } from '../route.ts';
import { aCount, aFlag, anObject, aWord, listOf, maybe } from '../schema.ts';
import { crawlParams, crawlRoute } from './shared.ts';

const nowSchema = anObject({
  state: aWord(crawlStates),
  samples: listOf(figuresSchema, 'Figures over time, oldest first'),
  tabs: listOf(tabSchema),
});

/** What a stream begins with. */
export interface LiveStart {
  readonly state: (typeof crawlStates)[number];
  readonly samples: readonly LiveFigures[];
  readonly tabs: readonly TabWork[];
  readonly lines: readonly LogLine[];
}

/** Lines that a stream begins with. */
const firstLines = 1000;

const logLevels = ['detail', 'info', 'warning'] as const;
const weights = { detail: 0, info: 1, warning: 2 } as const;

/** Routes of what happens now. */
export const liveRoutes = [
  crawlRoute({
    path: '/now',
    tag: 'Live',
    summary: 'Figures over time and what each tab does',
    answer: nowSchema,
    run: async ({ crawl }) => {
      return {
        state: await crawl.state(await crawl.info()),
        samples: [...crawl.feed.samples],
        tabs: [...crawl.feed.tabs],
      };
    },
  }),
  crawlRoute({
    path: '/log',
    tag: 'Live',
    summary: 'The last lines of the log of a crawl that runs in this process',
    query: anObject({ after: maybe(aCount('Number of the last line that is known')) }),
    answer: anObject({ lines: listOf(logLineSchema) }),
    run: async ({ crawl, query }) => {
      const { lines } = crawl.feed;
      return { lines: lines.filter(({ nth }) => nth > (query.after ?? 0)) };
    },
  }),
  rawRoute({
    method: 'GET',
    path: '/api/crawls/{crawl}/tabs/{tab}/picture',
    tag: 'Live',
    summary: 'The last small picture of a tab; there are some while somebody watches with pictures',
    params: anObject({ ...crawlParams.shape, tab: aCount('Number of the tab, from 1 on') }),
    query: anObject({ at: maybe(aCount('Its moment; only tells requests apart')) }),
    produces: 'image/jpeg',
    run: async ({ desk, params }, { response }) => {
      const picture = desk.crawls.get(params.crawl).feed.picture(params.tab);
      if (picture === null) throw new NotThere(`there is no picture of tab ${params.tab}`);
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': picture.jpeg.length });
      response.end(picture.jpeg);
    },
  }),
  rawRoute({
    method: 'GET',
    path: '/api/crawls/{crawl}/live',
    tag: 'Live',
    summary: 'Server-sent events: start, figures, log, tabs, state',
    params: crawlParams,
    query: anObject({
      log: maybe(aWord(logLevels, 'Lines of this weight and above; all unless given')),
      pictures: maybe(
        aFlag('Whether small pictures of tabs are wanted: they are taken only while somebody wants them'),
      ),
    }),
    produces: 'text/event-stream',
    run: async ({ desk, params, query }, { response }) => {
      const isTold = ({ level }: LogLine) => weights[level] >= weights[query.log ?? 'detail'];
      const crawl = desk.crawls.get(params.crawl);
      const state = async () => crawl.state(await crawl.info());
      const first: LiveStart = {
        state: await state(),
        samples: crawl.feed.samples,
        tabs: crawl.feed.tabs,
        lines: crawl.feed.lines.filter(isTold).slice(-firstLines),
      };
      const stream = beginStream(response, () => leave());
      stream.send('start', first);
      const tellLines = (lines: readonly LogLine[]) => lines.length > 0 && stream.send('log', lines);
      const leave = crawl.watch((news) => {
        if (news.kind === 'figures') stream.send('figures', news.figures);
        else if (news.kind === 'log') tellLines(news.lines.filter(isTold));
        else if (news.kind === 'tabs') stream.send('tabs', news.tabs);
        else void state().then((word) => stream.send('state', { state: word }));
      }, query.pictures);
    },
  }),
];

/** Milliseconds after which a stream with nothing to say says that it is there. */
const stillMs = 15_000;
/** Bytes that may wait for a slow reader; beyond that it is cut off, and asks anew. */
const mostWaiting = 4 << 20;

/** A stream to one reader. */
interface EventStream {
  send(event: string, data: unknown): void;
}

/**
 * Begins a stream of server-sent events, which a browser takes up again by itself; `left` is called when the reader is
 * gone.
 */
function beginStream(response: ServerResponse, left: () => void): EventStream {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.write('retry: 1000\n\n');
  const still = setInterval(() => response.write(': still here\n\n'), stillMs).unref();
  const end = () => {
    clearInterval(still);
    left();
  };
  response.once('close', end);
  return {
    send: (event, data) => {
      if (response.destroyed) return;
      response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (response.writableLength > mostWaiting) response.destroy();
    },
  };
}
