import { list } from '../site/list.ts';
import { pagerAnchors } from '../site/pager.ts';
import { arrange, ordered, type Variant } from '../site/variant.ts';
import { anchor, type Wiring } from '../site/wiring.ts';
import { commentsOf, headline, type NewsArticle } from './content.ts';
import { type NewsHooks, newsActs } from './script.ts';

/** What a comment page is made of. */
export interface NewsView {
  readonly article: NewsArticle;
  readonly wiring: Wiring;
  readonly variant: Variant;
  /** Origin of another host. */
  readonly elsewhere: string;
}

/** A way of writing comment pages. */
export interface NewsTemplate {
  readonly hooks: NewsHooks;
  /** The document, before its script loads the first comments. */
  page(view: NewsView): string;
  /** What the script puts in: one page of comments and the pager. */
  comments(view: NewsView, page: number): string;
}

/** Where things are on the page that models are trained on. */
export const plainNews: NewsTemplate = {
  hooks: { comments: '#comments', comment: '.comment', side: '#tabbed', hot: '#hot', ad: '.ad' },
  page,
  comments,
};

/** Counts of anchors that are the same on every comment page. */
const counts = { menus: 8, sections: 18, stories: 30, hosts: 14, about: 10, shares: 6, tabs: 4, ads: 2 };

function page(view: NewsView): string {
  const { article, wiring, variant } = view;
  const title = `Comments: ${headline(article.number)}`;
  const head = `<div class="headline"><h1>${title}</h1><p>All that readers say about it.</p></div>`;
  const box = '<div id="hot"></div>\n<div id="comments"></div>';
  const main = `<div id="main">${ordered([head, toolsHtml(wiring), box], variant)}</div>`;
  const blocks = { top: topHtml(wiring), main, side: sideHtml(view), foot: footHtml() };
  return newsDocument(view, title, arrange(blocks, variant));
}

/** The document around a body. */
export function newsDocument({ article, wiring }: NewsView, title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,"></head>
<body data-article="${article.number}">
${body}
<script src="/news-${wiring}.js"></script></body></html>
`;
}

function topHtml(wiring: Wiring): string {
  const menus = list(counts.menus, (n) => `<li>${newsActs.menu(n, wiring)}</li>`);
  const sections = list(counts.sections, (n) => `<li><a href="/section/${n}">Section ${n}</a></li>`);
  return `<div id="top"><ul class="menus">${menus}</ul><ul class="sections">${sections}</ul></div>`;
}

function toolsHtml(wiring: Wiring): string {
  const shares = list(counts.shares, (n) => newsActs.share(n, wiring));
  const sizes = ['small', 'middle', 'large'].map((size) => newsActs.size(size, wiring)).join(' ');
  const hot = anchor({ does: 'hot', args: [], css: 'hot', text: 'Hot comments' }, wiring);
  return `<div class="tools"><p>${shares}</p><p>${sizes} ${hot}</p></div>`;
}

function sideHtml({ wiring, elsewhere, article }: NewsView): string {
  const tabs = list(counts.tabs, (n) => newsActs.tab(n, wiring));
  const stories = list(counts.stories, (n) => {
    const number = 100 + ((article.number * 31 + n * 7) % 90);
    return `<li><a href="/story/${number}">${headline(number)}</a></li>`;
  });
  const hosts = list(counts.hosts, (n) => `<li><a href="${elsewhere}/partner/${n}">Partner ${n}</a></li>`);
  const ads = list(counts.ads, (n) => `<div class="ad"><p>Offer ${n}</p>${newsActs.ad(n, wiring)}</div>`);
  return `<div id="side"><div class="tabs">${tabs}</div><div id="tabbed"><p>Most read today.</p></div>
<ul class="stories">${stories}</ul><ul class="hosts">${hosts}</ul>${ads}</div>`;
}

function footHtml(): string {
  return `<div id="foot"><p>${list(counts.about, (n) => `<a href="/about/${n}">About ${n}</a> `)}</p></div>`;
}

function comments({ article, wiring }: NewsView, number: number): string {
  const items = commentsOf(article, number).map(
    ({
      mark,
      user,
      text,
      votes,
    }) => `<div class="comment"><p class="by">${newsActs.card(user, wiring)} <b>${mark}</b></p>
<p class="says">${text}</p><p class="does">${newsActs.vote(mark, 'up', wiring)} <i>${votes}</i> ${newsActs.vote(mark, 'down', wiring)}
${newsActs.reply(mark, wiring)} ${newsActs.report(mark, wiring)}</p></div>`,
  );
  const pager = pagerAnchors(number, article.pages, 'turn', wiring).join(' ');
  return `<div class="list">${items.join('\n')}</div>\n<div class="pager">${pager}</div>`;
}
