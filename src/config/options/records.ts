import * as kinds from '../kinds.ts';
import { define, inGroup, onOff, optional } from '../option.ts';
import { crawlOnly, extracting } from './commands.ts';

/** How records are made. */
export const recordOptions = inGroup('Records', {
  extract: onOff({
    help: 'Also make records of the pages as they come, and write records.jsonl',
    commands: crawlOnly,
  }),
  pages: optional({
    kind: kinds.text('DIR', 'the path of a folder of HTML files'),
    defaultText: 'the pages of a crawl',
    help: 'Read the HTML files of this folder and those below it instead of a crawl',
    commands: ['extract', 'rules'],
    flagOnly: true,
  }),
  label: define({
    kind: kinds.texts(
      'PAGE',
      'a file of the folder of --pages, or the number or address of a page of the crawl',
    ),
    default: [],
    defaultText: 'none',
    help: 'Point at values on these pages, ten at most, on a page of this machine; rules are learned from that (repeatable; further pages may follow)',
    commands: ['extract'],
    flagOnly: true,
  }),
  schema: optional({
    kind: kinds.text('FILE', 'the path of a JSON Schema'),
    defaultText: 'none',
    help: 'Fields that are wanted, what they are like, and what a record must fulfil',
    commands: extracting,
  }),
  prior: define({
    kind: kinds.texts(
      'FILE|TABLE',
      'a file of known records (CSV, JSON, JSON lines), or a table: FILE#TABLE (SQLite), postgres://…#TABLE',
    ),
    default: [],
    defaultText: 'none',
    help: 'Records that are known already: fields that show their values get their names (repeatable)',
    commands: extracting,
  }),
  rules: optional({
    kind: kinds.text('FILE|none', 'the path of a file that argiope rules export has written, or none'),
    defaultText: 'those in the store',
    help: 'Rules to apply instead of the kept ones; none: learn them anew, as after a change of schema',
    commands: extracting,
  }),
  filters: define({
    kind: kinds.texts('FILE|URL|none', 'an Adblock list as a file or an address, or none'),
    default: [],
    defaultText: 'a short built-in list',
    help: 'Adblock lists that say what is advertisement (repeatable)',
    commands: extracting,
  }),
  allFields: onOff({
    help: 'Also write fields for which no name was found',
    commands: extracting,
  }),
  minConfidence: define({
    kind: kinds.share,
    default: 0.5,
    help: 'Confidence from which a field is written',
    commands: extracting,
  }),
  records: define({
    kind: kinds.recordPlaces,
    default: [],
    defaultText: 'records.jsonl alone',
    help: 'Also write records as csv, or as tables of SQLite or PostgreSQL, one for each type (repeatable)',
    commands: [...extracting, 'query'],
    secret: true,
  }),
});
