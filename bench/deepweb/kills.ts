import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crawlArgs, startArgiope } from '../../test/e2e/command.ts';
import { type Library, type LibraryWays, serveLibrary } from '../../test/sites/library.ts';
import type { Report } from '../report.ts';

const moments = 10;
const ways: readonly (LibraryWays & { readonly name: string })[] = [
  { name: 'GET', method: 'get', books: 120, perPage: 40 },
  { name: 'POST', method: 'post', books: 120, perPage: 40 },
];

/** Kills a crawl at ten moments of asking and continues it: the server tells what was asked twice, and what was lost. */
export async function measureKills(report: Report): Promise<void> {
  report.section('Killed while forms are asked, and continued');
  const rows: (string | number)[][] = [];
  for (const { name, ...way } of ways) {
    const whole = await killed(way, []);
    const at = Array.from({ length: moments }, (_, kill) =>
      Math.max(1, Math.round(((kill + 1) * whole.asked) / (moments + 1))),
    );
    const one = await killed(way, at);
    rows.push([name, whole.asked, one.asked, one.kills, one.asked - one.distinct, one.books, whole.books]);
    report.verdict(one.books === whole.books, `${name}: nothing is lost`, `${one.books} of ${whole.books}`);
    const twice = one.asked - one.distinct;
    report.verdict(
      twice <= one.kills,
      `${name}: asked twice is at most the one in hand`,
      `${twice} of ${one.kills} kills`,
    );
  }
  report.table(['form', 'asked unharmed', 'asked', 'kills', 'twice', 'books', 'books unharmed'], rows);
}

async function killed(way: LibraryWays, at: readonly number[]) {
  const library = await serveLibrary(way);
  const out = mkdtempSync(join(tmpdir(), 'argiope-kills-'));
  const args = crawlArgs(library.url, out, ['--engine', 'http', '--forms', '--per-host', '1']);
  let kills = 0;
  try {
    for (const wanted of at) {
      const running = startArgiope(args);
      const timer = setInterval(() => {
        if (questionsIn(library).length < wanted) return;
        clearInterval(timer);
        running.kill();
      }, 2);
      if ((await running.ended).code === null) kills++;
      clearInterval(timer);
    }
    await startArgiope(args).ended;
    const asked = questionsIn(library);
    const books = new Set(library.log.flatMap((line) => /^GET \/book\/(\d+)/.exec(line)?.[1] ?? [])).size;
    return { kills, asked: asked.length, distinct: new Set(asked).size, books };
  } finally {
    await library.close();
    rmSync(out, { recursive: true, force: true });
  }
}

/** Questions that were put to the catalogue; further pages of an answer are none. */
function questionsIn({ log }: Library): readonly string[] {
  return log.filter((line) => /^\w+ \/find/.test(line) && !/page=/.test(line) && /=./.test(line));
}
