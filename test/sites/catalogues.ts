import { encodeAs } from '../../src/encoding/encode.ts';
import { Dice } from '../dice.ts';
import { type Answer, type Ask, html, type Site } from './answer.ts';

/** A book as a database has it. */
export interface Book {
  readonly title: string;
  readonly author: string;
  readonly year: number;
  readonly month: number;
  /** In hundredths. */
  readonly price: number;
  readonly isbn: string;
  readonly subject: string;
}

/** What a catalogue is asked for, as its own form says it. */
export interface Wanted {
  readonly author?: string;
  readonly title?: string;
  readonly words?: string;
  readonly from?: number;
  readonly to?: number;
  readonly year?: number;
}

/** A catalogue in the style of some real ones: its form, its answers, and how it reads what it is asked. */
export interface Style {
  readonly name: string;
  readonly charset?: string;
  form(token: string): string;
  wanted(fields: URLSearchParams): Wanted;
  /** Records of an answer, and what stands around them. */
  list(books: readonly Book[]): string;
  readonly pager: (url: (page: number) => string, page: number, pages: number) => string;
  readonly perPage: number;
  readonly posts?: true;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const digits = (value: number) => String(value).padStart(2, '0');
const number = (text: string | null) => (text === null || text === '' ? undefined : Number(text.slice(0, 4)));
const some = (text: string | null) => (text === null || text.trim() === '' ? undefined : text.trim());
const lastFirst = (name: string) =>
  /\p{Script=Han}/u.test(name) ? name : name.replace(/^(.*) (\S+)$/, '$2, $1');
const money = (cents: number) => (cents / 100).toFixed(2);

const next =
  (label: string): Style['pager'] =>
  (url, page, pages) =>
    page < pages ? `<p class="pager"><a href="${escaped(url(page + 1))}">${label}</a></p>` : '';
const numbers: Style['pager'] = (url, page, pages) =>
  `<div class="pages">${Array.from({ length: pages }, (_, at) => (at + 1 === page ? `<b>${page}</b>` : `<a href="${escaped(url(at + 1))}">${at + 1}</a>`)).join(' ')}</div>`;

/** Six ways in which catalogues name, write and show the same things. */
export const styles: readonly Style[] = [
  {
    name: 'cards',
    form: () => `<form action="/find"><label>Author <input name="author"></label><label>Title <input name="title"></label>
      <label>Year from <input name="yf" size="4"></label><label>to <input name="yt" size="4"></label>
      <label>Keywords <input name="q"></label><button>Search</button></form>`,
    wanted: (q) =>
      ({
        author: some(q.get('author')),
        title: some(q.get('title')),
        words: some(q.get('q')),
        from: number(q.get('yf')),
        to: number(q.get('yt')),
      }) as Wanted,
    list: (books) =>
      `<div class="results">${books.map((book) => `<article class="hit"><h3><a href="/book/${book.isbn}">${escaped(book.title)}</a></h3><p class="author">by ${escaped(book.author)}</p><p class="published">${months[book.month - 1]} ${book.month + 2}, ${book.year}</p><span class="price">$${money(book.price)}</span></article>`).join('')}</div>`,
    pager: next('Next'),
    perPage: 20,
  },
  {
    name: 'table',
    form: () => `<form action="/cx"><table><tr><td>题名<td><input name="tm"><tr><td>作者<td><input name="zz">
      <tr><td>出版年<td><input name="nian1"> 至 <input name="nian2"></table><input type="submit" value="检索"></form>`,
    wanted: (q) =>
      ({
        title: some(q.get('tm')),
        author: some(q.get('zz')),
        from: number(q.get('nian1')),
        to: number(q.get('nian2')),
      }) as Wanted,
    list: (books) =>
      `<table class="jg"><tr><th>书名</th><th>作者</th><th>出版年</th><th>定价</th></tr>${books.map((book) => `<tr><td><a href="/shu?id=${book.isbn}">${escaped(book.title)}</a></td><td>${escaped(book.author)}</td><td>${book.year}年</td><td>￥${money(book.price)}</td></tr>`).join('')}</table>`,
    pager: next('下一页'),
    perPage: 15,
  },
  {
    name: 'opac',
    charset: 'gbk',
    posts: true,
    form: () => `<form method="post" action="/opac/search"><select name="lx"><option value="any">任意词</option><option value="ti">题名</option><option value="au">作者</option></select>
      <input name="jsc"> <button>检索</button></form>`,
    wanted: (q) => {
      const [by, text] = [q.get('lx'), some(q.get('jsc'))];
      return (by === 'ti' ? { title: text } : by === 'au' ? { author: text } : { words: text }) as Wanted;
    },
    list: (books) =>
      `<ol class="list">${books.map((book) => `<li class="item"><a class="t" href="/opac/${book.isbn}">${escaped(book.title)}</a><dl><dt>作者：</dt><dd>${escaped(book.author)}</dd><dt>出版日期：</dt><dd>${book.year}-${digits(book.month)}</dd><dt>ISBN：</dt><dd>${book.isbn}</dd></dl></li>`).join('')}</ol>`,
    pager: next('下一页 ›'),
    perPage: 10,
  },
  {
    name: 'lines',
    form: () => `<form action="/search"><input name="q" placeholder="Search the catalogue"> in
      <select name="in"><option value="all">All fields</option><option value="a">Author</option><option value="t">Title</option></select><button>Go</button></form>`,
    wanted: (q) => {
      const [by, text] = [q.get('in'), some(q.get('q'))];
      return (by === 't' ? { title: text } : by === 'a' ? { author: text } : { words: text }) as Wanted;
    },
    list: (books) =>
      `<ul id="hits">${books.map((book) => `<li><b><a href="/r/${book.isbn}">${escaped(book.title)}</a></b><br><span>Author: ${escaped(book.author)}</span><br><span>Published: ${digits(book.month)}/${book.year}</span><br><span>Subject: ${book.subject}</span></li>`).join('')}</ul>`,
    pager: numbers,
    perPage: 25,
  },
  {
    name: 'dated',
    posts: true,
    form: (
      token,
    ) => `<form method="post" action="/search/run"><input type="hidden" name="csrf_token" value="${token}">
      <label for="w">Written by</label><input id="w" name="w"><label for="n">Book title</label><input id="n" name="n">
      <label for="d1">Published after</label><input id="d1" name="d1" type="date"><label for="d2">Published before</label><input id="d2" name="d2" type="date">
      <button>Search</button></form>`,
    wanted: (q) =>
      ({
        author: some(q.get('w')),
        title: some(q.get('n')),
        from: number(q.get('d1')),
        to: number(q.get('d2')),
      }) as Wanted,
    list: (books) =>
      `<section>${books.map((book) => `<div class="rec"><div class="name"><a href="/item/${book.isbn}">${escaped(book.title)}</a></div><div class="writer">${escaped(lastFirst(book.author))}</div><time class="pubdate" datetime="${book.year}-${digits(book.month)}-15">15 ${months[book.month - 1]} ${book.year}</time><div class="price">${money(book.price).replace('.', ',')} €</div></div>`).join('')}</section>`,
    pager: next('Next page »'),
    perPage: 12,
  },
  {
    name: 'slashes',
    form: () =>
      `<form action="/so"><label>作者姓名 <input name="who"></label><label>年份 <select name="y"><option value="">不限</option>${Array.from({ length: 30 }, (_, at) => `<option>${1996 + at}</option>`).join('')}</select></label><input name="k" placeholder="关键词"><button>搜索</button></form>`,
    wanted: (q) =>
      ({ author: some(q.get('who')), words: some(q.get('k')), year: number(q.get('y')) }) as Wanted,
    list: (books) =>
      `<div class="grid">${books.map((book) => `<div class="cell"><h4><a href="/subject/${book.isbn}/">${escaped(book.title)}</a></h4><div class="pub">作者：${escaped(book.author)} / ${book.year}-${book.month} / ${money(book.price)}元</div></div>`).join('')}</div>`,
    pager: next('后页>'),
    perPage: 15,
  },
];

/** What a catalogue does besides answering. */
export interface Mood {
  /** Never answers a question. */
  hangs?: boolean;
  /** Answers each question with an error. */
  fails?: boolean;
  /** Shows records otherwise than it did. */
  redesigned?: boolean;
}

/** A catalogue of some books in one style, whose mood can change. */
export function catalogue(style: Style, books: readonly Book[], mood: Mood = {}): Site {
  let token = 0;
  const place = /action="([^"]+)"/.exec(style.form(''))?.[1];
  const page = (body: string): Answer =>
    answered(
      style,
      `<!doctype html><html><head><meta charset="${style.charset ?? 'utf-8'}"><title>${style.name} catalogue</title></head><body><header><a href="/">Home</a> <a href="/help">Help</a> <a href="/imprint">Imprint</a></header>${body}</body></html>`,
    );
  return {
    name: style.name,
    start: '/',
    respond(ask) {
      if (ask.path === '/robots.txt') return { status: 404 };
      if (ask.path === '/') return page(`<h1>${style.name} catalogue</h1>${style.form(`token-${++token}`)}`);
      if (ask.path === '/help' || ask.path === '/imprint')
        return page(`<h1>${ask.path}</h1><p>Nothing to see.`);
      if (ask.path !== place) return { status: 404, body: 'not here' };
      if (mood.hangs) return { ...page(''), delayMs: 8_000 };
      if (mood.fails) return { status: 500, body: 'database is down' };
      const fields = fieldsOf(ask, style);
      if (fields.has('csrf_token') && !/^token-\d+$/.test(fields.get('csrf_token') ?? ''))
        return { status: 403, body: 'token' };
      const wanted = style.wanted(fields);
      const isEmpty = Object.values(wanted).every((value) => value === undefined);
      const found = isEmpty ? [] : books.filter((book) => isWanted(book, wanted));
      const at = Number(fields.get('p') ?? 1);
      const pages = Math.max(1, Math.ceil(found.length / style.perPage));
      const shown = found.slice((at - 1) * style.perPage, at * style.perPage);
      if (shown.length === 0) return page(`${style.form('token-0')}<p>No results. Try other words.</p>`);
      const url = (to: number) => `${ask.path}?${queryOf(fields, to, style)}`;
      const list = style.list(shown);
      return page(
        `${style.form('token-0')}<h2>${found.length} results</h2>${mood.redesigned ? redesigned(list) : list}${style.pager(url, at, pages)}`,
      );
    },
  };
}

