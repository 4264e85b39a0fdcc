import { fileURLToPath } from 'node:url';
import { html } from '../../../test/sites/answer.ts';
import { type App, shell } from '../app.ts';
import { passage, passagePart } from '../passages.ts';

const tabs = ['notices', 'meetings', 'repairs', 'lost and found'];
const batches = 5;
const perBatch = 4;

/** A batch of messages; the first message of a batch tells it from the others. */
function messages(batch: number): string {
  const names = Array.from({ length: perBatch }, (_, index) =>
    index === 0 ? `batch ${batch}` : `batch ${batch}, message ${index + 1}`,
  );
  const button = `<li class="more"><button hx-get="/messages?batch=${batch + 1}" hx-target="closest .more" hx-swap="outerHTML">Load more</button></li>`;
  const list = names.map((name) => `<li>${passage(name, 60).text}</li>`).join('');
  return batch < batches ? list + button : list;
}

const start = () =>
  shell({
    title: 'Village board',
    script: '/board.js',
    body: `<h1>Village board</h1><p>${passage('start').lead}</p>
<nav>${tabs
      .map((name, index) => `<button hx-get="/tab/${index}" hx-target="#panel">${name}</button>`)
      .join(' ')}</nav>
<section id="panel"><p>${passage(tabs[0] as string).text}</p></section>
<h2>Messages</h2><ul id="messages">${messages(1)}</ul>
<p>Kept by <b hx-get="/card/ada" hx-trigger="mouseenter once" hx-target="#card">Ada</b> and
<b hx-get="/card/tomas" hx-trigger="mouseenter" hx-target="#card">Tomas</b>.</p>
<aside id="card"></aside>
<button hx-post="/subscribe" hx-target="#subscribed">Write my name on the list</button><p id="subscribed"></p>`,
  });

/** A board whose every request is an attribute; one button would change the site. */
export const htmxBoard: App = {
  name: 'htmx-board',
  frameworks: 'htmx 4',
  summary: 'hx-get tabs, load more until there is no more, cards on mouseenter, a POST that must not be sent',
  parts: [
    passagePart('start', 'url'),
    ...tabs.slice(1).map((name) => passagePart(name)),
    ...Array.from({ length: batches - 1 }, (_, index) => passagePart(`batch ${index + 2}`)),
    passagePart('card of ada'),
    passagePart('card of tomas'),
  ],
  scripts: { '/board.js': fileURLToPath(new URL('./page.ts', import.meta.url)) },
  answer({ method, path, query }) {
    if (method === 'POST') return html('Your name is on the list.');
    if (path === '/') return start();
    if (path === '/messages') return html(messages(Number(query.get('batch'))));
    const [, kind, name = ''] = path.split('/');
    if (kind === 'card') return html(`<p>${passage(`card of ${name}`).text}</p>`);
    if (kind === 'tab') return html(`<p>${passage(tabs[Number(name)] ?? '').text}</p>`);
    return null;
  },
};
