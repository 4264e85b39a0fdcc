import { chance, paragraph, sentence } from '../../../test/sites/prose.ts';

/** What the server says of one route. */
export interface RouteContent {
  readonly title: string;
  readonly text: string;
  /** Routes that it leads to. */
  readonly links: readonly { readonly to: string; readonly label: string }[];
}

const titles: Readonly<Record<string, string>> = {
  '/': 'The valley paper',
  '/news': 'News',
  ...Object.fromEntries(
    Array.from({ length: 6 }, (_, at) => [`/news/${at + 1}`, sentence(chance(2200 + at))]),
  ),
  '/people': 'People of the paper',
  '/people/lena': 'Lena writes',
  '/people/oskar': 'Oskar draws',
  '/about': 'About the paper',
};

/** Content by route. */
export const routes: ReadonlyMap<string, RouteContent> = new Map(
  Object.entries(titles).map(([route, title], at) => [
    route,
    { title, text: paragraph(chance(2100 + at), 260), links: below(route) },
  ]),
);

function below(route: string): RouteContent['links'] {
  if (route === '/') return [];
  return Object.entries(titles)
    .filter(([to]) => to.startsWith(`${route}/`))
    .map(([to, label]) => ({ to, label }));
}
