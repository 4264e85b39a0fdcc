import { list } from '../site/list.ts';
import { pagerItems } from '../site/pager.ts';
import { anchor } from '../site/wiring.ts';
import { postsOf, threadMark, threadsOn, threadTitle } from './content.ts';
import { type ForumTemplate, type ForumView, forumDocument, tagsOf, threadLink } from './page.ts';
import { forumActs } from './script.ts';

/** The same forum in another template: other elements, names and nesting. */
export const redesignedForum: ForumTemplate = {
  hooks: { content: 'main > section' },
  listPage: (view) => page('Harbour talk', '/api/list/', '<h2>Harbour talk</h2>', listHtml(view, 1)),
  threadPage: (view, thread) => {
    const tags = tagsOf(thread).map((tag) => `<li><a href="/tag/${tag}">tag ${tag}</a></li>`);
    const head = `<h2>${threadTitle(thread)}</h2><a href="/board">Harbour talk</a><ul>${tags.join('')}</ul>`;
    return page(threadTitle(thread), `/api/thread/${thread}/`, head, postsHtml(view, thread, 1));
  },
  list: listHtml,
  posts: postsHtml,
};

function page(title: string, pages: string, head: string, content: string): string {
  const halls = list(18, (n) => `<a href="/hub/${n}">Hall ${n}</a>`);
  const help = list(9, (n) => `<dt><a href="/help/${n}">Help ${n}</a></dt>`);
  const body = `<aside><nav>${halls}</nav><dl>${help}</dl></aside>
<main><header>${head}</header><section>${content}</section></main>`;
  return forumDocument(title, pages, body);
}

function listHtml(view: ForumView, number: number): string {
  const rows = threadsOn(number).map(
    (thread) =>
      `<li><h3>${threadLink(view, thread, 't-link')}</h3><small>${threadMark(thread)} ${view.board.threads[thread - 1]}</small></li>`,
  );
  return `${steps(view, number, view.board.lists)}<ol>${rows.join('\n')}</ol>`;
}

function steps({ wiring }: ForumView, number: number, pages: number): string {
  const items = pagerItems(number, pages).map(({ text, page: target, idle }) => {
    const act = { does: 'showPage', args: [target], css: 'p-step', text };
    return `<dd>${idle ? text : anchor(act, wiring)}</dd>`;
  });
  return `<nav><dl>${items.join('')}</dl></nav>`;
}

function postsHtml(view: ForumView, thread: number, number: number): string {
  const { wiring, elsewhere } = view;
  const posts = postsOf(thread, number).map(
    (
      { mark, author, text, motto },
      index,
    ) => `<article><header><b>${mark}</b></header><blockquote>${text}</blockquote>
<footer><a href="/member/${author}">${author}</a><em>${motto}</em><a href="${elsewhere}/out/${1 + ((thread + index) % 30)}">my page</a>
${forumActs.quote(mark, 'a-quote', wiring)}${forumActs.report(mark, 'a-report', wiring)}</footer></article>`,
  );
  return `${steps(view, number, view.board.threads[thread - 1] ?? 1)}${posts.join('\n')}`;
}
