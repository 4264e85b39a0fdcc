import { visibleText } from '../../src/dom/text.ts';
import type { DocumentTree } from '../../src/model/index.ts';
import { type BlogTruth, blog } from '../../test/sites/blog.ts';
import { forum } from '../../test/sites/forum.ts';
import type { App } from '../apps/app.ts';
import { judge } from '../apps/truth.ts';
import { type Served, serveApp, serveBlog, serveForum } from './served.ts';

/** A site that every crawler is sent to. */
export interface Target {
  readonly name: string;
  readonly kind: 'blog' | 'app' | 'forum';
  /** Pages that there are to find. */
  readonly pages: number;
  serve(): Promise<Served>;
  /** How many of its pages are shown by some document, each counted once. */
  found(documents: readonly DocumentTree[]): number;
}

/** The first articles of the blog: a page is found when a document has its whole text. */
export function blogTarget(articles: number): Target {
  const { truth } = blog({ articles });
  return {
    name: `blog, ${articles} articles`,
    kind: 'blog',
    pages: truth.pages,
    serve: () => serveBlog(articles),
    found: (documents) => foundOnBlog(truth, documents),
  };
}

/** An app: a page is a part of its truth, found when a document shows it. */
export function appTarget(app: App): Target {
  return {
    name: app.name,
    kind: 'app',
    pages: app.parts.length,
    serve: () => serveApp(app.name),
    found: (documents) =>
      judge(
        app,
        documents.map((document, number) => ({ number, document })),
      ).found.length,
  };
}

/** The forum: a page is found when one document has all that stands on it. */
export function forumTarget(): Target {
  const { pages } = forum().truth;
  return {
    name: 'forum',
    kind: 'forum',
    pages: pages.length,
    serve: serveForum,
    found: (documents) => {
      const texts = documents.map((document) => visibleText(document));
      return pages.filter((marks) => texts.some((text) => marks.every((mark) => text.includes(mark)))).length;
    },
  };
}

function foundOnBlog(truth: BlogTruth, documents: readonly DocumentTree[]): number {
  const seen = new Set(documents.map((document) => visibleText(document).replace(/\s+/g, '')));
  return [...truth.allPages()].filter(({ text }) => seen.has(text)).length;
}
