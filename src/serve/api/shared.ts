/** What several resources of the API have in common. */
import type { Page } from '../../model/index.ts';
import type { ServedCrawl } from '../crawl.ts';
import { NotThere } from '../not-there.ts';
import { aCount, anObject, aText } from '../schema.ts';

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
