import { named } from '../pages/words.ts';
import { pages } from './site.ts';

const contents =
  '<h1>Contents</h1><ul><li><a href="one.html">First</a></li><li><a href="two.html">Second</a></li></ul>';

/** Folders with the same table of contents, whose relative links lead elsewhere in each. */
export const folders = pages((path) => {
  if (path === '/') return '<h1>Volumes</h1><a href="a/">A</a> <a href="b/">B</a> <a href="c/">C</a>';
  if (/^\/[abc]\/$/.test(path)) return contents;
  const at = documents.indexOf(path);
  return at < 0 ? null : `<h1>Chapter</h1><p>Text of the ${named(800 + at)}</p>`;
});

/** Paths of the documents below the folders. */
export const documents: readonly string[] = ['a', 'b', 'c'].flatMap((folder) =>
  ['one', 'two'].map((name) => `/${folder}/${name}.html`),
);

/** Texts of the documents. */
export const chapters: readonly string[] = documents.map((_, at) => `Text of the ${named(800 + at)}`);

/** Hosts with equal start pages. */
export const hostCount = 24;

/** Pages of each host beside its start page. */
export const perHost = 9;

/** The same start page on every host, with other documents below it. */
export const hosts = pages((path, _query, host) => {
  const port = host.replace(/^.*:/, '');
  const others = Array.from(
    { length: hostCount },
    (_, at) => `<a href="http://127.0.0.${at + 1}:${port}/">host</a>`,
  );
  const own = Array.from({ length: perHost }, (_, at) => `<a href="/page/${at + 1}">page</a>`);
  if (path === '/') return `<h1>Hosts</h1><p>${others.join(' ')}</p><p>${own.join(' ')}</p>`;
  const page = Number(/^\/page\/(\d)$/.exec(path)?.[1] ?? 0);
  if (page < 1 || page > perHost) return null;
  const number = Number(/^127\.0\.0\.(\d+)/.exec(host)?.[1] ?? 0);
  return `<h1>Page</h1><p>${hostText(number, page)}</p>`;
});

/** What a page of a host shows. */
export function hostText(host: number, page: number): string {
  return `Text of the ${named(host * 10 + page)}`;
}
