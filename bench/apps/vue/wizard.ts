import { fileURLToPath } from 'node:url';
import { type App, json, type Part, shell } from '../app.ts';
import { steps } from './wizard-steps.ts';

const page = shell({
  title: 'Become a reader',
  script: '/assets/wizard.js',
  body: '<div id="app"></div>',
  css: '.veil { position: fixed; inset: 0; background: #0008 } .modal { margin: 10% auto; width: 300px; background: #fff }',
});

/** A wizard with a modal for each of its steps. */
export const vueWizard: App = {
  name: 'vue-wizard',
  frameworks: 'Vue 3',
  summary: 'wizard of 4 steps with Next and Back, and a modal in each step',
  parts: steps.flatMap(({ text, help }, at): Part[] => [
    { name: at === 0 ? 'start' : `step ${at + 1}`, shows: text, needs: at === 0 ? 'url' : 'event' },
    { name: `help ${at + 1}`, shows: help, needs: 'event' },
  ]),
  scripts: { '/assets/wizard.js': fileURLToPath(new URL('./wizard-page.js', import.meta.url)) },
  answer({ path }) {
    if (path === '/api/steps') return json(steps);
    return path === '/' ? page : null;
  },
};
