import type { Answer, Ask, Site } from './answer.ts';
import { html } from './answer.ts';
import { type Book, isWanted, type Mood, type Wanted } from './catalogues.ts';

/** How a catalogue is made that does nothing without its scripts. */
export interface ScriptedStyle {
  readonly name: string;
  readonly perPage: number;
  /** The start page, and that of answers where they have one. */
  readonly pages: Readonly<Record<string, string>>;
  /** Where its scripts get their data, and how what they ask is read. */
  readonly data: string;
  wanted(ask: Ask): Wanted;
  /** One page of an answer. */
  answer(books: readonly Book[], found: number): unknown;
  /** What a script posts, it must post. */
  readonly posts?: true;
}

const some = (text: unknown) => (typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined);
const figure = (text: unknown) => (some(text) === undefined ? undefined : Number(text));

/** A box over `fetch` and JSON: no form, no name, no address of an answer; more comes by a button. */
const overFetch: ScriptedStyle = {
  name: 'over fetch',
  perPage: 20,
  data: '/api/books',
  pages: {
    '/': `<h1>Books over fetch</h1><div class="finder"><label>Writer <input id="who"></label><label>Book title <input id="what"></label>
      <label>Published from <input id="since" size="4"></label><label>until <input id="till" size="4"></label><button id="go">Search</button></div>
      <p id="count"></p><div id="out"></div><button id="more" hidden>Load more</button>
      <script>let page = 1;
      const show = async (isNew) => {
        const asked = new URLSearchParams({ writer: who.value, name: what.value, from: since.value, to: till.value, page, size: 20 });
        const { total, items } = await (await fetch('/api/books?' + asked)).json();
        if (isNew) out.textContent = '';
        count.textContent = total === 0 ? 'Nothing was found.' : total + ' results';
        for (const book of items) {
          const card = document.createElement('article');
          card.innerHTML = '<h3><a></a></h3><p class="by"></p><time></time><b></b>';
          const link = card.querySelector('a');
          link.href = '/book/' + book.isbn; link.textContent = book.name;
          card.querySelector('.by').textContent = book.writers.map((one) => one.name).join(', ');
          card.querySelector('time').textContent = book.publishedOn;
          card.querySelector('b').textContent = book.price.amount + ' ' + book.price.currency;
          out.append(card);
        }
        more.hidden = page * 20 >= total;
      };
      go.onclick = () => { page = 1; show(true); };
      more.onclick = () => { page++; show(false); };</script>`,
  },
  wanted: ({ query }) =>
    ({
      author: some(query.get('writer')),
      title: some(query.get('name')),
      from: figure(query.get('from')),
      to: figure(query.get('to')),
    }) as Wanted,
  answer: (books, total) => ({
    total,
    items: books.map(({ isbn, title, author, year, month, price }) => ({
      isbn,
      name: title,
      writers: [{ name: author, id: author.length }],
      publishedOn: `${year}-${String(month).padStart(2, '0')}-10`,
      price: { amount: price / 100, currency: 'EUR' },
      available: true,
    })),
  }),
};

/** A form that leads to a page of answers, which its script draws from data without names. */
const drawn: ScriptedStyle = {
  name: 'drawn',
  perPage: 15,
  posts: true,
  data: '/rows',
  pages: {
    '/': `<h1>Drawn catalogue</h1><form action="/results"><label>作者 <input name="a"></label><label>书名 <input name="t"></label><button>检索</button></form>`,
    '/results': `<h1>Results</h1><form action="/results"><label>作者 <input name="a"></label><label>书名 <input name="t"></label><button>检索</button></form>
      <p id="count"></p><table id="rows"><thead><tr><th>书名</th><th>作者</th><th>出版年</th></tr></thead><tbody></tbody></table><nav id="pager"></nav>
      <script>(async () => {
        const asked = new URLSearchParams(location.search);
        const page = Number(asked.get('p') ?? 1);
        const body = JSON.stringify([asked.get('a'), asked.get('t'), page]);
        const [found, list] = await (await fetch('/rows', { method: 'POST', body })).json();
        count.textContent = found === 0 ? '没有找到' : '共 ' + found + ' 条';
        document.querySelector('tbody').innerHTML = list.map(([id, ...cells]) => '<tr>' + cells.map((cell, at) => '<td>' + (at === 0 ? '<a href="/shu?id=' + id + '">' + cell + '</a>' : cell) + '</td>').join('') + '</tr>').join('');
        if (page * 15 >= found) return;
        asked.set('p', page + 1);
        pager.innerHTML = '<a href="/results?' + asked + '">下一页</a>';
      })();</script>`,
  },
  wanted: ({ body }) => {
    const [author, title] = JSON.parse(body) as (string | null)[];
    return { author: some(author), title: some(title) } as Wanted;
  },
  answer: (books, found) => [
    found,
    books.map(({ isbn, title, author, year }) => [isbn, title, author, `${year}年`]),
  ],
};

/** Two ways in which catalogues leave everything to their scripts. */
export const scriptedStyles: readonly ScriptedStyle[] = [overFetch, drawn];

/** A catalogue of some books that is made by scripts, whose mood can change. */
export function scriptedCatalogue(style: ScriptedStyle, books: readonly Book[], mood: Mood = {}): Site {
  return {
    name: style.name,
    start: '/',
    respond(ask) {
      const page = style.pages[ask.path];
      if (page !== undefined)
        return html(`<!doctype html><meta charset="utf-8"><title>${style.name}</title>${page}`);
      if (ask.path !== style.data) return { status: 404 };
      if (mood.hangs) return { status: 200, body: '{}', delayMs: 12_000 };
      if (mood.fails) return { status: 500, body: 'database is down' };
      return json(style, books, ask);
    },
  };
}

function json(style: ScriptedStyle, books: readonly Book[], ask: Ask): Answer {
  if (style.posts && ask.method !== 'POST') return { status: 405 };
  const wanted = style.wanted(ask);
  const isEmpty = Object.values(wanted).every((value) => value === undefined);
  const found = isEmpty ? [] : books.filter((book) => isWanted(book, wanted));
  const page = style.posts ? (JSON.parse(ask.body) as unknown[])[2] : ask.query.get('page');
  const from = (Number(page ?? 1) - 1) * style.perPage;
  return {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(style.answer(found.slice(from, from + style.perPage), found.length)),
  };
}
