/** What several resources of the API have in common. */
import type { Page } from '../../model/index.ts';
import type { ServedCrawl } from '../crawl.ts';
import { NotThere } from '../not-there.ts';
import { type JsonRoute, jsonRoute, type NoShape, type RouteInput, type RouteParts } from '../route.ts';
import { aCount, anObject, aText, type Schema, type Shape } from '../schema.ts';

/** Parameters of a path below a crawl. */
export const crawlParams = anObject({ crawl: aText('Name of the crawl, as the list of crawls has it', 300) });

/** Parameters of a path below a page. */
export const pageParams = anObject({
  crawl: aText('Name of the crawl, as the list of crawls has it', 300),
  number: aCount('Number of the page; 0 is the start page'),
});

/** The page of a number; an error where there is none. */
export async function pageAt(crawl: ServedCrawl, number: number): Promise<Page> {
  const page = await crawl.shelf.read((site) => site.page(number));
  if (page) return page;
  throw new NotThere(
    `there is no page ${number} in ${crawl.id}`,
    'numbers of pages are in pages.jsonl and in the answers of a search',
  );
}

/** Routes below a crawl, and below one of its pages: what they answer from is found by their path. */
type BelowCrawl<Q extends Shape, B, A, Place> = Omit<RouteParts<NoShape, Q, B>, 'method' | 'params'> & {
  readonly method?: RouteParts<NoShape, Q, B>['method'];
  readonly answer: Schema<A>;
  run(asked: Omit<RouteInput<NoShape, Q, B>, 'params'> & { readonly crawl: ServedCrawl } & Place): Promise<A>;
};

/** Declares a route below a crawl, which answers with JSON; `path` is what comes behind that of the crawl. */
export function crawlRoute<Q extends Shape = NoShape, B = undefined, A = unknown>({
  path,
  run,
  ...route
}: BelowCrawl<Q, B, A, unknown>): JsonRoute {
  return jsonRoute({
    method: 'GET',
    ...route,
    path: `/api/crawls/{crawl}${path}`,
    params: crawlParams,
    run: async ({ params, ...asked }) => run({ ...asked, crawl: asked.desk.crawls.get(params.crawl) }),
  });
}

/** The same below a page. */
export function pageRoute<Q extends Shape = NoShape, B = undefined, A = unknown>({
  path,
  run,
  ...route
}: BelowCrawl<Q, B, A, { readonly number: number }>): JsonRoute {
  return jsonRoute({
    method: 'GET',
    ...route,
    path: `/api/crawls/{crawl}/pages/{number}${path}`,
    params: pageParams,
    run: async ({ params, ...asked }) =>
      run({ ...asked, crawl: asked.desk.crawls.get(params.crawl), number: params.number }),
  });
}
