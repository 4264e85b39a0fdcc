import { fileURLToPath } from 'node:url';
import { type App, json, type Part, shell } from '../app.ts';
import { folders, papersIn, within } from './tree-nodes.ts';

const page = shell({
  title: 'The family cabinet',
  script: '/assets/tree.js',
  body: '<div id="app"></div>',
});

const parts: readonly Part[] = ['', ...folders].map((folder) => ({
  name: folder === '' ? 'start' : folder,
  shows: papersIn(folder)[0] ?? '',
  needs: folder === '' ? 'url' : 'event',
}));

/** A tree whose folders are asked for when they are opened; closing one leads back. */
export const svelteTree: App = {
  name: 'svelte-tree',
  frameworks: 'Svelte 5',
  summary: 'tree of 20 folders in three levels, children from fetch',
  parts,
  scripts: { '/assets/tree.js': fileURLToPath(new URL('./tree-page.js', import.meta.url)) },
  answer({ path, query }) {
    if (path === '/api/children') return json(within(query.get('of') ?? ''));
    return path === '/' ? page : null;
  },
};
