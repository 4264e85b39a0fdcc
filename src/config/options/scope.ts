import * as kinds from '../kinds.ts';
import { define, inGroup, onOff, optional } from '../option.ts';
import { both, crawlOnly } from './commands.ts';

/** What is crawled. */
export const scopeOptions = inGroup('What to crawl', {
  scope: define({
    kind: kinds.choice('page', 'prefix', 'host', 'domain'),
    default: 'host',
    help: 'How far links are followed: the seeds alone, below their folders, on their hosts, or on all hosts of their registered domains',
    commands: both,
  }),
  include: define({
    kind: kinds.patterns,
    default: [],
    defaultText: 'everything in scope',
    help: 'Follow only addresses that match (repeatable; seeds are always in)',
    commands: both,
  }),
  exclude: define({
    kind: kinds.patterns,
    default: [],
    defaultText: 'nothing',
    help: 'Leave out addresses that match (repeatable; wins over --include)',
    commands: both,
  }),
  links: define({
    kind: kinds.choice('documents', 'all'),
    default: 'documents',
    help: 'What counts as a link: what HTML and HTTP define as links, links in comments, and full addresses in texts; all: also everything that looks like an address, in scripts too',
    commands: both,
  }),
  sitemap: define({
    kind: kinds.sitemaps,
    default: [],
    defaultText: 'none',
    help: 'Also start from the addresses of a sitemap or feed that are in scope (repeatable); auto: those that robots.txt names, and /sitemap.xml',
    commands: crawlOnly,
  }),
  fresh: onOff({
    help: 'Forget the earlier crawl in the output folder and start over; without it the crawl is resumed',
    commands: ['crawl', 'train'],
  }),
  every: optional({
    kind: kinds.span,
    defaultText: 'one run',
    help: 'Go on in rounds of this length until interrupted: pages that change often are visited more often, each once per round on average',
    commands: ['recrawl'],
  }),
  since: optional({
    kind: kinds.moment,
    defaultText: 'all pages',
    help: 'Leave alone pages that were seen within this time, or since this date',
    commands: ['recrawl'],
    flagOnly: true,
  }),
});
