import { availableParallelism } from 'node:os';
import * as kinds from './kinds.ts';
import { type CommandName, commandNames, define, optional } from './option.ts';

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
  'touchstart',
  'touchend',
  'contextmenu',
  'focus',
  'focusin',
  'blur',
  'change',
  'input',
  'keydown',
  'keyup',
  'keypress',
] as const;

/** Tabs that work at once unless told otherwise: two per core keep it busy while answers are waited for. */
export const defaultWorkers: number = Math.min(4, 2 * availableParallelism());

const where = 'What to crawl';
const how = 'How to crawl';
const limits = 'Limits';
const manners = 'Manners and access';
const browser = 'Browser';
const output = 'Output';
const crawl: readonly CommandName[] = ['crawl'];
const derived: readonly CommandName[] = ['mirror', 'graph', 'sitemap', 'export'];

/** All options, in the order of the help. */
export const options = {
  scope: define({
    kind: kinds.choice('page', 'prefix', 'host', 'domain'),
    default: 'host',
    help: 'How far links are followed: the seeds alone, below their folders, on their hosts, or on their domains',
    group: where,
    commands: crawl,
  }),
  include: define({
    kind: kinds.patterns,
    default: [],
    defaultText: 'everything in scope',
    help: 'Follow only addresses that match (repeatable; seeds are always in)',
    group: where,
    commands: crawl,
  }),
  exclude: define({
    kind: kinds.patterns,
    default: [],
    defaultText: 'nothing',
    help: 'Leave out addresses that match (repeatable; wins over --include)',
    group: where,
    commands: crawl,
  }),
  fresh: define({
    kind: kinds.flag,
    default: false,
    help: 'Forget the earlier crawl in the output folder and start over; without it the crawl is resumed',
    group: where,
    commands: crawl,
  }),
  engine: define({
    kind: kinds.choice('auto', 'http', 'browser'),
    default: 'auto',
    help: 'How pages are seen: by plain requests, which fire no events, or in the browser; auto is the browser',
    group: how,
    commands: crawl,
  }),
  events: define({
    kind: kinds.words('LIST', `events without "on", with commas between them`, eventNames),
    default: ['click', 'mouseover'],
    help: 'Events that may be fired',
    group: how,
    commands: crawl,
  }),
  tags: define({
    kind: kinds.words('LIST', 'element names such as a,div,span', /^[a-z][a-z0-9-]*$/),
    default: [],
    defaultText: 'elements that react',
    help: 'Take every element of these names as a candidate',
    group: how,
    commands: crawl,
  }),
  dedupe: define({
    kind: kinds.choice('double', 'single', 'none'),
    default: 'double',
    help: 'What tells that a page is known: instruction and content, content alone, or nothing (needs a limit)',
    group: how,
    commands: crawl,
  }),
  strategy: define({
    kind: kinds.choice('nearest', 'breadth', 'depth'),
    default: 'nearest',
    help: 'Which waiting page comes next',
    group: how,
    commands: crawl,
  }),
  exhaustive: define({
    kind: kinds.flag,
    default: false,
    help: 'Fire everything, also what has led nowhere so far',
    group: how,
    commands: crawl,
  }),
  unsafe: define({
    kind: kinds.flag,
    default: false,
    help: 'Also fire what looks like logout, delete or pay',
    group: how,
    commands: crawl,
  }),
  workers: define({
    kind: kinds.whole(1, 64),
    default: defaultWorkers,
    defaultText: '4, or 2 on a single core',
    help: 'Tabs that work at once',
    group: how,
    commands: crawl,
  }),
  depth: optional({
    kind: kinds.whole(0),
    defaultText: 'no limit',
    help: 'Links and events from the start page, at most',
    group: limits,
    commands: crawl,
  }),
  maxPages: optional({
    kind: kinds.whole(1),
    defaultText: 'no limit',
    help: 'Stop after this many distinct pages',
    group: limits,
    commands: crawl,
  }),
  maxTime: optional({
    kind: kinds.seconds(true),
    defaultText: 'no limit',
    help: 'Stop after this many seconds',
    group: limits,
    commands: crawl,
  }),
  delay: optional({
    kind: kinds.seconds(false),
    defaultText: 'adapts to the server; none on loopback',
    help: 'Seconds between requests to one host',
    group: manners,
    commands: crawl,
  }),
  robots: define({
    kind: kinds.choice('obey', 'ignore'),
    default: 'obey',
    help: 'What to do about robots.txt',
    group: manners,
    commands: crawl,
  }),
  userAgent: optional({
    kind: kinds.text('S'),
    defaultText: "Argiope's own",
    help: 'Name to give to servers',
    group: manners,
    commands: crawl,
  }),
  proxy: optional({
    kind: kinds.proxyAddress,
    defaultText: 'none',
    help: 'Proxy for all requests',
    group: manners,
    commands: crawl,
    secret: true,
  }),
  header: define({
    kind: kinds.headers,
    default: {},
    defaultText: 'none',
    help: 'Header to send to the hosts of the seeds (repeatable)',
    group: manners,
    commands: crawl,
    secret: true,
  }),
  auth: optional({
    kind: kinds.credentials,
    defaultText: 'none',
    help: 'User and password for the hosts of the seeds',
    group: manners,
    commands: crawl,
    secret: true,
  }),
  browser: optional({
    kind: kinds.text('PATH', 'the path of a Chrome or Chromium program'),
    defaultText: 'found on the system, else the bundled one',
    help: 'Browser to use',
    group: browser,
    commands: ['crawl', 'demo', 'doctor'],
    alsoEnv: ['CHROME_PATH'],
  }),
  recycle: define({
    kind: kinds.whole(1),
    default: 2000,
    help: 'Pages after which the browser is started anew',
    group: browser,
    commands: crawl,
  }),
  viewport: define({
    kind: kinds.viewport,
    default: [1280, 800],
    defaultText: '1280x800',
    help: 'Size of the window in pixels',
    group: browser,
    commands: crawl,
  }),
  settle: define({
    kind: { ...kinds.whole(1, 600_000), placeholder: 'MS' },
    default: 10_000,
    help: "Virtual milliseconds that an event's consequences may take",
    group: browser,
    commands: crawl,
  }),
  graphFormat: define({
    flag: 'format',
    kind: kinds.choice('json', 'graphml', 'dot'),
    default: 'json',
    help: 'Which kind of graph to write',
    group: output,
    commands: ['graph'],
    flagOnly: true,
  }),
  exportFormat: define({
    flag: 'format',
    kind: kinds.choice('jsonl'),
    default: 'jsonl',
    help: 'Which kind of listing to write',
    group: output,
    commands: ['export'],
    flagOnly: true,
  }),
  files: define({
    kind: kinds.flag,
    default: false,
    help: 'Fingerprint each FILE as a whole instead of its lines',
    group: output,
    commands: ['fingerprint'],
    flagOnly: true,
  }),
  out: optional({
    kind: kinds.text('DIR', 'the path of a folder'),
    defaultText: './argiope-out/<host>',
    help: 'Folder for everything that is written',
    group: output,
    commands: ['crawl', ...derived, 'demo', 'doctor'],
  }),
  store: optional({
    kind: kinds.text('URL', 'sqlite:FILE'),
    defaultText: 'sqlite:<out>/argiope.db',
    help: 'Where the crawl is kept',
    group: output,
    commands: ['crawl', ...derived],
  }),
  baseUrl: optional({
    kind: kinds.webAddress,
    defaultText: "the mirror's file address",
    help: 'Address under which the mirror will be served, for the sitemap',
    group: output,
    commands: ['crawl', 'sitemap'],
  }),
  config: optional({
    kind: kinds.text('FILE', 'the path of a JSON file'),
    defaultText: 'none',
    help: 'JSON file with settings by flag name; flags and environment win over it',
    group: output,
    commands: ['crawl', ...derived, 'demo', 'doctor'],
  }),
  json: define({
    kind: kinds.flag,
    default: false,
    help: 'Print the result as one JSON object on standard output',
    group: output,
    commands: commandNames,
  }),
  quiet: define({
    kind: kinds.flag,
    default: false,
    help: 'Print errors only (and the JSON object, with --json)',
    group: output,
    commands: commandNames,
  }),
  verbose: define({
    kind: kinds.flag,
    default: false,
    help: 'Print every action with why it was fired or not, and the stack of an error',
    group: output,
    commands: commandNames,
  }),
} as const;

export type OptionKey = keyof typeof options;

/** A value for every option: what a command is run with. */
export type Values = { readonly [K in OptionKey]: (typeof options)[K]['default'] };
