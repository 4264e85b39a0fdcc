import { chance, paragraph, sentence } from './prose.ts';

const commentsPerPage = 5;

/** The whole page of an article with one page of its comments, as it is after `load(page)`. */
export function articleHtml(counts: readonly number[], article: number, page = 1): string {
  const pages = counts[article - 1] ?? 1;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${titleOf(article)}</title>
<link rel="icon" href="/img/icon.png">
<link rel="stylesheet" href="/blog.css">
<script src="/blog.js"></script>
</head>
<body data-article="${article}">
<div id="header"><img src="/img/avatar.png" width="48" height="48" alt="the author"><h1>Letters from the garden</h1>
<p>Notes kept since 2005</p></div>
${sidebarHtml(counts.length, article)}
<div id="main">
<h2>${titleOf(article)}</h2>
<img class="photo" src="/img/photo.png" width="160" height="100" alt="a view">
${proseHtml(article)}
<h3>Comments</h3>
<div id="comments">${commentsHtml(article, page, pages)}</div>
</div>
<div id="footer">Article ${article} of ${counts.length}</div>
</body>
</html>
`;
}

/** One page of comments with its pager: what the server sends to `load(page)`. */
export function commentsHtml(article: number, page: number, pages: number): string {
  const random = chance(article * 1000 + page);
  const comments = Array.from({ length: commentsPerPage }, (_, index) => {
    const number = (page - 1) * commentsPerPage + index + 1;
    return `<div class="comment"><b>Reader ${Math.floor(random() * 900) + 100}</b>, comment ${number} on letter ${article}: ${sentence(random)}</div>`;
  });
  return `${comments.join('\n')}\n${pagerHtml(page, pages)}`;
}

/** Numbers a pager shows: the first, the last, the current one and its neighbours; 0 stands for a gap. */
export function pagerNumbers(page: number, pages: number): readonly number[] {
  const shown = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => pages <= 7 || number === 1 || number === pages || Math.abs(number - page) <= 1,
  );
  return shown.flatMap((number, index) =>
    index > 0 && number - (shown[index - 1] ?? 0) > 1 ? [0, number] : [number],
  );
}

function pagerHtml(page: number, pages: number): string {
  if (pages === 1) return '';
  const parts = pagerNumbers(page, pages).map((number) => {
    if (number === 0) return '<i>…</i>';
    if (number === page) return `<b>${number}</b>`;
    return number % 2 === 0
      ? turnLink(number, String(number))
      : `<span class="go" onclick="load(${number})">${number}</span>`;
  });
  if (page > 1) parts.unshift(turnLink(page - 1, 'prev'));
  if (page < pages) parts.push(turnLink(page + 1, 'next'));
  return `<div id="pager">${parts.join(' ')}</div>`;
}

function turnLink(page: number, text: string): string {
  return `<a href="javascript:load(${page})">${text}</a>`;
}

function titleOf(article: number): string {
  const random = chance(article * 7 + 3);
  return `Letter ${article}: ${sentence(random).split(' ').slice(0, 4).join(' ')}`;
}

function proseHtml(article: number): string {
  const random = chance(article * 31 + 11);
  return Array.from({ length: 5 }, () => `<p>${paragraph(random, 560)}</p>`).join('\n');
}

/** Links to other articles: neighbours, the newest, and some that scatter over the blog. */
function sidebarHtml(articles: number, article: number): string {
  const random = chance(article * 13 + 5);
  const near = [article - 1, article + 1].filter((n) => n >= 1 && n <= articles);
  const recent = Array.from({ length: 5 }, (_, index) => articles - index).filter((n) => n >= 1);
  const related = Array.from({ length: 8 }, () => 1 + Math.floor(random() * articles)).filter(
    (n) => n !== article,
  );
  return `<div id="side">
${listHtml('Beside this letter', near)}
${listHtml('Newest', recent)}
${listHtml('Related', [...new Set(related)])}
</div>`;
}

function listHtml(heading: string, articles: readonly number[]): string {
  const items = articles.map((n) => `<li><a href="/article/${n}">${titleOf(n)}</a></li>`);
  return `<h4>${heading}</h4><ul>${items.join('')}</ul>`;
}
