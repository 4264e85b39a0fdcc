import { fileURLToPath } from 'node:url';
import { type App, type Part, shell } from '../app.ts';
import { sections, tabs } from './tabs-content.ts';

const page = shell({
  title: 'Guest house at the bridge',
  script: '/assets/main.js',
  body: '<guest-house></guest-house>',
  css: '.on { font-weight: bold } dt button { border: 0 }',
});

/** Tabs and an accordion that know nothing of each other, under Angular's zone. */
export const angularTabs: App = {
  name: 'angular-tabs',
  frameworks: 'Angular 21, zone.js',
  summary: '5 tabs and an accordion of 4 sections that open independently',
  parts: [
    ...tabs.map(
      ({ title, text }, at): Part =>
        at === 0
          ? { name: 'start', shows: text, needs: 'url' }
          : { name: `tab ${title}`, shows: text, needs: 'event' },
    ),
    ...sections.map(({ title, text }): Part => ({ name: `section ${title}`, shows: text, needs: 'event' })),
  ],
  scripts: { '/assets/main.js': fileURLToPath(new URL('./tabs-page.js', import.meta.url)) },
  answer: ({ path }) => (path === '/' ? page : null),
};
