import { list } from '../site/list.ts';
import { pagerAnchors } from '../site/pager.ts';
import { arrange, ordered, type Variant } from '../site/variant.ts';
import type { Wiring } from '../site/wiring.ts';
import { type Board, postsOf, threadMark, threadsOn, threadTitle } from './content.ts';
import { type ForumHooks, forumActs } from './script.ts';

/** What the pages of the forum are made of. */
export interface ForumView {
  readonly board: Board;
  readonly wiring: Wiring;
  readonly variant: Variant;
  /** Whether threads are opened by links or by script. */
  readonly threads: 'links' | 'script';
  /** Origin of another host. */
  readonly elsewhere: string;
}

/** A way of writing the forum. */
export interface ForumTemplate {
  readonly hooks: ForumHooks;
  /** A whole document with one page of the list, or of a thread, in it. */
  listPage(view: ForumView): string;
  threadPage(view: ForumView, thread: number): string;
  /** What the script puts in. */
  list(view: ForumView, page: number): string;
  posts(view: ForumView, thread: number, page: number): string;
}

/** The forum that models are trained on. */
export const plainForum: ForumTemplate = {
  hooks: { content: '#content' },
  listPage: (view) => {
    const head = '<div class="head"><h1>Harbour talk</h1><p>Everything about boats and tides.</p></div>';
    const content = `<div id="content" class="threads">${listHtml(view, 1)}</div>`;
    return page(view, 'Harbour talk', '/api/list/', [head, rulesHtml(), content]);
  },
  threadPage: (view, thread) => {
    const title = threadTitle(thread);
    const head = `<div class="head"><h1>${title}</h1><p>In <a href="/board">Harbour talk</a></p></div>`;
    const content = `<div id="content" class="posts">${postsHtml(view, thread, 1)}</div>`;
    return page(view, title, `/api/thread/${thread}/`, [head, tagsHtml(thread), content]);
  },
  list: listHtml,
  posts: postsHtml,
};

function page(view: ForumView, title: string, pages: string, blocks: readonly string[]): string {
  const top = `<div id="top"><p>${list(6, (n) => `<a href="/hub/${n}">Hall ${n}</a>`)}</p></div>`;
  const boards = list(12, (n) => `<li><a href="/hub/${n + 6}">Other board ${n}</a></li>`);
  const side = `<div id="side"><h3>Boards</h3><ul>${boards}</ul></div>`;
  const foot = `<div id="foot"><p>${list(8, (n) => `<a href="/help/${n}">Help ${n}</a>`)}</p></div>`;
  const main = `<div id="main">${ordered(blocks, view.variant)}</div>`;
  return forumDocument(title, pages, arrange({ top, main, side, foot }, view.variant));
}

/** The document around a body; `pages` is where further pages of its content are. */
export function forumDocument(title: string, pages: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,"></head>
<body data-pages="${pages}">
${body}
<script src="/forum.js"></script></body></html>
`;
}

function rulesHtml(): string {
  return '<div class="rules"><p>Be kind to each other. <a href="/help/9">Rules</a></p></div>';
}

function tagsHtml(thread: number): string {
  return `<div class="tags"><p>${tagsOf(thread)
    .map((tag) => `<a href="/tag/${tag}">tag ${tag}</a>`)
    .join(' ')}</p></div>`;
}

/** Tags of a thread. */
export function tagsOf(thread: number): readonly number[] {
  return [3, 7, 11, 17].map((step) => 1 + ((thread * step) % 40));
}

function listHtml(view: ForumView, number: number): string {
  const rows = threadsOn(number).map(
    (thread) => `<tr><td>${threadMark(thread)}</td><td>${threadLink(view, thread, 'title')}</td>
<td>${view.board.threads[thread - 1]}</td></tr>`,
  );
  const pager = pagerAnchors(number, view.board.lists, 'turn', view.wiring).join(' ');
  return `<table><tbody>${rows.join('\n')}</tbody></table>\n<div class="pager">${pager}</div>`;
}

/** The anchor that opens a thread. */
export function threadLink(view: ForumView, thread: number, css: string): string {
  const title = threadTitle(thread);
  if (view.threads === 'script') return forumActs.thread(thread, css, title, view.wiring);
  return `<a class="${css}" href="/thread/${thread}">${title}</a>`;
}

function postsHtml({ board, wiring, elsewhere }: ForumView, thread: number, number: number): string {
  const posts = postsOf(thread, number).map(
    ({ mark, author, text, motto }, index) => `<div class="post">
<p class="by"><a class="author" href="/member/${author}">${author}</a> <b>${mark}</b></p><p>${text}</p>
<p class="motto">${motto} <a href="${elsewhere}/out/${1 + ((thread + index) % 30)}">my page</a></p>
<p class="does">${forumActs.quote(mark, 'quote', wiring)} ${forumActs.report(mark, 'report', wiring)}</p></div>`,
  );
  const pager = pagerAnchors(number, board.threads[thread - 1] ?? 1, 'turn', wiring).join(' ');
  return `${posts.join('\n')}\n<div class="pager">${pager}</div>`;
}
