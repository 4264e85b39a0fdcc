import * as kinds from '../kinds.ts';
import { define, inGroup, optional } from '../option.ts';
import { again, both, crawlOnly, ownOfWorkers } from './commands.ts';

/** Media types that can be read as pages. */
export const pageMediaTypes: readonly string[] = ['text/html', 'application/xhtml+xml', 'text/plain'];

/** How far a crawl goes. */
export const limitOptions = inGroup('Limits', {
  depth: optional({
    kind: kinds.whole(0),
    defaultText: 'no limit',
    help: 'Links and events from the start page, at most',
    commands: crawlOnly,
  }),
  chain: define({
    kind: kinds.whole(2),
    default: 500,
    help: 'Times that one kind of step may follow itself; 50 if it adds to a list, 30 if only numbers change, 24 for dates',
    commands: crawlOnly,
  }),
  budget: optional({
    kind: kinds.whole(1),
    defaultText: 'as many as it takes',
    help: 'Requests that may be made, first for the pages that have most probably changed; with --every: in each round',
    commands: ['recrawl'],
  }),
  maxPages: optional({
    kind: kinds.whole(1),
    defaultText: 'no limit',
    help: 'Stop after this many distinct pages',
    commands: both,
  }),
  maxTime: optional({
    kind: kinds.seconds(true),
    defaultText: 'no limit',
    help: 'Stop after this many seconds',
    commands: ownOfWorkers,
  }),
  types: define({
    kind: kinds.words('media types of pages, with commas between them', pageMediaTypes),
    default: pageMediaTypes,
    help: 'Answers that are read as pages; others are files (--keep-files)',
    commands: again,
  }),
  keepFiles: define({
    kind: kinds.words(
      'media types with commas between them, such as application/pdf,image/*, or */*, or none',
      /^(?:none|\*\/\*|[a-z0-9.+-]+\/(?:\*|[a-z0-9.+-]+))$/,
    ),
    default: ['application/pdf', 'application/json', 'image/*', 'text/*'],
    help: 'Types of linked files that are kept for mirror and archive; others are only counted, without reading their body',
    commands: again,
  }),
  maxSize: define({
    kind: kinds.bytes,
    default: 32 * 1024 * 1024,
    defaultText: '32M',
    help: 'Bytes of a page or file, unpacked; larger ones are left',
    commands: again,
  }),
  timeout: define({
    kind: kinds.seconds(true),
    default: 120,
    help: 'Seconds that one plain request, or loading one document, may take in all; at most 20 without any data, and 10 to connect',
    commands: again,
  }),
});
