import { chance, sentence } from '../../../test/sites/prose.ts';

/** A node as the server tells of it: folders can be opened, papers cannot. */
export interface Node {
  readonly path: string;
  readonly label: string;
  readonly folder: boolean;
}

const drawers = ['Letters', 'Maps', 'Recipes', 'Accounts'];
const shelves = ['Old house', 'New house'];

/** Folders by path: four drawers with two shelves each, and a box on every shelf. */
export const folders: readonly string[] = drawers.flatMap((drawer) => [
  drawer,
  ...shelves.flatMap((shelf) => [`${drawer}/${shelf}`, `${drawer}/${shelf}/Box under the stairs`]),
]);

/** What is in a folder, `''` being the cabinet itself. */
export function within(folder: string): readonly Node[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const inner = folders
    .filter((path) => path.startsWith(prefix) && !path.slice(prefix.length).includes('/'))
    .map((path) => ({ path, label: path.slice(prefix.length), folder: true }));
  return [...inner, ...papersIn(folder).map((label) => ({ path: prefix + label, label, folder: false }))];
}

/** The papers that lie in a folder directly. */
export function papersIn(folder: string): readonly string[] {
  const random = chance(2500 + folders.indexOf(folder));
  return Array.from({ length: folder === '' ? 1 : 3 }, () => sentence(random));
}
