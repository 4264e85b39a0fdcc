import { chance, paragraph } from '../../../test/sites/prose.ts';

/** One route of the museum. */
export interface Route {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

const rooms: Readonly<Record<string, readonly string[]>> = {
  ships: ['lantern', 'anchor', 'figurehead'],
  tools: ['plane', 'loom', 'anvil'],
  books: ['herbal', 'atlas', 'primer', 'almanac'],
};

const paths = [
  '/',
  ...Object.entries(rooms).flatMap(([room, pieces]) => [
    `/${room}`,
    ...pieces.map((piece) => `/${room}/${piece}`),
  ]),
  '/visit',
];

/** Every route in the order of its path; the first is the start. */
export const routes: readonly Route[] = paths.map((path, at) => ({
  path,
  title: path === '/' ? 'Museum of the valley' : (path.split('/').at(-1) ?? ''),
  text: paragraph(chance(6000 + at), 240),
}));

/** Routes that a route links to: those directly below it. */
export function below(path: string): readonly Route[] {
  const prefix = path === '/' ? '/' : `${path}/`;
  return routes.filter(
    (route) =>
      route.path !== '/' && route.path.startsWith(prefix) && !route.path.slice(prefix.length).includes('/'),
  );
}
