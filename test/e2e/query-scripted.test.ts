import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { stage } from '../../src/cli/fixture.ts';
import { run } from '../../src/cli/main.ts';
import type { QueryReport } from '../../src/run/query/query.ts';
import { testFolder } from '../folder.ts';
import { html, type Site } from '../sites/answer.ts';
import { type Book, drawBooks, type Mood } from '../sites/catalogues.ts';
import { serveScriptLibrary } from '../sites/script-library.ts';
import { type ScriptedStyle, scriptedCatalogue, scriptedStyles } from '../sites/scripted-catalogues.ts';
import { type RunningSite, startSite } from '../sites/site.ts';
import { sessionsOf, survivors } from './processes.ts';

const books = drawBooks(400, 3);
const [overFetch, drawn] = scriptedStyles as [ScriptedStyle, ScriptedStyle];
const { author } = books.find(({ title }) => /Rivers/.test(title)) as Book;

async function ask(folder: string, ...args: readonly string[]) {
  const io = stage({ cwd: folder });
  const code = await run(['query', ...args, '--json'], io);
  const report = code === 0 || code === 4 ? (JSON.parse(io.out()) as QueryReport) : null;
  return { code, report, err: io.err(), out: io.out() };
}

function titles(report: QueryReport | null): readonly (string | undefined)[] | undefined {
  return report?.records.map(({ fields }) => fields.title?.[0]).sort();
}

const titlesOf = (some: readonly Book[]) => some.map(({ title }) => title).sort();

async function withSites(
  sites: readonly Site[],
  use: (running: readonly RunningSite[], folder: string) => Promise<void>,
  name: string,
): Promise<void> {
  const running = await Promise.all(sites.map((site) => startSite(site)));
  try {
    await use(running, testFolder(name));
  } finally {
    await Promise.all(running.map((site) => site.close()));
  }
}

