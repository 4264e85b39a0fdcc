import * as kinds from '../kinds.ts';
import { define, inGroup, onOff, optional } from '../option.ts';
import { both, crawlOnly } from './commands.ts';

/** What is wanted of a site. */
export const wantedOptions = inGroup('What is wanted', {
  sample: define({
    kind: kinds.samples,
    default: [],
    defaultText: 'none',
    help: 'A page that stands for a type: an address, or an entry path as pages.jsonl has it (repeatable)',
    commands: both,
  }),
  want: define({
    kind: kinds.names('TYPE,…', 'names of page types, with commas between them'),
    default: [],
    defaultText: 'all types',
    help: 'Types of pages that are wanted: others are passed through, but not mirrored or listed',
    commands: both,
  }),
  focus: optional({
    kind: kinds.text('WORDS', 'words that name a topic'),
    defaultText: 'none',
    help: 'Ask first for what has most to do with a topic, by the words of links, their surroundings and pages',
    commands: crawlOnly,
  }),
  focusThreshold: optional({
    kind: kinds.share,
    defaultText: '0: only the order changes',
    help: 'Do not follow links whose relevance to the topic of --focus is below this',
    commands: crawlOnly,
  }),
  model: optional({
    kind: kinds.text('FILE', 'the path of a file that argiope train has written'),
    defaultText: 'none',
    help: 'Fire only what this model allows, by the type of page',
    commands: crawlOnly,
  }),
  modelDrift: define({
    kind: kinds.choice('warn', 'retrain', 'stop'),
    default: 'warn',
    help: 'When the model does not fit the site any more: say so, learn anew while crawling, or stop',
    commands: crawlOnly,
  }),
  typeThreshold: optional({
    kind: kinds.share,
    defaultText: 'suggested from the samples',
    help: 'Structural distance up to which a page is of a type',
    commands: both,
  }),
  changeThreshold: optional({
    kind: kinds.whole(0),
    defaultText: 'suggested by what events do',
    help: 'Texts, links, pictures and fields that must change before a state counts as another page of its type',
    commands: both,
  }),
  fromStore: onOff({
    help: 'Learn from what a crawl has seen, without asking the site: --store URL, or the folder of the crawl',
    commands: ['train'],
    flagOnly: true,
  }),
});
