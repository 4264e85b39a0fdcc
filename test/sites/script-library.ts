import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { startServer, stopServer } from '../servers.ts';
import { type Book, booksOf, type Library } from './library.ts';

/** How the search page of a library is made: none of them sends a form by itself. */
export type ScriptMake =
  | 'fetch' /* a box and a button without a form; GET, JSON */
  | 'post' /* a form that a script takes; POST of JSON */
  | 'jquery' /* a form that jQuery takes; POST of pairs, markup in the answer */
  | 'vue' /* a box that asks while one types, a moment later; pages of JSON */
  | 'alpine' /* a box without a name, a key confirms */
  | 'htmx' /* markup alone */
  | 'live' /* a box that says what it is for, and posts to an address that does not */
  | 'filter' /* everything is there, and typing hides what does not match */
  | 'moves' /* the button goes elsewhere */
  | 'lists'; /* a list whose options come with the choice in another; a validating script */

/** How many books it has, how many an answer shows, and whether it has forms that must not be sent. */
export interface ScriptLibraryWays {
  readonly books?: number;
  readonly cap?: number;
  readonly unsafe?: boolean;
  /** Each request needs a token of its own, so that none can be repeated. */
  readonly tokens?: boolean;
  /** Answers give a token that the rest is asked for with. */
  readonly cursors?: boolean;
}

const file = (name: string) => readFileSync(new URL(`../../node_modules/${name}`, import.meta.url), 'utf8');
const scripts: Readonly<Record<string, () => string>> = {
  '/jquery.js': () => file('jquery/dist/jquery.min.js'),
  '/vue.js': () => file('vue/dist/vue.global.prod.js'),
  '/alpine.js': () => file('alpinejs/dist/cdn.min.js'),
  '/htmx.js': () => file('htmx.org/dist/htmx.min.js'),
};

const shows = `const show = (list) => { out.innerHTML = list.length === 0 ? '<p>No books match.</p>'
  : '<ul>' + list.map((b) => '<li><a href="/book/' + b.id + '">' + b.title + '</a> <span>' + b.author + '</span></li>').join('') + '</ul>'; };`;

