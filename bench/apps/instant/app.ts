import { fileURLToPath } from 'node:url';
import { type App, shell } from '../app.ts';
import { passage, passagePart } from '../passages.ts';
import { sectionName, size } from './writing.ts';

const sections = Array.from({ length: size * size }, (_, index) =>
  sectionName(Math.floor(index / size) + 1, (index % size) + 1),
);

const body = `<h1>A book of twenty chapters</h1><p>${passage('start').lead}</p>
<ol id="chapters"></ol><nav id="contents"></nav><article id="section"></article>`;

/** Four hundred states behind handlers that neither wait nor ask: for measurements of speed. */
export const instant: App = {
  name: 'instant',
  frameworks: 'plain listeners',
  summary: '20 chapters of 20 sections, every state one click that needs no request and no timer',
  parts: [passagePart('start', 'url'), ...sections.slice(1).map((name) => passagePart(name))],
  scripts: { '/book.js': fileURLToPath(new URL('./page.ts', import.meta.url)) },
  answer: ({ path }) => (path === '/' ? shell({ title: 'A book', script: '/book.js', body }) : null),
};