/** The same records in other elements, under other names. */
function redesigned(list: string): string {
  return `<main class="new"><div class="outer">${list
    .replaceAll('<li', '<section')
    .replaceAll('</li', '</section')
    .replaceAll('<article', '<section')
    .replaceAll('</article', '</section')
    .replace(/class="(?!author|price|published|writer|pubdate)(\w+)"/g, 'class="x-$1-new"')
    .replaceAll('<ul', '<div')
    .replaceAll('</ul', '</div')}</div></main>`;
}

function answered(style: Style, body: string): Answer {
  if (style.charset === undefined) return html(body);
  return {
    headers: { 'content-type': `text/html; charset=${style.charset}` },
    body: encodeAs(body, style.charset),
  };
}

/** What was asked, in the encoding of the catalogue. */
function fieldsOf(ask: Ask, style: Style): URLSearchParams {
  const raw = ask.method === 'POST' ? ask.body : ask.query.toString();
  if (style.charset === undefined || ask.method !== 'POST') return new URLSearchParams(raw);
  const decoder = new TextDecoder(style.charset);
  const fields = new URLSearchParams();
  for (const pair of raw.split('&')) {
    const [name = '', value = ''] = pair.split('=');
    const bytes = value
      .replaceAll('+', ' ')
      .replace(/%([0-9A-F]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
    fields.append(name, decoder.decode(Buffer.from(bytes, 'latin1')));
  }
  return fields;
}

function queryOf(fields: URLSearchParams, page: number, style: Style): string {
  const next = new URLSearchParams(fields);
  next.set('p', String(page));
  // Pages of a form that posts are remembered by what was asked.
  if (style.posts) next.delete('csrf_token');
  return next.toString();
}

/** Whether a book is what a catalogue was asked for. */
export function isWanted(book: Book, { author, title, words, from, to, year }: Wanted): boolean {
  const has = (text: string, part: string | undefined) =>
    part === undefined ||
    part
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.toLowerCase().includes(word));
  if (!has(`${book.author} ${lastFirst(book.author)}`, author?.replace(',', ' ')) || !has(book.title, title))
    return false;
  if (!has(`${book.title} ${book.author} ${book.subject}`, words)) return false;
  if (year !== undefined && book.year !== year) return false;
  return (from === undefined || book.year >= from) && (to === undefined || book.year <= to);
}

/** Books that are the same for the same seed: names in English and Chinese, editions of one title. */
export function drawBooks(count: number, seed = 1): readonly Book[] {
  const dice = new Dice(seed);
  const one = <T>(list: readonly T[]): T => dice.of(list);
  const english = () =>
    `${one(['John', 'Mary', 'Anna', 'Peter', 'Ursula', 'David', 'Grace', 'Alan'])} ${one(['Smith', 'Miller', 'Woods', 'Turner', 'Hopper', 'Knuth', 'Lamport', 'Carson'])}`;
  const chinese = () =>
    one('张王李赵陈刘杨黄'.split('')) +
    one(['伟', '芳', '秀英', '敏', '静', '强', '磊', '洋', '志明', '晓东']);
  const adjectives = ['Silent', 'Deep', 'Hidden', 'Modern', 'Practical', 'Ancient', 'Statistical', 'Living'];
  const nouns = ['Rivers', 'Networks', 'Gardens', 'Algorithms', 'Forests', 'Machines', 'Languages', 'Cities'];
  const heads = ['数据库', '深海', '古代', '现代', '机器', '城市', '语言', '森林'];
  const tails = ['原理', '导论', '史话', '研究', '设计', '实践', '概论', '之美'];
  const subjects = ['computing', 'biology', 'history', 'literature'];
  return Array.from({ length: count }, (_, at) => {
    const isChinese = dice.below(2) === 0;
    const name = isChinese
      ? `${one(heads)}${one(tails)}${dice.below(40) + 1}`
      : `${one(adjectives)} ${one(nouns)} ${dice.below(60) + 1}`;
    const digitsOf = `978${String(100_000_000 + at * 7919).slice(0, 9)}`;
    const sum = [...digitsOf].reduce(
      (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
      0,
    );
    return {
      title: name,
      author: isChinese ? chinese() : english(),
      year: 1998 + dice.below(27),
      month: 1 + dice.below(12),
      price: 500 + dice.below(9000),
      isbn: digitsOf + ((10 - (sum % 10)) % 10),
      subject: one(subjects),
    };
  });
}
