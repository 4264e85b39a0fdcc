import { chance, paragraph, sentence } from '../../../test/sites/prose.ts';

/** One comment. */
export interface Comment {
  /** Stands in the text and nowhere else: article, page and place. */
  readonly mark: string;
  readonly user: string;
  readonly text: string;
  readonly votes: number;
}

/** An article with comments. */
export interface NewsArticle {
  readonly number: number;
  readonly pages: number;
  readonly perPage: number;
}

/** A comment page: article and page. */
export interface CommentPage {
  readonly article: number;
  readonly page: number;
}

/** Comments per page of the articles in turn, so that pages have as many anchors as those of the paper. */
const perPage = [12, 20, 11];

/** The articles with comments, from their numbers of comment pages. */
export function newsArticles(pages: readonly number[]): readonly NewsArticle[] {
  return pages.map((count, index) => ({
    number: index + 1,
    pages: count,
    perPage: perPage[index % perPage.length] ?? 12,
  }));
}

const people = 'Adler Bruno Celia Doris Edwin Flora Georg Hanna Ivar Jonas Karin Ludwig'.split(' ');

/** A user's name by any number. */
export function userName(number: number): string {
  return `${people[number % people.length] ?? 'Otto'}${1 + (Math.floor(number / people.length) % 4)}`;
}

/** Comments of one page. */
export function commentsOf({ number, perPage: count }: NewsArticle, page: number): readonly Comment[] {
  const random = chance(number * 100_003 + page);
  return Array.from({ length: count }, (_, index) => ({
    mark: `#${number}.${page}.${String(index + 1).padStart(2, '0')}`,
    user: userName(Math.floor(random() * 48)),
    text: paragraph(random, 90),
    votes: Math.floor(random() * 90),
  }));
}

/** Headline of an article, also of those without comments. */
export function headline(number: number): string {
  return sentence(chance(number * 7919)).slice(0, -1);
}

/** Text of an article. */
export function storyText(number: number): string {
  return paragraph(chance(number * 104_729), 1200);
}

/** Which comment page a text shows, `null` where it shows none or not all of one. */
export function commentPageIn(articles: readonly NewsArticle[], text: string): CommentPage | null {
  const marks = new Set([...text.matchAll(/#(\d+)\.(\d+)\.\d\d\b/g)].map(([mark]) => mark));
  const [first] = marks;
  const [article, page] = (first ?? '').slice(1).split('.').map(Number);
  const found = articles.find(({ number }) => number === article);
  if (!found || !page || marks.size !== found.perPage) return null;
  return commentsOf(found, page).every(({ mark }) => marks.has(mark))
    ? { article: found.number, page }
    : null;
}
