import { availableParallelism } from 'node:os';
import * as kinds from '../kinds.ts';
import { define, inGroup, onOff, optional } from '../option.ts';
import { again, both, crawlOnly, ownOfWorkers } from './commands.ts';

/** Events that can be asked for with `--events`. */
export const eventNames = [
  'click',
  'dblclick',
  'mousedown',
  'mouseup',
  'mouseover',
  'mouseenter',
  'mousemove',
  'mouseout',
  'mouseleave',
  'pointerdown',
  'pointerup',
  'pointerover',
  'pointerenter',
  'pointermove',
  'pointerout',
  'pointerleave',
  'touchstart',
  'touchend',
  'contextmenu',
  'focus',
  'focusin',
  'focusout',
  'blur',
  'change',
  'input',
  'keydown',
  'keyup',
  'keypress',
  'scroll',
] as const;

/** Tabs that work at once unless told otherwise: two per core keep it busy while answers are waited for. */
export const defaultWorkers: number = Math.min(4, 2 * availableParallelism());

/** Requests at once where there is no browser, unless told otherwise: most of them wait for their answers. */
export const defaultGatherers = 32;

/** Threads that read pages unless told otherwise: the crawl itself fills one core, and hands pages to so many at most. */
export const defaultThreads: number = Math.min(4, availableParallelism() - 1);

/** How a site is crawled. */
export const wayOptions = inGroup('How to crawl', {
  engine: define({
    kind: kinds.choice('auto', 'http', 'browser'),
    default: 'auto',
    help: 'How pages are seen: by plain requests, which fire no events, or in the browser; auto: by requests, and in the browser where the type of page needs it',
    commands: [...crawlOnly, 'query', 'forms'],
  }),
  events: define({
    kind: kinds.words(`events without "on", with commas between them`, eventNames),
    default: [
      ...['click', 'dblclick', 'contextmenu', 'mouseover', 'mouseout', 'focus', 'blur'],
      ...['change', 'input', 'keydown', 'scroll'],
    ],
    defaultText:
      'click, dblclick, contextmenu, mouseover, mouseout, focus, blur, change, input, keydown, scroll',
    help: 'Events that may be fired, on what reacts to them',
    commands: both,
  }),
  tags: define({
    kind: kinds.words('element names such as a,div,span', /^[a-z][a-z0-9-]*$/),
    default: [],
    defaultText: 'elements that react',
    help: 'Take every element of these names as a candidate',
    commands: both,
  }),
  dedupe: define({
    kind: kinds.choice('double', 'single', 'none'),
    default: 'double',
    help: 'What tells that a page is known: instruction and content, content alone, or nothing (needs a limit)',
    commands: crawlOnly,
  }),
  strategy: define({
    kind: kinds.choice('nearest', 'breadth', 'depth'),
    default: 'nearest',
    help: 'Which waiting page comes next',
    commands: crawlOnly,
  }),
  order: define({
    kind: kinds.choice('found', 'fresh'),
    default: 'found',
    help: 'Which address comes next: the one found first, or the newest by sitemap, feed or address, others mixed in',
    commands: crawlOnly,
  }),
  thorough: define({
    kind: kinds.share,
    default: 0.5,
    help: 'How far to search where new pages are unlikely: 0 leaves much out, 1 fires everything',
    commands: crawlOnly,
  }),
  unsafe: onOff({
    help: 'Also fire what looks like logout, delete or pay',
    commands: both,
  }),
  states: define({
    kind: kinds.choice('new', 'all'),
    default: 'new',
    help: 'Which states are pages: those that show something new, or every distinct one',
    commands: crawlOnly,
  }),
  methods: define({
    kind: kinds.words('HTTP methods such as GET,POST', /^[a-z]+$/),
    default: ['get', 'head', 'options'],
    defaultText: 'GET,HEAD,OPTIONS',
    help: 'Requests that events may cause; others are blocked and reported (POST that only asks passes)',
    commands: again,
  }),
  audit: define({
    kind: kinds.choice('sample', 'none', 'all'),
    default: 'sample',
    help: 'Which skipped actions are fired after all, to test whether skipping was right',
    commands: crawlOnly,
  }),
  hooks: define({
    kind: kinds.texts('FILE', 'the path of a file with hooks'),
    default: [],
    defaultText: 'none',
    help: 'Code of your own that looks at, changes or drops requests, responses, links, pages and records (repeatable)',
    commands: [...again, 'extract', 'doctor'],
  }),
  detach: onOff({
    help: 'File the crawl for workers and return; needs --store postgres://… (docs/scaling.md)',
    commands: crawlOnly,
    flagOnly: true,
  }),
  lease: define({
    kind: kinds.whole(2, 3600),
    default: 30,
    help: 'Seconds after which a worker that is silent loses its hosts to others',
    commands: ['worker'],
  }),
  wait: onOff({
    help: 'Wait for a crawl to work on, and for the next one when nothing is left',
    commands: ['worker'],
  }),
  workers: optional({
    kind: kinds.whole(1, 1024),
    defaultText: `${defaultGatherers} with --engine http, else 4, or 2 on a single core`,
    help: 'Tabs that work at once; with --engine http, requests',
    commands: ownOfWorkers,
  }),
  threads: optional({
    kind: kinds.whole(0, 64),
    defaultText: 'one less than processors, at most 4',
    help: 'With --engine http, threads that read pages; one more stores them (0: all is done in one)',
    commands: ownOfWorkers,
  }),
  batch: define({
    kind: kinds.size,
    default: 300_000,
    defaultText: '300kB',
    help: 'With --engine http, pages are stored in batches of this size',
    commands: ['crawl', 'worker'],
  }),
  batchAge: optional({
    kind: kinds.seconds(true),
    defaultText: '1, with workers 0.1',
    help: 'Seconds after which a batch is stored even if it is smaller',
    commands: ['crawl', 'worker'],
  }),
});
