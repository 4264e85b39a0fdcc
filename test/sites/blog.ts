import { type Answer, cacheable, html, notFound, redirect, routes, type Site } from './answer.ts';
import { articleHtml, commentsHtml } from './blog-pages.ts';
import { blogSets, paperCounts, spread } from './blog-sets.ts';
import { plainPng, png } from './png.ts';

/** A page of the blog as a crawler should find it. */
export interface BlogPage {
  readonly article: number;
  readonly page: number;
  /** Path of the article; pages after the first have no address of their own. */
  readonly path: string;
  /** Text of the body without any white space: what a capture or a mirror file must hold. */
  readonly text: string;
}

/** What there is to find on the blog. */
export interface BlogTruth {
  readonly articles: number;
  readonly pages: number;
  /** Number of pages of each article, the first article first. */
  readonly counts: readonly number[];
  /** Pages that have no address. */
  readonly statePages: number;
  /** Articles of several pages: each has one way back to its first page. */
  readonly longArticles: number;
  /** Every page, article by article; texts are made when asked for. */
  allPages(): Iterable<BlogPage>;
}

/** A blog with what there is to find on it. */
export interface BlogSite extends Site {
  readonly truth: BlogTruth;
}

/**
 * A blog shaped like the one of the dAjaxCrawling paper: articles have addresses, the further pages of
 * their comments are loaded by script and have none. Without `pages` it is the first `articles` articles
 * of the paper's largest set.
 */
export function blog(size: { articles: number; pages?: number } = { articles: 50 }): BlogSite {
  const counts = pageCounts(size);
  const truth = truthOf(counts);
  const respond = routes({
    '/': () => redirect('/article/1'),
    '/robots.txt': () => cacheable('text/plain', 'User-agent: *\nAllow: /\n'),
    '/article/:n': (_, [n]) =>
      onArticle(counts, n, (article) => html(articleHtml(counts, article), lastModified)),
    '/comments/:n/:page': (_, [n, page]) =>
      onArticle(counts, n, (article, pages) => {
        const wanted = Number(page);
        return wanted >= 1 && wanted <= pages ? html(commentsHtml(article, wanted, pages)) : notFound();
      }),
    '/blog.js': () => cacheable('text/javascript; charset=utf-8', script),
    '/blog.css': () => cacheable('text/css; charset=utf-8', style),
    '/img/:name': (_, [name]) => {
      const image = images[name ?? ''];
      return image ? cacheable('image/png', image) : notFound();
    },
  });
  return { name: 'blog', start: '/article/1', respond, truth };
}

/** The blog of one of the paper's sets, by its number from 1. */
export function blogOfSet(number: number): BlogSite {
  const set = blogSets[number - 1];
  if (!set) throw new RangeError(`there are sets 1 to ${blogSets.length}, not ${number}`);
  return blog({ articles: set.articles });
}

function pageCounts(size: { articles: number; pages?: number }): readonly number[] {
  const beginning = paperCounts.slice(0, size.articles);
  const fits = beginning.length === size.articles;
  if (fits && (size.pages === undefined || size.pages === sum(beginning))) return beginning;
  return spread(size.articles, size.pages ?? size.articles * 4, size.articles);
}

function truthOf(counts: readonly number[]): BlogTruth {
  const pages = sum(counts);
  return {
    articles: counts.length,
    pages,
    counts,
    statePages: pages - counts.length,
    longArticles: counts.filter((count) => count > 1).length,
    *allPages() {
      for (const [index, count] of counts.entries()) {
        for (let page = 1; page <= count; page++) {
          const article = index + 1;
          yield {
            article,
            page,
            path: `/article/${article}`,
            text: bareText(articleHtml(counts, article, page)),
          };
        }
      }
    },
  };
}

/** Text of a body of ours without white space; our pages use no entities, comments or inline scripts. */
function bareText(page: string): string {
  return page
    .slice(page.indexOf('<body '))
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, '');
}

function onArticle(
  counts: readonly number[],
  n: string | undefined,
  answer: (article: number, pages: number) => Answer,
): Answer {
  const pages = /^[1-9]\d*$/.test(n ?? '') ? counts[Number(n) - 1] : undefined;
  return pages === undefined ? notFound() : answer(Number(n), pages);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, next) => total + next, 0);
}

const lastModified = { 'last-modified': 'Tue, 01 Feb 2011 08:00:00 GMT' };

const images: Readonly<Record<string, Uint8Array>> = {
  'icon.png': plainPng(16, 16, [180, 60, 40]),
  'avatar.png': png(48, 48, (x, y) =>
    (x - 24) ** 2 + (y - 24) ** 2 < 400 ? [240, 200, 120] : [90, 120, 160],
  ),
  'photo.png': png(160, 100, (x, y) => [x, 80 + y, 200 - y]),
  'stripe.png': png(8, 8, (x) => (x < 4 ? [244, 240, 232] : [238, 232, 220])),
  'bullet.png': plainPng(6, 6, [120, 90, 60]),
};

const script = `'use strict';
function load(page) {
  var request = new XMLHttpRequest();
  request.open('GET', '/comments/' + document.body.getAttribute('data-article') + '/' + page);
  request.onload = function () {
    if (request.status === 200) document.getElementById('comments').innerHTML = request.responseText;
  };
  request.send();
}
`;

const style = `* { box-sizing: border-box; }
html { background: #f4f0e8 url("img/stripe.png"); }
body { margin: 0 auto; width: 980px; font: 14px/1.6 Georgia, serif; color: #332; background: #fffdf8; }
#header { padding: 16px 24px; border-bottom: 2px solid #b43c28; }
#header h1 { margin: 0; font-size: 24px; }
#header img { float: left; margin-right: 12px; }
#side { float: right; width: 240px; padding: 16px; background: #f7f2e6; }
#side ul { list-style: url('img/bullet.png'); padding-left: 18px; margin: 4px 0 12px; }
#main { width: 720px; padding: 16px 24px; }
#main .photo { float: right; margin: 0 0 8px 12px; }
a, .go { color: #235a97; text-decoration: none; cursor: pointer; }
a:hover, .go:hover { text-decoration: underline; }
.comment { border-top: 1px dotted #cb9; padding: 6px 0; }
.comment b { color: #865; }
#pager { padding: 8px 0; }
#pager > * { display: inline-block; min-width: 20px; padding: 0 4px; border: 1px solid #dcb; text-align: center; }
#pager > b { background: #b43c28; color: #fff; }
#pager > i { border: 0; }
#footer { clear: both; padding: 8px 24px; border-top: 1px solid #dcb; font-size: 12px; }
`;
