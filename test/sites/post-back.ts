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
