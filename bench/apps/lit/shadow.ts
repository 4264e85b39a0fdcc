import { fileURLToPath } from 'node:url';
import { type App, type Part, shell } from '../app.ts';
import { notes, sayings, story } from './shadow-content.ts';

const page = shell({
  title: 'A story in the shade',
  script: '/assets/story.js',
  body: '<h1>A story in the shade</h1><story-reader></story-reader><daily-saying></daily-saying>',
});

/** Components whose content is in shadows: open ones within each other, and a closed one. */
export const litShadow: App = {
  name: 'lit-shadow',
  frameworks: 'Lit 3, custom elements',
  summary: 'story of 5 pages and 2 notes in open shadows, 4 sayings in a closed one',
  parts: [
    ...story.map(
      (text, at): Part =>
        at === 0
          ? { name: 'start', shows: text, needs: 'url' }
          : { name: `story ${at + 1}`, shows: text, needs: 'event' },
    ),
    ...notes.map((text, at): Part => ({ name: `note ${at + 1}`, shows: text, needs: 'event' })),
    ...sayings.slice(1).map((text, at): Part => ({ name: `saying ${at + 2}`, shows: text, needs: 'event' })),
  ],
  scripts: { '/assets/story.js': fileURLToPath(new URL('./shadow-page.js', import.meta.url)) },
  answer: ({ path }) => (path === '/' ? page : null),
};
