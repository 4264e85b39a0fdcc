import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '../../src/config/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { runForms } from '../../src/run/forms.ts';
import type { Report } from '../report.ts';
import { type DatabaseForm, greedyCover, MadeDatabase, type MadeRecord } from './database.ts';

/** A database that only a form reaches. */
interface Case extends DatabaseForm {
  readonly name: string;
  readonly method: 'get' | 'post';
  /** Submissions that are allowed, by those of a greedy cover. */
  readonly allowed: number;
}

const cases: readonly Case[] = [
  {
    name: 'selects, GET',
    method: 'get',
    choices: ['genre', 'year', 'place'],
    words: false,
    cap: 50,
    tellsTotal: true,
    allowed: 1.5,
  },
  {
    name: 'selects, POST',
    method: 'post',
    choices: ['year', 'place'],
    words: false,
    cap: 100,
    tellsTotal: true,
    allowed: 1.5,
  },
  {
    name: 'select and words, GET',
    method: 'get',
    choices: ['genre'],
    words: true,
    cap: 100,
    tellsTotal: true,
    allowed: 1.5,
  },
  {
    name: 'words only, GET',
    method: 'get',
    choices: [],
    words: true,
    cap: 50,
    tellsTotal: false,
    allowed: 2,
  },
  {
    name: 'words only, POST',
    method: 'post',
    choices: [],
    words: true,
    cap: 100,
    tellsTotal: false,
    allowed: 2,
  },
];

/** Asks databases on this machine that only forms reach, and tells what came and what it cost. */
export async function measureDatabases(report: Report, count: number, seed: number): Promise<void> {
  report.section(`Databases behind forms, ${count} records each`);
  const rows: (string | number)[][] = [];
  for (const one of cases) {
    const database = new MadeDatabase(count, seed);
    const { seen, asked, enough, coverage, ended, seconds } = await crawled(one, database);
    const answers = candidates(one, database);
    // Two words at once reach what no answer to one of them shows.
    const share = seen / (one.words ? count : new Set(answers.flat()).size);
    const greedy = greedyCover(answers, Math.min(share, 0.99));
    const interval = coverage ? `${coverage.low.toFixed(3)}–${coverage.high.toFixed(3)}` : '-';
    const holds = coverage === null || (share >= coverage.low - 1e-9 && share <= coverage.high + 1e-9);
    const ratio = asked / greedy;
    rows.push([
      one.name,
      one.cap,
      `${(100 * share).toFixed(1)} %`,
      asked,
      greedy,
      ratio.toFixed(2),
      enough ?? '-',
      interval,
      holds ? 'yes' : 'no',
      ended,
      seconds.toFixed(0),
    ]);
    report.verdict(share >= 0.99, `${one.name}: ≥ 99 % reached`, `${(100 * share).toFixed(1)} %`);
    report.verdict(ratio <= one.allowed, `${one.name}: ≤ ${one.allowed} × a greedy cover`, ratio.toFixed(2));
  }
  report.table(
    ['form', 'cap', 'reached', 'asked', 'greedy', '×', 'asked for 99 %', 'coverage', 'holds', 'ended', 's'],
    rows,
  );
}

async function crawled(one: Case, database: MadeDatabase) {
  const server = await serve(one, database);
  const out = mkdtempSync(join(tmpdir(), 'argiope-deepweb-'));
  const begun = performance.now();
  try {
    const settings = {
      out,
      store: `sqlite:${join(out, 'argiope.db')}`,
      engine: 'http',
      robots: 'ignore',
    } as const;
    await runCrawl(defaultSettings([server.url], { ...settings, forms: { budget: 20_000, allow: [] } }), {
      outputs: false,
    });
    const { forms } = await runForms({ out });
    const told = forms.find(({ asked }) => asked !== undefined)?.asked;
    const seconds = (performance.now() - begun) / 1000;
    return {
      seen: server.shown.size,
      asked: server.asked(),
      enough: server.enough(),
      coverage: told?.coverage ?? null,
      ended: told?.ended ?? '-',
      seconds,
    };
  } finally {
    await server.close();
    rmSync(out, { recursive: true, force: true });
  }
}

/** Serves a database: a page with its form, and its answers, up to the cap. */
async function serve(one: Case, database: MadeDatabase) {
  const shown = new Set<number>();
  const asked = new Set<string>();
  /** Questions until 99 % were shown. */
  let enough: number | null = null;
  const values = (name: 'genre' | 'year' | 'place') =>
    [...new Set(database.records.map((record) => record[name]))].sort();
  const selects = one.choices.map(
    (name) =>
      `<label>${name} <select name="${name}"><option value="">Any</option>${values(name)
        .map((value) => `<option>${value}</option>`)
        .join('')}</select></label>`,
  );
  const box = one.words ? '<label>Keywords <input name="q" type="search"></label>' : '';
  const form = `<form action="/search" method="${one.method}">${selects.join('')}${box}<button>Search</button></form>`;
  const start = [0, 3, 9].map((id) => database.records[id]?.title).join(', ');
  const answer = (given: URLSearchParams) => {
    const wanted = Object.fromEntries([...given].filter(([, value]) => value !== ''));
    asked.add(JSON.stringify(wanted));
    if (one.choices.length === 0 && !wanted.q) return `<p>Type something.</p>${form}`;
    const found = database.find(wanted);
    const rows = found.slice(0, one.cap);
    for (const { id } of rows) shown.add(id);
    if (shown.size >= 0.99 * database.records.length) enough ??= asked.size;
    const total = one.tellsTotal ? `<p>${found.length} results</p>` : '';
    return rows.length === 0
      ? `<p>Nothing was found.</p>${form}`
      : `${total}<ul id="hits">${rows.map(row).join('')}</ul>${form}`;
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const url = new URL(request.url ?? '/', 'http://database');
    const isQuestion =
      url.pathname === '/search' && (one.method === 'post' ? request.method === 'POST' : url.search !== '');
    const text = isQuestion
      ? answer(one.method === 'post' ? new URLSearchParams(body) : url.searchParams)
      : url.pathname === '/'
        ? `<h1>Records</h1>${form}<p>Such as ${start}.</p>`
        : '<p>Search here.</p>';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Database</title>${text}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    shown,
    asked: () => asked.size,
    enough: () => enough,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function row({ title, text, genre, year, place }: MadeRecord): string {
  return `<li><b>${title}</b> <span>${text}</span> <i>${genre}</i> <i>${year}</i> <i>${place}</i></li>`;
}

/** What all questions would show: every word, and every combination of up to three choices. */
function candidates(one: Case, database: MadeDatabase): readonly (readonly number[])[] {
  const answers: (readonly number[])[] = [];
  const add = (values: Record<string, string>) =>
    answers.push(
      database
        .find(values)
        .slice(0, one.cap)
        .map(({ id }) => id),
    );
  if (one.words) for (const word of database.words.keys()) add({ q: word });
  const combine = (rest: Case['choices'], values: Record<string, string>) => {
    add(values);
    for (const [at, name] of rest.entries())
      for (const value of new Set(database.records.map((record) => record[name])))
        combine(rest.slice(at + 1), { ...values, [name]: value });
  };
  if (one.choices.length > 0) combine(one.choices, {});
  return answers;
}
