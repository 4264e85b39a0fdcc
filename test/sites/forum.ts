import { cacheable, html, notFound, routes, type Site } from './answer.ts';
import { chance, paragraph, sentence } from './prose.ts';

/** What there is to find on the forum. */
export interface ForumTruth {
  readonly addresses: number;
  readonly states: number;
  /** Marks that stand on one page and nowhere else, for every page. */
  readonly pages: readonly (readonly string[])[];
}

/** A forum with what there is to find on it. */
export interface ForumSite extends Site {
  readonly truth: ForumTruth;
}

const threadsPerPage = 10;
const postsPerPage = 8;
/** Further pages of ten threads after each other: a few are long. */
const lengths = [12, 3, 7, 1, 9, 4, 14, 6, 2, 8];

/**
 * A forum of 51 addresses, the board and 50 threads, and 335 states: the further pages of the board and of each
 * thread come by script and have no address. Nothing but the pagers reacts to anything.
 */
export function forum(): ForumSite {
  // One more for the last makes 335 states.
  const threads = Array.from({ length: 50 }, (_, at) => 1 + (lengths[at % 10] ?? 0) + (at === 49 ? 1 : 0));
  const board = Math.ceil(threads.length / threadsPerPage);
  const pagesOf = (name: string) => (name === 'board' ? board : threads[Number(name) - 1]);
  const respond = routes({
    '/': () => html(page('Harbour talk', 'board', boardHtml(1, board, threads.length))),
    '/thread/:n': (_, [n = '']) => {
      const pages = pagesOf(n);
      return pages === undefined
        ? notFound()
        : html(page(titleOf(Number(n)), n, postsHtml(Number(n), 1, pages)));
    },
    '/part/:name/:page': (_, [name = '', page = '']) => {
      const [pages, number] = [pagesOf(name), Number(page)];
      if (pages === undefined || !(number >= 1 && number <= pages)) return notFound();
      return html(
        name === 'board' ? boardHtml(number, board, threads.length) : postsHtml(Number(name), number, pages),
      );
    },
    '/robots.txt': () => cacheable('text/plain', 'User-agent: *\nAllow: /\n'),
    '/forum.js': () => cacheable('text/javascript; charset=utf-8', script),
  });
  return { name: 'forum', start: '/', respond, truth: truthOf(threads, board) };
}

function truthOf(threads: readonly number[], board: number): ForumTruth {
  const lists = Array.from({ length: board }, (_, at) => threadsOn(at + 1, threads.length).map(threadMark));
  const posts = threads.flatMap((pages, at) =>
    Array.from({ length: pages }, (_, page) =>
      Array.from({ length: postsPerPage }, (_, post) => postMark(at + 1, page + 1, post + 1)),
    ),
  );
  const pages = [...lists, ...posts];
  const addresses = 1 + threads.length;
  return { addresses, states: pages.length - addresses, pages };
}

function threadsOn(page: number, all: number): readonly number[] {
  const first = (page - 1) * threadsPerPage;
  return Array.from({ length: Math.min(threadsPerPage, all - first) }, (_, at) => first + at + 1);
}

const threadMark = (thread: number) => `T${thread}.`;
const postMark = (thread: number, page: number, post: number) => `P${thread}-${page}-${post}.`;

function titleOf(thread: number): string {
  return sentence(chance(thread * 7907)).slice(0, -1);
}

function boardHtml(page: number, pages: number, all: number): string {
  const rows = threadsOn(page, all).map(
    (thread) =>
      `<tr><td>${threadMark(thread)}</td><td><a class="thread" href="/thread/${thread}">${titleOf(thread)}</a></td></tr>`,
  );
  return `<div id="shown" data-page="${page}"><table>${rows.join('')}</table>${pager(page, pages)}</div>`;
}

function postsHtml(thread: number, page: number, pages: number): string {
  const random = chance(thread * 10_007 + page);
  const posts = Array.from(
    { length: postsPerPage },
    (_, at) =>
      `<div class="post"><p><b>${postMark(thread, page, at + 1)}</b> member-${1 + Math.floor(random() * 90)}</p><p>${paragraph(random, 160)}</p></div>`,
  );
  return `<div id="shown" data-page="${page}">${posts.join('')}${pager(page, pages)}</div>`;
}

function pager(page: number, pages: number): string {
  const button = (target: number, text: string, css: string) =>
    target < 1 || target > pages || target === page
      ? `<span>${text}</span>`
      : `<button class="${css}" data-page="${target}">${text}</button>`;
  const numbers = Array.from({ length: pages }, (_, at) => button(at + 1, String(at + 1), 'page'));
  return `<p>${[button(page - 1, 'Previous', 'previous'), ...numbers, button(page + 1, 'Next', 'next')].join(' ')}</p>`;
}

function page(title: string, name: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,"></head>
<body data-name="${name}"><h1>${title}</h1><p><a href="/">All threads</a></p><div id="content">${content}</div>
<script src="/forum.js"></script></body></html>
`;
}

const script = `document.addEventListener('click', async (event) => {
  const button = event.target.closest('button[data-page]');
  if (!button) return;
  const answer = await fetch('/part/' + document.body.dataset.name + '/' + button.dataset.page);
  document.querySelector('#content').innerHTML = await answer.text();
});
`;
