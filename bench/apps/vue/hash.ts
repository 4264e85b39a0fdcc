import { fileURLToPath } from 'node:url';
import { type App, json, type Part, shell } from '../app.ts';
import { routes } from './hash-routes.ts';

const page = shell({ title: 'The valley paper', script: '/paper.js', body: '<div id="app"></div>' });

/** Routes after a `#`: the server sees one address only, yet each address shows its own content. */
export const vueHash: App = {
  name: 'vue-hash',
  frameworks: 'Vue 3',
  summary: 'hash router with 12 routes, data from fetch',
  parts: [...routes].map(
    ([route, { text }]): Part => ({ name: route === '/' ? 'start' : route, shows: text, needs: 'url' }),
  ),
  scripts: { '/paper.js': fileURLToPath(new URL('./hash-page.js', import.meta.url)) },
  answer({ path }) {
    if (path === '/') return page;
    const content = path.startsWith('/api/') ? routes.get(path.slice('/api'.length)) : undefined;
    return content ? json(content) : null;
  },
};
