import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { html } from '../../../test/sites/answer.ts';
import { type App, shell } from '../app.ts';
import { passage, passagePart } from '../passages.ts';
import { attachFeed } from './feed.ts';

const css = `@keyframes turn { to { rotate: 360deg } } .turning { display: inline-block; animation: turn 2s linear infinite }`;

const start = () =>
  shell({
    title: 'The square',
    script: '/square.js',
    css,
    body: `<h1>The square</h1><p>${passage('start').lead}</p>
<form><input type="hidden" name="csrf" value="${randomUUID()}"></form><main></main>`,
  });

/** Six tabs on a page that is never at rest and never twice the same. */
export const restless: App = {
  name: 'restless',
  frameworks: 'plain listeners, ws 8',
  summary:
    'tabs amid polling, a socket, endless animation, clock, token, generated names, advertisements, random order',
  parts: [
    passagePart('start', 'url'),
    ...['sky', 'wood', 'field', 'town', 'road'].map((name) => passagePart(`tab ${name}`)),
  ],
  scripts: { '/square.js': fileURLToPath(new URL('./page.ts', import.meta.url)) },
  answer({ path }) {
    switch (path) {
      case '/':
        return start();
      case '/api/readers':
        return html(String(100 + Math.floor(Math.random() * 900)));
      case '/api/weather':
      case '/api/tides':
        return { ...html(passage(path.slice(5)).text), delayMs: Math.floor(Math.random() * 40) };
      default:
        return null;
    }
  },
  attach: attachFeed,
};
