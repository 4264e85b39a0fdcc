import { articles, authors, type DemoArticle } from './articles.ts';
import { commentCount, commentsOn } from './comments.ts';

/** The start page: all articles, and the authors with their cards. */
export function homePage(): string {
  const entries = articles.map(
    (article) => `<li${langOf(article)}><a href="/article/${article.number}">${article.title}</a>
      <small>${article.date} · ${commentCount(article)} comments</small></li>`,
  );
  const names = authors.map(
    ({ key, name }) => `<li><span class="author" onmouseover="card('${key}')">${name}</span></li>`,
  );
  return layout(
    'The Writing Spider',
    'en',
    0,
    `<section class="entries"><h2>All articles</h2><ol>${entries.join('\n')}</ol></section>
    <aside><h2>Authors</h2><ul class="authors">${names.join('')}</ul><div id="card" class="card"></div></aside>`,
  );
}

/** An article with the first page of its comments. */
export function articlePage(article: DemoArticle): string {
  const author = authors.find(({ key }) => key === article.author);
  const before = articles[article.number - 2];
  const after = articles[article.number];
  const paragraphs = article.text.map((text) => `<p>${text}</p>`).join('\n');
  return layout(
    `${article.title} – The Writing Spider`,
    article.lang,
    article.number,
    `<article${langOf(article)}><h2>${article.title}</h2>
    <p class="by">${author?.name ?? ''} · ${article.date}</p>
    ${paragraphs}
    <nav class="neighbours">${neighbour(before, '←', 'prev')}${neighbour(after, '→', 'next')}</nav></article>
    <section class="comments"${langOf(article)}><h3>${commentCount(article)} comments</h3>
    <div id="comments">${commentsPart(article, 1)}</div></section>`,
  );
}

/** One page of comments with its pager: what the script asks for, and what the first page holds already. */
export function commentsPart(article: DemoArticle, page: number): string {
  const items = commentsOn(article, page).map(
    ({ id, by, text }) => `<li id="${id}"><b>${by}</b><p>${text}</p></li>`,
  );
  return `<ul>${items.join('')}</ul>${pager(article.commentPages, page)}`;
}

/** The card of an author. */
export function authorCard(key: string): string | null {
  const author = authors.find((one) => one.key === key);
  if (author === undefined) return null;
  const written = articles.filter((article) => article.author === key).length;
  return `<b>${author.name}</b><p>${author.about}</p><small>${written} articles</small>`;
}

/** Numbers are `javascript:` links, the turns are handlers: both ways such sites have. */
function pager(pages: number, current: number): string {
  if (pages === 1) return '';
  const numbers = Array.from({ length: pages }, (_, index) => index + 1).map((page) =>
    page === current ? `<b>${page}</b>` : `<a href="javascript:load(${page})">${page}</a>`,
  );
  const turn = (to: number, label: string) =>
    to < 1 || to > pages ? '' : `<span class="turn" onclick="load(${to})">${label}</span>`;
  return `<p class="pager">${turn(current - 1, '‹ Newer')}${numbers.join('')}${turn(current + 1, 'Older ›')}</p>`;
}

function neighbour(article: DemoArticle | undefined, arrow: string, rel: string): string {
  if (article === undefined) return '<span></span>';
  return `<a rel="${rel}" href="/article/${article.number}"${langOf(article)}>${arrow} ${article.title}</a>`;
}

function langOf(article: DemoArticle): string {
  return article.lang === 'en' ? '' : ` lang="${article.lang}"`;
}

function layout(title: string, lang: string, article: number, main: string): string {
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="icon" href="/spider.svg">
<link rel="stylesheet" href="/blog.css">
<script src="/blog.js" defer></script>
</head>
<body data-article="${article}">
<header><a href="/"><img src="/spider.svg" alt="" width="40" height="40"><span>The Writing Spider</span></a>
<p>Notes on orb weavers and other engineers</p></header>
<main>
${main}
</main>
<footer>A bundled example. Comments are loaded by script.</footer>
</body>
</html>
`;
}