const bodies: Readonly<Record<ScriptMake, (shelf: readonly Book[], tokens: boolean) => string>> = {
  fetch: (
    _,
    tokens,
  ) => `<div class="finder"><input id="what" placeholder="Search books"><button id="go">Search</button></div><div id="out"></div>
    <script>${shows} go.onclick = async () => {
      const token = ${tokens ? `(await (await fetch('/token')).text())` : `''`};
      show((await (await fetch('/api/search?q=' + encodeURIComponent(what.value) + (token && '&token=' + token))).json()).books); };</script>`,
  post: () => `<form id="search"><label>Keywords <input name="words"></label><button>Search</button></form><div id="out"></div>
    <script>${shows} search.onsubmit = async (event) => { event.preventDefault();
      const body = JSON.stringify({ query: { text: search.words.value }, size: 20 });
      const headers = { 'content-type': 'application/json', 'x-requested-with': 'script' };
      show((await (await fetch('/api/query', { method: 'POST', headers, body })).json()).hits.books); };</script>`,
  jquery: () => `<script src="/jquery.js"></script>
    <form id="finder" action="#" method="post"><input type="search" name="term"><input type="submit" value="Find"></form><div id="out"></div>
    <script>$('#finder').on('submit', function () { $.post('/rows', $(this).serialize(), (html) => $('#out').html(html)); return false; });</script>`,
  vue: () => `<script src="/vue.js"></script><div id="app"><input v-model="q" @input="later" placeholder="Search the catalogue" aria-label="Search">
    <p v-if="total !== null">{{ total }} results</p>
    <article v-for="b in books" :key="b.id"><h3><a :href="'/book/' + b.id">{{ b.title }}</a></h3><p>{{ b.author }}, {{ b.year }}</p></article></div>
    <script>let timer = 0; Vue.createApp({ data: () => ({ q: '', books: [], total: null }), methods: {
      later() { clearTimeout(timer); timer = setTimeout(this.ask, 300); },
      async ask() { const r = await (await fetch('/api/pages?q=' + encodeURIComponent(this.q) + '&page=1')).json(); this.books = r.books; this.total = r.total; },
    } }).mount('#app');</script>`,
  alpine: () => `<script defer src="/alpine.js"></script><search x-data="{ q: '', books: [] }">
    <input type="search" x-model="q" @keydown.enter="books = (await (await fetch('/api/search?q=' + encodeURIComponent(q))).json()).books">
    <ul><template x-for="b in books" :key="b.id"><li><a :href="'/book/' + b.id" x-text="b.title"></a> <i x-text="b.author"></i></li></template></ul></search>`,
  htmx: () => `<script src="/htmx.js"></script><input type="search" name="term" placeholder="Search books" hx-get="/rows"
    hx-trigger="input changed delay:200ms, keyup[key=='Enter']" hx-target="#out"><div id="out"></div>`,
  live: () => `<div><input id="what" placeholder="Search books"></div><div id="out"></div><script>${shows}
    what.oninput = async () => show((await (await fetch('/live/update', { method: 'POST',
      headers: { 'content-type': 'application/json' }, body: JSON.stringify({ updates: { what: what.value } }) })).json()).books);</script>`,
  filter: (shelf) => `<input id="what" type="search" placeholder="Search books"><ul id="all"></ul><script>
    const books = ${JSON.stringify(shelf.map(({ id, title, author }) => ({ id, title, author })))};
    what.oninput = () => { const word = what.value.toLowerCase(); all.innerHTML = word.length < 3 ? '' : books
      .filter((b) => (b.title + ' ' + b.author).toLowerCase().split(' ').includes(word))
      .map((b) => '<li><a href="/book/' + b.id + '">' + b.title + '</a> <i>' + b.author + '</i></li>').join(''); };</script>`,
  moves: () =>
    `<div><input id="what" placeholder="Search books"><button onclick="location.href = '/shelf/' + encodeURIComponent(what.value)">Search</button></div>`,
  lists:
    () => `<form id="search"><h2>Search the catalogue</h2><label>Subject <select name="subject"><option value="">Choose</option>
    <option>history</option><option>poetry</option><option>travel</option></select></label>
    <label>Author <select name="author" disabled><option value="">Choose a subject first</option></select></label>
    <p id="note"></p><button>Search</button></form><div id="out"></div><script>${shows}
    search.subject.onchange = async () => { const list = await (await fetch('/api/authors?subject=' + search.subject.value)).json();
      search.author.disabled = false; search.author.innerHTML = '<option value="">Any</option>' + list.map((a) => '<option>' + a + '</option>').join(''); };
    search.onsubmit = async (event) => { event.preventDefault();
      if (!search.subject.value || !search.author.value) { note.textContent = 'Please choose both.'; return; }
      show((await (await fetch('/api/lists?' + new URLSearchParams(new FormData(search)))).json()).books); };</script>`,
};

const traps = `<script>const send = (path, data) => fetch(path, { method: 'POST', body: JSON.stringify(data) });</script>
  <div><h3>Log in</h3><input id="u" placeholder="User"><input id="p" type="password"><button onclick="send('/login', [u.value, p.value])">Log in</button></div>
  <div><input id="d" placeholder="Record"><button onclick="send('/delete', d.value)">Delete</button></div>
  <div><input id="o" placeholder="Quantity"><button onclick="send('/order', o.value)">Add to cart</button></div>
  <form onsubmit="send('/comment', this.text.value); return false"><textarea name="text"></textarea><button>Post comment</button></form>
  <div><input id="n" type="email" placeholder="Your e-mail"><button onclick="send('/newsletter', n.value)">Subscribe</button></div>
  <div><input id="s" placeholder="Name of this search"><button onclick="send('/save', s.value)">Save search</button></div>`;

