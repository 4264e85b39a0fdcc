import { fileURLToPath } from 'node:url';
import { type App, type Part, shell } from '../app.ts';
import { keys, perPage, rows, rowsOf } from './table-rows.ts';

const pages = Math.ceil(rows.length / perPage);

/** The rows in their order are the part: each row alone is on several of them. */
const parts = [null, ...keys].flatMap((key) =>
  Array.from({ length: pages }, (_, page): Part => {
    const start = key === null && page === 0;
    return {
      name: start ? 'start' : `${key ?? 'unsorted'} ${page + 1}`,
      shows: rowsOf(key, page)
        .map(({ name, city, year }) => `${name} ${city} ${year}`)
        .join(' '),
      needs: start ? 'url' : 'event',
    };
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
