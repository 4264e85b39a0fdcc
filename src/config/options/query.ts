import * as kinds from '../kinds.ts';
import { define, inGroup, optional } from '../option.ts';

/** How forms are asked for records. */
export const queryOptions = inGroup('Sources and answers', {
  queryOut: define({
    flag: 'out',
    kind: kinds.texts('DIR', 'the folder of a crawl'),
    default: [],
    defaultText: 'all crawls below ./argiope-out, where no address is given',
    help: 'Crawl whose forms are asked (repeatable)',
    commands: ['query'],
    flagOnly: true,
  }),
  about: optional({
    kind: kinds.text('WORDS'),
    defaultText: 'the words of the query',
    help: 'What the sources should be about, where there are many',
    commands: ['query'],
  }),
  sources: optional({
    kind: kinds.whole(1),
    defaultText: 'all',
    help: 'Ask only so many sources: those that fit best',
    commands: ['query'],
  }),
  queryTimeout: define({
    flag: 'timeout',
    kind: kinds.seconds(true),
    default: 30,
    help: 'Seconds that each source gets to answer; all are asked at once',
    commands: ['query'],
    flagOnly: true,
  }),
  answerPages: define({
    flag: 'pages',
    kind: kinds.whole(1),
    default: 20,
    help: 'Pages of one answer that are read',
    commands: ['query'],
    flagOnly: true,
  }),
  queryFormat: define({
    flag: 'format',
    kind: kinds.choice('table', 'json', 'csv'),
    default: 'table',
    help: 'How records are printed',
    commands: ['query'],
    flagOnly: true,
  }),
  save: optional({
    kind: kinds.text('NAME'),
    defaultText: 'none',
    help: 'Keep the query and what it found under a name',
    commands: ['query'],
  }),
  saved: optional({
    kind: kinds.text('NAME'),
    defaultText: 'none',
    help: 'Ask a kept query again, and tell what is new since',
    commands: ['query'],
  }),
  queryDir: define({
    kind: kinds.text('DIR', 'the path of a folder'),
    default: 'argiope-query',
    help: 'Folder for query-map.json, which you may correct, samples and saved queries',
    commands: ['query'],
  }),
});