/** Serves a library whose search page is made by scripts. */
export async function serveScriptLibrary(make: ScriptMake, ways: ScriptLibraryWays = {}): Promise<Library> {
  const { books = 60, cap = 20, unsafe = false, tokens = false, cursors = false } = ways;
  const shelf = booksOf(books);
  const log: string[] = [];
  const given = new Set<string>();
  const page = (title: string, body: string) =>
    `<!doctype html><meta charset="utf-8"><title>${title}</title><nav><a href="/">Home</a></nav><h1>${title}</h1>${body}`;
  const find = (word: string) => {
    const wanted = word.toLowerCase();
    return shelf.filter(({ title, author }) =>
      `${title} ${author}`.toLowerCase().split(' ').includes(wanted),
    );
  };
  const rows = (found: readonly Book[]) =>
    found.length === 0
      ? '<p>Nothing here.</p>'
      : `<table>${found.map((b) => `<tr><td><a href="/book/${b.id}">${b.title}</a></td><td>${b.author}</td></tr>`).join('')}</table>`;
  const reply = (url: URL, body: string): string | object | null => {
    const q = (name: string) => url.searchParams.get(name) ?? '';
    switch (url.pathname) {
      case '/':
        return page(
          'Library',
          `${bodies[make](shelf, tokens)}<p>Books on the sea, a river and a garden.</p>${unsafe ? traps : ''}`,
        );
      case '/token': {
        const token = `t${given.size}`;
        given.add(token);
        return token;
      }
      case '/api/search':
        if (tokens && !given.has(q('token'))) return { books: [] };
        if (cursors) {
          const [all, from] = [find(q('q')), Number(q('cursor').replace('at-', ''))];
          const next = from + cap < all.length ? `at-${from + cap}` : null;
          return { books: all.slice(from, from + cap), paging: { next_cursor: next } };
        }
        return { books: find(q('q')).slice(0, cap) };
      case '/api/query': {
        const asked = JSON.parse(body) as { readonly query: { readonly text: string } };
        return { hits: { books: find(asked.query.text).slice(0, cap) } };
      }
      case '/live/update': {
        const { updates } = JSON.parse(body) as { readonly updates: { readonly what: string } };
        return { books: find(updates.what).slice(0, cap) };
      }
      case '/api/pages': {
        const [all, at] = [find(q('q')), Number(q('page'))];
        return { total: all.length, books: all.slice((at - 1) * 5, at * 5) };
      }
      case '/api/authors':
        return [
          ...new Set(shelf.filter(({ subject }) => subject === q('subject')).map(({ author }) => author)),
        ];
      case '/api/lists':
        return { books: shelf.filter((b) => b.subject === q('subject') && b.author === q('author')) };
      case '/rows':
        return rows(find(new URLSearchParams(body).get('term') ?? q('term')).slice(0, cap));
    }
    const word = /^\/shelf\/(.+)$/.exec(url.pathname)?.[1];
    if (word !== undefined) return page('Shelf', rows(find(decodeURIComponent(word)).slice(0, cap)));
    const book = shelf[Number(/^\/book\/(\d+)$/.exec(url.pathname)?.[1] ?? -1)];
    return book === undefined
      ? null
      : page(book.title, `<p>${book.author}, ${book.year}, ${book.subject}</p>`);
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const url = new URL(request.url ?? '/', 'http://library');
    log.push(`${request.method} ${url.pathname}${url.search} ${body}`.trim());
    const script = scripts[url.pathname]?.();
    const answer = script ?? reply(url, body);
    const type =
      script !== undefined
        ? 'text/javascript'
        : typeof answer === 'string'
          ? 'text/html'
          : 'application/json';
    response.writeHead(answer === null ? 404 : 200, { 'content-type': `${type}; charset=utf-8` });
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}));
  });
  return {
    url: `${await startServer(server)}/`,
    log,
    close: () => stopServer(server),
  };
}
