import * as kinds from '../kinds.ts';
import { define, optional } from '../option.ts';
import { both, crawlOnly } from './commands.ts';

const group = 'What to crawl';

/** What is crawled. */
export const scopeOptions = {
  scope: define({
    kind: kinds.choice('page', 'prefix', 'host', 'domain'),
    default: 'host',
    help: 'How far links are followed: the seeds alone, below their folders, on their hosts, or on all hosts of their registered domains',
    group,
    commands: both,
  }),
  include: define({
    kind: kinds.patterns,
    default: [],
    defaultText: 'everything in scope',
    help: 'Follow only addresses that match (repeatable; seeds are always in)',
    group,
    commands: both,
  }),
  exclude: define({
    kind: kinds.patterns,
    default: [],
    defaultText: 'nothing',
    help: 'Leave out addresses that match (repeatable; wins over --include)',
    group,
    commands: both,
  }),
  links: define({
    kind: kinds.choice('documents', 'all'),
    default: 'documents',
    help: 'What counts as a link: what HTML and HTTP define as links, links in comments, and full addresses in texts; all: also everything that looks like an address, in scripts too',
    group,
    commands: both,
  }),
  sitemap: define({
    kind: kinds.sitemaps,
    default: [],
    defaultText: 'none',
    help: 'Also start from the addresses of a sitemap or feed that are in scope (repeatable); auto: those that robots.txt names, and /sitemap.xml',
    group,
    commands: crawlOnly,
  }),
  fresh: define({
    kind: kinds.flag,
    default: false,
    help: 'Forget the earlier crawl in the output folder and start over; without it the crawl is resumed',
    group,
    commands: ['crawl', 'train'],
  }),
  every: optional({
    kind: kinds.span,
    defaultText: 'one run',
    help: 'Go on in rounds of this length until interrupted: pages that change often are visited more often, each once per round on average',
    group,
    commands: ['recrawl'],
  }),
  since: optional({
    kind: kinds.moment,
    defaultText: 'all pages',
    help: 'Leave alone pages that were seen within this time, or since this date',
    group,
    commands: ['recrawl'],
    flagOnly: true,
  }),
} as const;
