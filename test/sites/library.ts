import { createServer } from 'node:http';
import { startServer, stopServer } from '../servers.ts';

/** A book of the library. */
export interface Book {
  readonly id: number;
  readonly title: string;
  readonly author: string;
  readonly year: number;
  readonly subject: string;
}

const nouns = 'sea river stone garden winter harbour mirror letter island forest clock bridge'.split(' ');
const kinds = 'silent golden broken hidden distant bitter northern patient'.split(' ');
const names = '张伟 王芳 李娜 Maria Lopez Anna Berg Tom Reed'.split(' ');
const subjects = ['history', 'poetry', 'travel', '科学'];

/** So many books, the same each time. */
export function booksOf(count: number): readonly Book[] {
  return Array.from({ length: count }, (_, id) => ({
    id,
    title: `The ${kinds[id % kinds.length]} ${nouns[(id * 5 + Math.floor(id / 8)) % nouns.length]} volume${id}`,
    author: names[(id * 3 + Math.floor(id / 7)) % names.length] as string,
    year: 1960 + ((id * 7) % 60),
    subject: subjects[(id + Math.floor(id / 5)) % subjects.length] as string,
  }));
}

/** A library that only its forms lead into, and what it was asked. */
export interface Library {
  readonly url: string;
  /** Method, path and body of each request. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

/** How a library answers. */
export interface LibraryWays {
  readonly books?: number;
  readonly method?: 'get' | 'post';
  /** Books on a page of an answer, and pages that an answer has at most. */
  readonly perPage?: number;
  readonly mostPages?: number;
  /** Forms beside the search that must never be sent. */
  readonly unsafe?: boolean;
  /** Every post needs a token that holds once. */
  readonly tokens?: boolean;
  /** The form has nothing but two days: books that came between them are found. */
  readonly dates?: boolean;
  /** Questions with this word end in an error of the server. */
  readonly broken?: string;
  /** Each box is a form of its own. */
  readonly apart?: boolean;
  /** Answers have links that show them in the order of each field, up and down. */
  readonly sorts?: boolean;
  /** Links to books, and from them to their notes, say where one came from. */
  readonly trails?: boolean;
}

/** Serves a library on a free port of this machine. */
export async function serveLibrary(ways: LibraryWays = {}): Promise<Library> {
  const {
    books = 300,
    method = 'get',
    perPage = 10,
    mostPages = 5,
    unsafe = false,
    tokens = false,
    dates = false,
    sorts = false,
    apart = false,
    broken,
    trails = false,
  } = ways;
  const shelf = booksOf(books);
  const log: string[] = [];
  const given = new Set<string>();
  let drawn = 0;
  const token = () => {
    const one = `token-${++drawn}-${drawn * 7919}`;
    given.add(one);
    return one;
  };
  const box = (label: string, name: string) => `<p><label>${label} <input name="${name}"></label></p>`;
  const between =
    '<label>Acquired from <input type="date" name="since" max="2030-01-01"></label> <label>until <input type="date" name="until"></label>';
  const single = (label: string, name: string) =>
    `<form action="/find" id="by-${name}">${box(label, name)}<button type="submit">Search</button></form>`;
  const search = () =>
    apart ? `${single('Title', 'title')}${single('Author', 'author')}${single('Year', 'year')}` : whole();
  const whole = () => `<form action="/find" method="${method}" id="catalogue"><h2>Search the catalogue</h2>
    ${tokens ? `<input type="hidden" name="csrf" value="${token()}">` : ''}
    ${dates ? between : `${box('Title', 'title')}${box('Author', 'author')}${box('Subject', 'subject')}${box('Year', 'year')}`}
    <input name="website" style="position:absolute;left:-9999px" tabindex="-1"><button type="submit">Search</button></form>`;
  const page = (title: string, body: string) =>
    `<!doctype html><meta charset="utf-8"><title>${title}</title><nav><ul><li><a href="/">Home</a><li><a href="/about">About</a></ul></nav>${body}`;
  const found = (asked: URLSearchParams) =>
    shelf
      .filter(({ id, year }) => {
        const day = `${year}-0${1 + (id % 9)}-11`;
        return day >= (asked.get('since') || '0') && day < (asked.get('until') || '9');
      })
      .filter((book) =>
        (['title', 'author', 'subject', 'year'] as const).every((name) => {
          const wanted = asked.get(name)?.toLowerCase() ?? '';
          return wanted === '' || String(book[name]).toLowerCase().split(' ').includes(wanted);
        }),
      );
  const answer = (asked: URLSearchParams) => {
    if (asked.get('website')) return page('Caught', '<p>Robots are not welcome here.</p>');
    if (!dates && !['title', 'author', 'subject', 'year'].some((name) => asked.get(name)))
      return page('Search', `<p>Please enter something.</p>${search()}`);
    const all = found(asked);
    if (all.length === 0) return page('Nothing', `<p>No books match your search.</p>${search()}`);
    const at = Number(asked.get('page') ?? 1);
    const [field, way] = (asked.get('order') ?? 'id').split('-') as [keyof Book, string?];
    all.sort((one, other) => (one[field] < other[field] ? -1 : 1) * (way === undefined ? 1 : -1));
    const rows = all.slice((at - 1) * perPage, at * perPage);
    const rest = new URLSearchParams([...asked].filter(([name]) => name !== 'page' && name !== 'csrf'));
    const hasMore = method === 'get' && at * perPage < all.length && at < mostPages;
    const list = rows.map(
      ({ id, title, author, year, subject }) =>
        `<li><a href="/book/${id}${trails ? `?back=${encodeURIComponent(`/find?${asked}`)}` : ''}">${title}</a> <span>${author}</span> <em>${year}</em> <small>${subject}</small></li>`,
    );
    const unsorted = new URLSearchParams([...rest].filter(([name]) => name !== 'order'));
    const orders = ['title', 'author', 'year', 'subject'].flatMap((name) => [name, `${name}-down`]);
    const heads = orders.map((order) => `<a href="/find?${unsorted}&amp;order=${order}">${order}</a>`);
    const more = hasMore ? `<a href="/find?${rest}&amp;page=${at + 1}">Next</a>` : '';
    return page(
      'Results',
      `<p>${all.length} results</p>${sorts ? heads.join(' ') : ''}<ol>${list.join('')}</ol>${more}${tokens ? '' : search()}`,
    );
  };
  const traps = `<form action="/login" method="post"><input name="user"><input type="password" name="pw"><button>Log in</button></form>
    <form action="/delete" method="post"><input type="hidden" name="id" value="3"><button>Delete</button></form>
    <form action="/order" method="post"><input name="qty" value="1"><button>Add to cart</button></form>
    <form action="/comment" method="post"><textarea name="text"></textarea><button>Post comment</button></form>
    <form action="/newsletter" method="post"><input name="email" type="email"><button>Subscribe</button></form>
    <form action="/upload" method="post"><input name="q"><input type="file" name="f"><button>Search</button></form>`;
  const trailOf = (query: URLSearchParams) => {
    const back = query.get('back') ?? '';
    return trails
      ? `<a href="${back.replaceAll('&', '&amp;')}">Back</a> <a href="/notes?back=${encodeURIComponent(back)}">Notes</a>`
      : '';
  };
  const reply = (path: string, query: URLSearchParams, body: string, verb: string): string | null => {
    if (path === '/')
      return page(
        'Library',
        `<h1>Library</h1>${search()}${unsafe ? traps : ''}<p>Books of history and poetry.</p>`,
      );
    if (path === '/about') return page('About', '<p>A small library of 300 books by the harbour.</p>');
    if (path === '/find' && verb === 'POST' && method === 'post') {
      const asked = new URLSearchParams(body);
      if (tokens && !given.delete(asked.get('csrf') ?? ''))
        return page('Expired', '<p>The form has expired.</p>');
      return answer(asked);
    }
    if (path === '/find' && method === 'get') return answer(query);
    const book = shelf[Number(/^\/book\/(\d+)$/.exec(path)?.[1] ?? -1)];
    return book === undefined
      ? null
      : page(book.title, `<h1>${book.title}</h1><p>${book.author}, ${book.year}</p>${trailOf(query)}`);
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const url = new URL(request.url ?? '/', 'http://library');
    log.push(`${request.method} ${url.pathname}${url.search} ${body}`.trim());
    const text = reply(url.pathname, url.searchParams, body, request.method ?? 'GET');
    const isBroken = broken !== undefined && `${url.search}${body}`.includes(broken);
    response.writeHead(isBroken ? 500 : text === null ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
    });
    response.end(text ?? 'not here');
  });
  return {
    url: `${await startServer(server)}/`,
    log,
    close: () => stopServer(server),
  };
}
