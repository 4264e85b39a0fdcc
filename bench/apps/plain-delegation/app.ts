import { fileURLToPath } from 'node:url';
import { type App, shell } from '../app.ts';
import { passage, passagePart } from '../passages.ts';

const views = [1, 2, 3, 4, 5, 6].map((id) => `view ${id}`);
const drawers = ['maps', 'coins', 'stamps', 'shells', 'keys', 'seeds'];
const doors = ['door 1', 'door 2', 'door 3'];

const body = `<h1>The museum</h1><p>${passage('start').lead}</p>
<ul>${views
  .map((name, index) => `<li data-view="${index + 1}"><b>${passage(name).title}</b> <i>hall</i></li>`)
  .join('')}</ul>
<section id="view"><h3>${passage('view 1').title}</h3><p>${passage('view 1').text}</p></section>
<div id="drawers">${drawers.map((name) => `<button data-id="${name}">${name}</button>`).join(' ')}</div>
<section id="drawer"></section>
<div id="doors"><div></div><div></div><div></div><div></div></div>
<section id="room"></section>`;

// The last of the doors is painted on the wall: a pointing hand, and nothing behind it.
const css =
  '#doors { display: flex } #doors > div { cursor: pointer; width: 40px; height: 60px; margin: 4px; background: peru }';

/** Listeners far above the elements they react to. */
export const plainDelegation: App = {
  name: 'plain-delegation',
  frameworks: 'plain listeners',
  summary: 'a click listener of the document, one of a container, and doors with nothing but a pointing hand',
  parts: [
    passagePart('start', 'url'),
    ...views.slice(1).map((name) => passagePart(name)),
    ...drawers.map((name) => passagePart(`drawer ${name}`)),
    ...doors.map((name) => passagePart(name)),
  ],
  scripts: { '/museum.js': fileURLToPath(new URL('./page.ts', import.meta.url)) },
  answer: ({ path }) =>
    path === '/' ? shell({ title: 'The museum', script: '/museum.js', body, css }) : null,
};
