import { fileURLToPath } from 'node:url';
import { type App, type Part, shell } from '../app.ts';
import { lists, people, tabs } from './content.ts';

const page = shell({
  title: 'The evening edition',
  script: '/widgets.js',
  css: '#card { position: fixed; right: 0; top: 0; width: 200px } .on { color: #a00 } #names span { padding: 4px }',
  body: `<h1>The evening edition</h1>
<ol id="list"></ol><div id="pager"></div>
<div id="tabs"></div><div id="panel"></div>
<div id="names"></div><div id="card" hidden></div>`,
});

/** Three widgets that know nothing of each other: 240 combinations of 18 contents. */
export const plainWidgets: App = {
  name: 'plain-widgets',
  frameworks: 'addEventListener',
  summary: '8 list pages, 5 tabs and 6 hover cards, independent of each other',
  parts: [
    ...lists.map(
      ([headline = ''], at): Part =>
        at === 0
          ? { name: 'start', shows: headline, needs: 'url' }
          : { name: `list ${at + 1}`, shows: headline, needs: 'event' },
    ),
    ...tabs.slice(1).map(({ title, text }): Part => ({ name: `tab ${title}`, shows: text, needs: 'event' })),
    ...people.map(({ name, card }): Part => ({ name: `card ${name}`, shows: card, needs: 'event' })),
  ],
  scripts: { '/widgets.js': fileURLToPath(new URL('./page.js', import.meta.url)) },
  answer: ({ path }) => (path === '/' ? page : null),
};
