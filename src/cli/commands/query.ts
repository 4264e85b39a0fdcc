import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { crawlSettings, outFolder, storeFile } from '../../config/index.ts';
import { ArgiopeError } from '../../model/errors.ts';
import type { Command, Context } from '../command.ts';
import { limitExit } from '../exit.ts';
import { queryCsv, queryNotes, queryTable } from '../query.ts';
import { usualColumns } from '../terminal.ts';

/** `argiope query`: one question to many forms. */
export const queryCommand: Command = {
  name: 'query',
  summary: 'Ask the forms of many sites at once, and join their answers',
  usage: '"<conditions and words>" [url…] [flags]',
  details: [
    'Puts conditions ("author=张伟, year>=2020") and plain words into the fields of each source, asks all at once, takes records from the answers, unifies their names and units, joins records of several sources that are about the same thing, and prints them with their sources. Conditions are =, !=, <, <=, >, >= and ranges ("year=2018..2020"), with commas between them.',
    'Sources are the search forms of crawls (--out, repeatable; without it all crawls below ./argiope-out) and of pages whose addresses are given. Conditions that a form has no field for are reported, and its answers are filtered by them. A source that fails or is late is named; the others do not wait for it.',
    'Forms that only a script sends, and answers that only a script shows, are asked in the browser, by the rules of crawl --forms; what its script asks for is repeated without one where that is known. --engine http starts no browser.',
    'Which field of which form means what is written to query-map.json in --query-dir. Correct it where it is wrong: corrections last.',
    'Exit codes: 0 all sources answered, 3 none did, 4 some failed or were late.',
  ],
  examples: [
    'argiope query "author=张伟, year>=2020"',
    'argiope query "deep sea fish" --about biology --sources 5',
    'argiope query "price<20" https://books.example.org/ --format csv',
    'argiope query "author=Le Guin" --save leguin && argiope query --saved leguin',
  ],
  run,
};

async function run({ io, input, engine }: Context): Promise<number> {
  const { values, positionals } = input;
  const [query = '', ...urls] = values.saved === null ? positionals : ['', ...positionals];
  if (values.saved === null && query.trim() === '')
    throw new ArgiopeError('USAGE', 'query needs a question', {
      advice: 'for example: argiope query "author=张伟, year>=2020"',
    });
  const wrong = urls.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  if (wrong !== undefined)
    throw new ArgiopeError('USAGE', `"${wrong}" is no web address`, {
      advice: 'the question is one argument: put it in quotes',
    });
  const { about, sources, queryTimeout: timeout, answerPages: pages, save, saved, store } = values;
  const outs = values.queryOut.map((out) => resolve(io.cwd, out));
  const isNamed = outs.length > 0 || urls.length > 0 || saved !== null || store !== null;
  const ending = new AbortController();
  const stop = io.onInterrupt(() => ending.abort());
  try {
    const { query: ask } = await engine();
    const report = await ask(
      {
        query,
        urls,
        outs: isNamed ? outs : allCrawls(io.cwd),
        store,
        about,
        sources,
        timeout,
        pages,
        dir: resolve(io.cwd, values.queryDir),
        save,
        saved,
        records: values.records.map((place) =>
          place.replace(/^sqlite:(.+)$/s, (_, path) => `sqlite:${resolve(io.cwd, path)}`),
        ),
        crawl: crawlSettings(urls.length > 0 ? urls : ['http://localhost/'], values, io.cwd),
      },
      { signal: ending.signal },
    );
    const format = values.json ? 'json' : values.queryFormat;
    if (format === 'json') io.stdout.write(`${JSON.stringify(report)}\n`);
    else if (format === 'csv') io.stdout.write(queryCsv(report));
    else if (!values.quiet) io.stdout.write(queryTable(report, io.stdout.columns ?? usualColumns));
    if (format !== 'table' && !values.quiet)
      io.stderr.write(queryNotes(report, io.stderr.columns ?? usualColumns));
    return report.sources.some(({ status }) => status === 'failed' || status === 'late') ? limitExit : 0;
  } finally {
    stop();
  }
}

/** All crawls below the usual folder. */
function allCrawls(cwd: string): readonly string[] {
  const root = join(cwd, outFolder);
  const names = existsSync(root) ? readdirSync(root).sort() : [];
  const crawls = names.filter((name) => existsSync(join(root, name, storeFile)));
  if (crawls.length > 0) return crawls.map((name) => join(root, name));
  throw new ArgiopeError(
    'USAGE',
    `there is no source: no crawl below ./${outFolder}, and no address is given`,
    {
      advice: 'crawl a site that has a search form, or give the address of a page with one',
    },
  );
}
