import { fileURLToPath } from 'node:url';
import { type App, type Part, shell } from '../app.ts';
import { routes } from './routes.ts';

const page = shell({
  title: 'Museum of the valley',
  script: '/museum.js',
  body: '<header><a href="/">Museum</a></header><main></main>',
});

/** Links that look like addresses and are none: the server knows `/` alone, the rest lives in the script. */
export const plainRoutes: App = {
  name: 'plain-routes',
  frameworks: 'addEventListener, History API',
  summary: '15 routes behind one click listener on the document; loading any but the first is a 404',
  parts: routes.map(
    ({ path, text }): Part =>
      path === '/'
        ? { name: 'start', shows: text, needs: 'url' }
        : { name: path, shows: text, needs: 'event' },
  ),
  scripts: { '/museum.js': fileURLToPath(new URL('./page.js', import.meta.url)) },
  answer: ({ path }) => (path === '/' ? page : null),
};
