import { fileURLToPath } from 'node:url';
import { type App, type Part, shell } from '../app.ts';
import { perPage, rows } from './table-rows.ts';

/** Every row is a part, in whatever order; the first of a further page stands for the event that shows them all. */
const parts = rows.map(
  ({ name, city, year }, at): Part => ({
    name,
    shows: `${name} ${city} ${year}`,
    needs: at >= perPage && at % perPage === 0 ? 'event' : 'url',
  }),
);

const page = shell({
  title: 'Members of the rowing club',
  script: '/table.js',
  body: '<h1>Members of the rowing club</h1><main></main>',
  css: 'i { display: inline-block; width: 10px; height: 10px; background: #468 } td { padding: 2px 12px }',
});

/** A table whose buttons carry nothing that could be read: each is told apart by what it closes over. */
export const reactTable: App = {
  name: 'react-table',
  frameworks: 'React 19',
  summary: 'table with 4 pages and 3 sort orders behind buttons without text or attributes',
  parts,
  scripts: { '/table.js': fileURLToPath(new URL('./table-page.jsx', import.meta.url)) },
  answer: ({ path }) => (path === '/' ? page : null),
};
