import { fileURLToPath } from 'node:url';
import { type App, shell } from '../app.ts';
import { passage, passagePart } from '../passages.ts';

const seasons = ['spring', 'summer', 'autumn', 'winter', 'rain'];
const sizes = ['small', 'medium', 'large'];
const fields = ['name', 'street'];

const css = `.dark { background: #222; color: #eee } #place { position: relative; width: 200px; height: 40px }
#cover { position: absolute; inset: 0; background: rgb(255 255 255 / 70%) }`;

const body = `<h1>The seed shop</h1><p>${passage('start').lead}</p>
<p><label>Season <select id="season">${seasons.map((name) => `<option value="${name}">${name}</option>`).join('')}</select></label></p>
<p id="season-panel">${passage('season spring').text}</p>
<p>${sizes
  .map(
    (name, index) =>
      `<label><input type="radio" name="size" value="${name}"${index === 0 ? ' checked' : ''}> ${name}</label>`,
  )
  .join(' ')}</p>
<p id="size-panel">${passage('size small').text}</p>
<p><label><input type="checkbox" id="gift"> It is a gift</label> <label><input type="checkbox"> Keep me posted</label></p>
<p id="gift-panel"></p>
<p>${fields.map((name) => `<label>Your ${name} <input type="text" name="${name}"></label>`).join(' ')}</p>
<p id="hint"></p>
<section id="carousel" tabindex="0" role="region" aria-roledescription="carousel" aria-label="Beds of the garden">
<p id="slide">${passage('slide 1').text}</p></section>
<p>${[12, 7, 31].map((likes) => `<button class="like" data-likes="${likes}" aria-pressed="false">♥ ${likes}</button>`).join(' ')}
<button id="colour">Light or dark</button></p>
<p><button id="disabled" disabled>Sold out</button> <button id="invisible" style="display: none">From the cellar</button></p>
<p id="outcome"></p>
<div id="place"><button id="covered">From the shed</button><div id="cover"></div></div><p id="shed"></p>`;

/** Controls of forms, keys, and buttons that can or cannot be clicked. */
export const controls: App = {
  name: 'controls',
  frameworks: 'plain listeners',
  summary:
    'select, radios, check boxes, hints on focus, a carousel moved by keys, likes, disabled, invisible and covered buttons',
  parts: [
    passagePart('start', 'url'),
    ...seasons.slice(1).map((name) => passagePart(`season ${name}`)),
    ...sizes.slice(1).map((name) => passagePart(`size ${name}`)),
    passagePart('gift'),
    ...fields.map((name) => passagePart(`hint ${name}`)),
    ...[2, 3, 4, 5].map((slide) => passagePart(`slide ${slide}`)),
    passagePart('invisible button'),
    passagePart('covered button'),
  ],
  scripts: { '/shop.js': fileURLToPath(new URL('./page.ts', import.meta.url)) },
  answer: ({ path }) =>
    path === '/' ? shell({ title: 'The seed shop', script: '/shop.js', body, css }) : null,
};
