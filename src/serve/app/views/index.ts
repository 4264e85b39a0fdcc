/** Every view with its address; those with a `tab` are offered in the head of a crawl, in this order. */
import type { ComponentType } from 'preact';
import type { PathNames } from '../router.ts';
import { CrawlBoard } from './crawl.tsx';
import { CrawlsBoard } from './crawls.tsx';
import { GraphBoard } from './graph.tsx';
import { ModelBoard } from './model.tsx';
import { NewCrawlBoard } from './new-crawl.tsx';
import { PageBoard } from './page.tsx';
import { RecordsBoard } from './records.tsx';
import { RulesBoard } from './rules.tsx';
import { SearchBoard } from './search.tsx';

/** What a view is given. */
export interface ViewProps {
  readonly names: PathNames;
  readonly query: URLSearchParams;
}

/** One view. */
export interface AppView {
  readonly pattern: string;
  /** What it is called in the head of a crawl; absent: it is not offered there. */
  readonly tab?: string;
  /** Title of the window; names of the path can be used. */
  title(names: PathNames): string;
  readonly component: ComponentType<ViewProps>;
}

/** All views. */
export const views: readonly AppView[] = [
  { pattern: '/', title: () => 'Crawls', component: CrawlsBoard },
  { pattern: '/new', title: () => 'New crawl', component: NewCrawlBoard },
  { pattern: '/crawls/:crawl', tab: 'Crawl', title: ({ crawl }) => `${crawl}`, component: CrawlBoard },
  {
    pattern: '/crawls/:crawl/search',
    tab: 'Search',
    title: ({ crawl }) => `Search ${crawl}`,
    component: SearchBoard,
  },
  {
    pattern: '/crawls/:crawl/pages/:number',
    title: ({ crawl, number }) => `Page ${number} of ${crawl}`,
    component: PageBoard,
  },
  {
    pattern: '/crawls/:crawl/graph',
    tab: 'Graph',
    title: ({ crawl }) => `Graph of ${crawl}`,
    component: GraphBoard,
  },
  {
    pattern: '/crawls/:crawl/records',
    tab: 'Records',
    title: ({ crawl }) => `Records of ${crawl}`,
    component: RecordsBoard,
  },
  {
    pattern: '/crawls/:crawl/rules',
    tab: 'Rules',
    title: ({ crawl }) => `Rules of ${crawl}`,
    component: RulesBoard,
  },
  {
    pattern: '/crawls/:crawl/model',
    tab: 'Model',
    title: ({ crawl }) => `Model of ${crawl}`,
    component: ModelBoard,
  },
];
