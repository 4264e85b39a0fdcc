import { html, type Site } from './answer.ts';
import type { Book } from './catalogues.ts';

/**
 * A catalogue in the manner of ASP.NET: its form posts to its own page, and so does each link to a further page of an
 * answer, which takes the state of the page that it stands on. `asked` takes what was posted.
 */
export function postBackCatalogue(books: readonly Book[], asked: URLSearchParams[], perPage = 5): Site {
  const page = (word: string, at: number) => {
    const found =
      word === ''
        ? []
        : books.filter((book) => book.title.toLowerCase().split(' ').includes(word.toLowerCase()));
    const rows = found
      .slice((at - 1) * perPage, at * perPage)
      .map((one) => `<tr><td>${one.title}</td><td>${one.author}</td><td>${one.year}</td></tr>`);
    const pages = Array.from({ length: Math.ceil(found.length / perPage) }, (_, nth) =>
      nth + 1 === at
        ? `<span>${at}</span>`
        : `<a href="javascript:__doPostBack('grid','Page$${nth + 1}')">${nth + 1}</a>`,
    );
    const table = `<table><tr><th>Title</th><th>Author</th><th>Year</th></tr>${rows.join('')}<tr><td colspan="3">${pages.join(' ')}</td></tr></table>`;
    return html(`<title>Catalogue</title><h1>Catalogue of deep and silent rivers</h1><form id="f" method="post" action="/search.aspx">
      <input type="hidden" name="__EVENTTARGET"><input type="hidden" name="__EVENTARGUMENT"><input type="hidden" name="__VIEWSTATE" value="state-${at}">
      <label>Title <input name="title" value="${word}"></label><input type="submit" name="go" value="Search">
      ${word === '' ? '' : found.length === 0 ? '<p>Nothing was found.</p>' : table}</form>`);
  };
  return {
    name: 'post back',
    start: '/search.aspx',
    respond: ({ method, path, body }) => {
      if (path !== '/search.aspx') return { status: 404 };
      if (method !== 'POST') return page('', 1);
      const fields = new URLSearchParams(body);
      asked.push(fields);
      const word = fields.get('title') ?? '';
      if (fields.has('go')) return page(word, 1);
      const before = Number(fields.get('__VIEWSTATE')?.replace('state-', ''));
      const to = Number(fields.get('__EVENTARGUMENT')?.replace('Page$', ''));
      return Math.abs(to - before) > 1 ? { status: 500 } : page(word, to);
    },
  };
}

/**
 * A grid whose further pages only a post of the page's form leads to, as GridView has them: nothing can be filled in. Links
 * to ten pages stand below it, the last of them as dots. `asked` takes what was posted.
 */
export function postedGrid(books: readonly Book[], asked: URLSearchParams[], perPage = 5): Site {
  const most = Math.ceil(books.length / perPage);
  const page = (at: number) => {
    const rows = books
      .slice((at - 1) * perPage, at * perPage)
      .map((one) => `<tr><td>${one.title}</td><td>${one.author}</td><td>${one.year}</td></tr>`);
    const first = Math.floor((at - 1) / 10) * 10 + 1;
    const links = Array.from({ length: Math.min(11, most - first + 1) }, (_, nth) => first + nth).map(
      (nth) =>
        nth === at
          ? `<span>${nth}</span>`
          : `<a href="javascript:__doPostBack('grid','Page$${nth}')">${nth === first + 10 ? '...' : nth}</a>`,
    );
    return html(`<title>Stock</title><h1>Stock</h1><form id="f" method="post" action="/stock.aspx">
      <input type="hidden" name="__EVENTTARGET"><input type="hidden" name="__EVENTARGUMENT"><input type="hidden" name="__VIEWSTATE" value="state-${at}">
      <script>function __doPostBack(target, argument) { f.__EVENTTARGET.value = target; f.__EVENTARGUMENT.value = argument; f.submit(); }</script>
      <table><tr><th>Title</th><th>Author</th><th>Year</th></tr>${rows.join('')}<tr><td colspan="3">${links.join(' ')}</td></tr></table></form>`);
  };
  return {
    name: 'posted grid',
    start: '/stock.aspx',
    respond: ({ method, path, body }) => {
      if (path !== '/stock.aspx') return { status: 404 };
      if (method !== 'POST') return page(1);
      const fields = new URLSearchParams(body);
      asked.push(fields);
      return page(Number(fields.get('__EVENTARGUMENT')?.replace('Page$', '')));
    },
  };
}

/** A catalogue in the manner of JavaServer Faces: its pages are numbered, and only the last one may be sent. */
export function facesCatalogue(books: readonly Book[], asked: URLSearchParams[]): Site {
  let number = 0;
  const page = (word: string) => {
    const found =
      word === '' ? [] : books.filter(({ title }) => title.toLowerCase().includes(word.toLowerCase()));
    const rows = found.map(
      (one) => `<tr><td>${one.title}</td><td>${one.author}</td><td>${one.year}</td></tr>`,
    );
    const table = `<table><tr><th>Title</th><th>Author</th><th>Year</th></tr>${rows.join('')}</table>`;
    return html(`<title>Books</title><h1>Books of deep and silent rivers</h1><form id="a" method="post" action="/books.xhtml"><input type="hidden" name="a" value="a">
      <label>Title <input name="a:title" value="${word}"></label><input type="submit" name="a:go" value="Search">
      <input type="hidden" name="javax.faces.ViewState" value="j_${++number}"></form>${found.length === 0 ? '<p>None.</p>' : table}`);
  };
  return {
    name: 'faces',
    start: '/books.xhtml',
    respond: ({ method, path, body }) => {
      if (path !== '/books.xhtml') return { status: 404 };
      if (method !== 'POST') return page('');
      const fields = new URLSearchParams(body);
      asked.push(fields);
      const isLast = fields.get('javax.faces.ViewState') === `j_${number}`;
      return isLast ? page(fields.get('a:title') ?? '') : { status: 500, body: 'ViewExpiredException' };
    },
  };
}
