import { ArgiopeError } from '../../model/errors.ts';
import type { Command } from '../command.ts';
import { count, counted } from '../figures.ts';
import type { Io } from '../io.ts';
import { crawlPlace } from '../place.ts';
import { lookOf, printResult } from '../print.ts';
import { searchAnswerText } from '../search.ts';
import { clean } from '../terminal.ts';

/** `argiope search`: looks words up in what was crawled. */
export const searchCommand: Command = {
  name: 'search',
  summary: 'Search the pages, files and records of a crawl',
  usage: '"<words>" [flags]',
  details: [
    'Finds the pages whose own text has all the words, those without an address too, and kept PDF files; what the pages of a site have in common, such as menus, is left out. States of one document are one hit. Understands "phrases", beginnings (abc*), -without, this OR that, title: and url: for a part of a page, type: and site: for some pages alone.',
    'A field of records, or a comparison, asks for records instead: price<50 author:张伟, price:10..50, date>=2024-05-01, name="Blue shirt".',
    'Without --out, the only crawl below ./argiope-out is taken; with --store alone, the folder of that file.',
  ],
  examples: [
    'argiope search "privacy policy" --out argiope-out/example.org',
    `argiope search 'title:invoice -draft' --json`,
    `argiope search 'price<50 author:张伟'`,
    'argiope search --reindex --out argiope-out/example.org',
  ],
  async run(context) {
    const { io, input, engine } = context;
    const { json, quiet, reindex, limit, offset } = input.values;
    const query = input.positionals.join(' ').trim();
    if (query === '' && !reindex)
      throw new ArgiopeError('USAGE', 'search needs words to look for', {
        advice: 'for example: argiope search "privacy policy"',
      });
    const place = await crawlPlace('search', { ...input, positionals: [] }, io.cwd);
    const watch = watcher(io, quiet || json);
    const tools = await engine();
    if (reindex) {
      const done = await tools.reindex({ ...place, ...watch.told });
      watch.clear();
      if (query === '') {
        const files = done.read > 0 ? `, ${counted(done.read, 'file')}` : '';
        const found = { command: 'search', indexed: done.pages, files: done.read };
        printResult(context, found, () => `${counted(done.pages, 'page')} indexed${files}\n`);
        return 0;
      }
    }
    const found = await tools.search({ ...place, query, limit, offset, ...watch.told });
    watch.clear();
    const { out } = place;
    printResult(context, { ...found, out }, () =>
      searchAnswerText(found, { ...lookOf(io), out, cwd: io.cwd, offset }),
    );
    return 0;
  },
};

/** Tells on a terminal how far indexing has come, and everywhere what could not be read. */
function watcher({ stderr }: Io, isQuiet: boolean) {
  let shown = false;
  return {
    told: {
      progress: (done: number, of: number) => {
        if (stderr.isTTY !== true || isQuiet) return;
        shown = true;
        stderr.write(`\r\u001b[Kindexing ${count(done)} of ${counted(of, 'page')}`);
      },
      unread: ({ url, why }: { readonly url: string; readonly why: string }) => {
        stderr.write(`the text of ${clean(url)} could not be read: ${clean(why)}\n`);
      },
    },
    clear: () => {
      if (shown) stderr.write('\r\u001b[K');
    },
  };
}
