import { visibleText } from '../../src/dom/text.ts';
import type { DocumentTree } from '../../src/model/index.ts';
import {
  type Answer,
  type Ask,
  cacheable,
  html,
  notFound,
  routes,
  type Site,
} from '../../test/sites/answer.ts';
import { chance, sentence } from '../../test/sites/prose.ts';
import {
  type CommentPage,
  commentPageIn,
  headline,
  type NewsArticle,
  newsArticles,
  storyText,
} from './news/content.ts';
import { type NewsTemplate, type NewsView, plainNews } from './news/page.ts';
import { redesignedNews } from './news/redesign.ts';
import { newsScript } from './news/script.ts';
import { list } from './site/list.ts';
import { elsewhere, plainPage } from './site/plain.ts';
import type { Variant } from './site/variant.ts';
import { type Wiring, wirings } from './site/wiring.ts';

/** How the news site is made. */
export interface NewsOptions {
  /** Comment pages of each article. */
  readonly pages?: readonly number[];
  /** `mixed`: each article in the next of the three ways. */
  readonly wiring?: Wiring | 'mixed';
  readonly variant?: Variant;
}

/** What there is to find on the news site. */
export interface NewsTruth {
  readonly articles: readonly NewsArticle[];
  /** Path of the comments of an article: all of its comment pages have this address. */
  path(article: number): string;
  /** Keys of the comment pages of an article, or of all. */
  keys(article?: number): readonly string[];
  /** Key of the comment page that a document shows, `null` for every other page. */
  keyOf(document: DocumentTree): string | null;
}

/** A news site with what there is to find on it. */
export interface NewsSite extends Site {
  readonly truth: NewsTruth;
}

/** The paper's three articles, and three more to train on, one of each wiring. */
export const newsPages = [7, 8, 11, 6, 5, 6];

/** Numbers of the articles that models are trained on. */
export const newsSamples = [4, 5, 6];

/**
 * A news site shaped like that of the valid-pages paper, second experiment: comments are loaded and turned
 * by script under one address, among well over a hundred anchors that lead to no comments.
 */
export function news(options: NewsOptions = {}): NewsSite {
  const { pages = newsPages, wiring = 'mixed', variant = 'plain' } = options;
  const articles = newsArticles(pages);
  const template = variant === 'redesign' ? redesignedNews : plainNews;
  const wiringOf = (article: number) =>
    wiring === 'mixed' ? (wirings[(article - 1) % wirings.length] ?? 'inline') : wiring;
  const view = (ask: Ask, number: string | undefined): NewsView | null => {
    const article = articles[Number(number) - 1];
    return article
      ? { article, variant, wiring: wiringOf(article.number), elsewhere: elsewhere(ask.origin) }
      : null;
  };
  const respond = routes({ ...commentRoutes(template, view), ...otherRoutes, ...scriptRoutes(template) });
  return { name: 'news', start: '/comments/1', respond, truth: newsTruth(articles) };
}

function commentRoutes(
  template: NewsTemplate,
  view: (ask: Ask, number: string | undefined) => NewsView | null,
): Parameters<typeof routes>[0] {
  return {
    '/comments/:n': (ask, [n]) => {
      const found = view(ask, n);
      return found ? html(template.page(found)) : notFound();
    },
    '/api/comments/:n/:page': (ask, [n, page]) => {
      const found = view(ask, n);
      const number = Number(page);
      if (!found || !(number >= 1 && number <= found.article.pages)) return notFound();
      return html(template.comments(found, number));
    },
  };
}

const otherRoutes: Parameters<typeof routes>[0] = {
  '/robots.txt': () => cacheable('text/plain', 'User-agent: *\nAllow: /\n'),
  '/api/vote': () => html('1'),
  '/api/card/:user': (_, [user]) => html(`<p>${user} has been with us for years.</p>`),
  '/api/hot': () => html(list(3, (n) => `<p>${sentence(chance(n))}</p>`)),
  '/api/top/:n': (_, [n]) => html(list(3, (m) => `<p>${sentence(chance(Number(n) * 10 + m))}</p>`)),
  '/api/menu/:n': (_, [n]) => html(list(3, (m) => `<p>Item ${n}.${m}</p>`)),
  '/story/:n': (_, [n]) => html(plainPage(headline(Number(n)), `<p>${storyText(Number(n))}</p>`)),
  '/section/:n': (_, [n]) => html(plainPage(`Section ${n}`, sectionHtml(Number(n)))),
  '/about/:n': (_, [n]) => html(plainPage(`About ${n}`, `<pre>${sentence(chance(Number(n)))}</pre>`)),
  '/share/:n': (_, [n]) => html(plainPage(`Share ${n}`, '<form><input name="to"></form>')),
  '/partner/:n': (_, [n]) => html(plainPage(`Partner ${n}`, '<table><tr><td>Welcome.</td></tr></table>')),
};

function scriptRoutes({ hooks }: NewsTemplate): Record<string, () => Answer> {
  return Object.fromEntries(
    wirings.map((wiring) => [
      `/news-${wiring}.js`,
      () => cacheable('text/javascript; charset=utf-8', newsScript(hooks, wiring)),
    ]),
  );
}

function sectionHtml(number: number): string {
  const stories = list(
    10,
    (n) => `<dd><a href="/story/${100 + ((number * 10 + n) % 90)}">Story ${n}</a></dd>`,
  );
  return `<dl>${stories}</dl>`;
}

function newsTruth(articles: readonly NewsArticle[]): NewsTruth {
  const keysOf = ({ number, pages }: NewsArticle) =>
    Array.from({ length: pages }, (_, index) => keyFor({ article: number, page: index + 1 }));
  return {
    articles,
    path: (article) => `/comments/${article}`,
    keys: (article) =>
      articles.filter(({ number }) => article === undefined || number === article).flatMap(keysOf),
    keyOf: (document) => {
      const found = commentPageIn(articles, visibleText(document));
      return found && keyFor(found);
    },
  };
}

function keyFor({ article, page }: CommentPage): string {
  return `comments ${article}/${page}`;
}