describe('sources that only scripts ask or show', () => {
  it('a box over fetch and JSON gives its records by their fields, all pages of them, and is repeated later', () =>
    withSites(
      [scriptedCatalogue(overFetch, books)],
      async ([site], folder) => {
        const { url } = site as RunningSite;
        const rivers = books.filter(({ title, year }) => /Rivers/.test(title) && year >= 2001);
        assert.ok(rivers.length > 20, 'more than one page');
        const first = await ask(folder, 'title=Rivers, year>=2001', url);
        assert.equal(first.code, 0, first.err);
        assert.deepEqual(titles(first.report), titlesOf(rivers));
        const [record] = first.report?.records ?? [];
        assert.match(record?.fields.price?.[0] ?? '', /^[\d.]+ EUR$/);
        assert.match(record?.fields.publication_date?.[0] ?? '', /^\d{4}-\d{2}-10$/);
        assert.match(record?.sources[0]?.url ?? '', /\/book\/\d{13}$/);
        assert.deepEqual(first.report?.sources[0]?.unexpressed, []);
        site?.reset();
        const again = await ask(folder, 'title=Forests, year>=2010', url);
        assert.deepEqual(
          titles(again.report),
          titlesOf(books.filter(({ title, year }) => /Forests/.test(title) && year >= 2010)),
        );
        // Looked at once, and not opened by a browser.
        assert.equal(site?.stats().paths['/'], 1);
      },
      'query-fetch',
    ));

  it('a page of answers that a script draws is read as it shows them, page by page', () =>
    withSites(
      [scriptedCatalogue(drawn, books)],
      async ([site], folder) => {
        const { url } = site as RunningSite;
        const { report, err } = await ask(folder, 'title=Rivers', url);
        assert.deepEqual(titles(report), titlesOf(books.filter(({ title }) => /Rivers/.test(title))), err);
        assert.ok(report?.records.every(({ fields }) => fields.author !== undefined));
        const nobody = await ask(folder, 'title=Rivers, author=Nobody Atall', url);
        assert.deepEqual(titles(nobody.report), []);
        assert.equal(nobody.report?.sources[0]?.status, 'answered');
      },
      'query-drawn',
    ));

  it('forms of crawls are asked by their scripts too, and without scripts the reason is told', () =>
    withSites(
      [scriptedCatalogue(overFetch, books)],
      async ([site], folder) => {
        const { url } = site as RunningSite;
        const io = stage({ cwd: folder });
        assert.equal(await run(['crawl', url, '--out', 'c', '--quiet'], io), 0, io.err());
        const { report } = await ask(folder, `author=${author}`, '--out', 'c');
        assert.deepEqual(titles(report), titlesOf(books.filter((book) => book.author === author)));
        const without = await ask(
          folder,
          `author=${author}`,
          '--out',
          'c',
          '--engine',
          'http',
          '--query-dir',
          'other',
        );
        assert.equal(without.code, 3);
        assert.match(without.out, /only a script sends its form/);
      },
      'query-crawled',
    ));

  it('one that hangs in the browser, and one that never stops, hold nobody back and are ended', () => {
    const moods: Mood[] = [{ hangs: true }, {}];
    const busy: Site = {
      name: 'busy',
      start: '/',
      respond: ({ path }) =>
        path === '/'
          ? html(
              '<h1>Find</h1><div><input id="q" placeholder="Search"><button id="b">Search</button></div><script>b.onclick = () => { for (;;); };</script>',
            )
          : { status: 404 },
    };
    return withSites(
      [...moods.map((mood) => scriptedCatalogue(overFetch, books, mood)), busy],
      async (sites, folder) => {
        const before = sessionsOf(process.pid);
        const { code, report } = await ask(
          folder,
          `author=${author}`,
          ...sites.map(({ url }) => url),
          '--timeout',
          '8',
        );
        assert.equal(code, 4);
        assert.deepEqual(report?.sources.map(({ status }) => status).sort(), ['answered', 'late', 'late']);
        assert.deepEqual(titles(report), titlesOf(books.filter((book) => book.author === author)));
        assert.deepEqual(await survivors(sessionsOf(process.pid).filter((pid) => !before.includes(pid))), []);
      },
      'query-hanging',
    );
  });

  it('asks nothing but searches, and says what it did not let', async () => {
    const library = await serveScriptLibrary('fetch', { books: 60, unsafe: true });
    const silent: Site = {
      name: 'posting',
      start: '/',
      respond: ({ path, method }) => {
        if (path !== '/') return { status: method === 'POST' ? 200 : 404, body: '{}' };
        return html(`<h1>Library</h1><form id="f"><label>Search <input name="q"></label><button>Search</button></form>
          <script>f.onsubmit = (event) => { event.preventDefault(); fetch('/entries/create', { method: 'POST', body: 'q=' + f.q.value }); };</script>`);
      },
    };
    try {
      await withSites(
        [silent],
        async ([site], folder) => {
          const url = (site as RunningSite).url;
          const { report } = await ask(folder, 'history sea', library.url, url);
          assert.deepEqual(
            library.log.filter((line) => line.startsWith('POST')),
            [],
          );
          assert.equal(site?.stats().paths['/entries/create'], undefined);
          const told = report?.sources.find((one) => one.url.startsWith(site?.origin ?? '-'));
          assert.match(told?.notes.join() ?? '', /posts to .*entries\/create.*was not let/);
        },
        'query-unsafe',
      );
    } finally {
      await library.close();
    }
  });

  it('leaves empty what was not asked for, and reads markup under the heads of the table that shows it', () => {
    const rows = (asked: URLSearchParams) => {
      const from = Number(asked.get('since') || 0);
      const found = books.filter((book) => book.title.includes(asked.get('q') ?? '') && book.year >= from);
      return found
        .slice(0, 50)
        .map((one) => `<tr><td>${one.title}</td><td>${one.author}</td><td>${one.year}</td></tr>`);
    };
    const site: Site = {
      name: 'markup',
      start: '/',
      respond: ({ path, query }) => {
        if (path === '/rows') return { body: rows(query).join(''), headers: { 'content-type': 'text/html' } };
        if (path !== '/') return { status: 404 };
        return html(`<h1>Rivers and books</h1><form id="f" role="search"><label>Search <input name="q"></label><label>Year from <input type="number" name="since"></label><button>Search</button></form>
          <table><thead><tr><th>Title</th><th>Author</th><th>Year</th></tr></thead><tbody id="out"></tbody></table>
          <script>f.onsubmit = async (event) => { event.preventDefault(); out.innerHTML = await (await fetch('/rows?' + new URLSearchParams(new FormData(f)))).text(); };</script>`);
      },
    };
    return withSites(
      [site],
      async ([running], folder) => {
        const { report, err } = await ask(folder, 'year>=2020', (running as RunningSite).url);
        assert.deepEqual(
          titles(report),
          titlesOf(books.filter(({ year }) => year >= 2020).slice(0, 50)),
          err,
        );
        assert.ok(report?.records.every(({ fields }) => fields.author && fields.year));
      },
      'query-markup',
    );
  });

  it('a list that stands beside every answer is none of records, however long it is', () => {
    const all = books.slice(0, 60);
    const site: Site = {
      name: 'sidebar',
      start: '/',
      respond: ({ path }) => {
        if (path !== '/') return { status: 404 };
        const list = all.map(({ title, isbn }) => `<li><a href="/book/${isbn}">${title}</a></li>`).join('');
        const data = JSON.stringify(all.map(({ title, author, year }) => [title, author, String(year)]));
        return html(`<h1>Books</h1><nav><ul>${list}</ul></nav><form action="/"><label>Search <input name="q"></label><button>Search</button></form><ul id="found"></ul>
          <script>const word = new URLSearchParams(location.search).get('q');
          if (word) found.innerHTML = ${data}.filter(([title]) => title.includes(word)).map(([title, ...rest]) => '<li><b>' + title + '</b> <i>' + rest.join('</i> <u>') + '</u></li>').join('') || '<li>Nothing was found</li>';</script>`);
      },
    };
    return withSites(
      [site],
      async ([running], folder) => {
        const { report, err } = await ask(folder, 'Forests', (running as RunningSite).url);
        assert.equal(report?.records.length, all.filter(({ title }) => /Forests/.test(title)).length, err);
      },
      'query-sidebar',
    );
  });

  it('a button that only clears the box beside it is not pressed', () => {
    const data = JSON.stringify(books.map(({ title, author }) => [title, author]));
    const site: Site = {
      name: 'clearing',
      start: '/',
      respond: ({ path }) => {
        if (path !== '/') return { status: 404 };
        return html(`<div><input id="q" placeholder="Search books"><button id="x">×</button></div><ul id="out"></ul><script>
          const show = () => { out.innerHTML = q.value === '' ? '' : ${data}.filter(([title]) => title.includes(q.value)).map(([title, author]) => '<li><b>' + title + '</b> <i>' + author + '</i></li>').join(''); };
          q.oninput = show; x.onclick = () => { q.value = ''; show(); };</script>`);
      },
    };
    return withSites(
      [site],
      async ([running], folder) => {
        const { report, err } = await ask(folder, 'Forests', (running as RunningSite).url);
        assert.equal(
          report?.records.length,
          new Set(
            books.filter(({ title }) => /Forests/.test(title)).map(({ title, author: by }) => title + by),
          ).size,
          err,
        );
      },
      'query-clearing',
    );
  });

  it('a page that asks for a password is told as one, and nothing is kept of it', () =>
    withSites(
      [
        {
          name: 'inside',
          start: '/',
          respond: () =>
            html(
              '<form method="post"><input name="user"><input type="password" name="p"><button>Sign in</button></form>',
            ),
        },
      ],
      async ([site], folder) => {
        const { code, out } = await ask(folder, 'title=Rivers', (site as RunningSite).url);
        assert.equal(code, 3);
        assert.match(out, /asks for a password/);
        assert.equal(existsSync(join(folder, 'argiope-query')), false);
      },
      'query-inside',
    ));

  it('two forms of one host that were asked at different times each keep their own mapping', () => {
    const page = (label: string, name: string) =>
      html(
        `<h1>${label}</h1><form action="/${name}/find"><label>${label} <input name="${name}"></label><button>Search</button></form>`,
      );
    const site: Site = {
      name: 'two',
      start: '/books',
      respond: ({ path }) => {
        if (path === '/books') return page('Title', 'books');
        if (path === '/people') return page('Author', 'people');
        return path.endsWith('/find') ? html('<p>No results.</p>') : { status: 404 };
      },
    };
    return withSites(
      [site],
      async ([running], folder) => {
        const { origin = '' } = running ?? {};
        const names = [];
        for (const [path, question] of [
          ['/books', 'title=Rivers'],
          ['/people', 'author=Smith'],
          ['/books', 'title=Forests'],
        ] as const) {
          const { report } = await ask(folder, question, origin + path);
          names.push(report?.sources[0]?.source.replace(/^[^/]*/, ''));
          assert.deepEqual(report?.sources[0]?.unexpressed, []);
        }
        assert.deepEqual(names, ['', '/people/find', '']);
      },
      'query-two',
    );
  });
});
