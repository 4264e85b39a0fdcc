import htmx from 'htmx.org';
import { named, names } from './words.ts';

const list = (page) =>
  `${names(600 + page * 4, 4)
    .map((name) => `<li>${name}</li>`)
    .join(
      '',
    )}${page < 4 ? `<li><button hx-get="/part/${page + 1}" hx-target="closest li" hx-swap="outerHTML">Load more</button></li>` : ''}`;

document.getElementById('root').innerHTML = `<h1>Contacts</h1>
<nav>${[0, 1, 2].map((at) => `<button hx-get="/tab/${at}" hx-target="#tab">Tab ${'ABC'[at]}</button>`).join('')}</nav>
<div id="tab">Tab of the ${named(620)}</div><ul>${list(0)}</ul>`;
window.htmx = htmx;
htmx.process(document.body);
