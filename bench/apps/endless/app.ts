import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { html } from '../../../test/sites/answer.ts';
import { type App, shell } from '../app.ts';
import { passage, passagePart } from '../passages.ts';
import { monthPage, notesPage } from './writing.ts';

const items = [1, 2, 3, 4, 5].map((id) => `item ${id}`);

/** Links that carry a session; every answer begins a new one. */
function links(): string {
  const session = randomUUID().replaceAll('-', '');
  const list = items.map(
    (name, index) => `<li><a href="/item/${index + 1}?sid=${session}">${passage(name).title}</a></li>`,
  );
  return `<p><a href="/?sid=${session}">Home</a></p><ul>${list.join('')}</ul>`;
}

const start = () =>
  shell({
    title: 'The almanac',
    script: '/almanac.js',
    body: `<h1>The almanac</h1><p>${passage('start').lead}</p>${links()}
<p>Visitors: <output id="count">0</output> <button id="plus">+1</button></p>
<p><button id="previous">Previous month</button> <button id="next">Next month</button></p>
<section id="month">${monthPage(12 * 2030)}</section>
<section id="notes">${notesPage(1)}</section><button id="more">Load more</button>`,
  });

const item = (name: string) =>
  html(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${passage(name).title}</title>
<link rel="icon" href="data:,"></head><body>${links()}<h1>${passage(name).title}</h1><p>${passage(name).text}</p></body></html>`);

/** Spaces without end, and addresses that are new each time. */
export const endless: App = {
  name: 'endless',
  frameworks: 'plain listeners',
  summary: 'a counter, a calendar and a list without end; links with a session that changes on every answer',
  parts: [passagePart('start', 'url'), ...items.map((name) => passagePart(name, 'url'))],
  beyond: /(?:Calendar for|Notes,) ([A-Z][a-z]+ -?\d+|part \d+)/,
  scripts: { '/almanac.js': fileURLToPath(new URL('./page.ts', import.meta.url)) },
  answer({ path }) {
    if (path === '/') return start();
    const name = `item ${path.replace('/item/', '')}`;
    return items.includes(name) ? item(name) : null;
  },
};
