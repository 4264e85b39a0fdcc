import { named, names } from '../pages/words.ts';
import type { Handler } from '../suite.ts';
import { pages } from './site.ts';

/** Messages of the stream. */
export const messages: readonly string[] = names(880, 10).map((name) => `Message of the ${name}`);

const streamPage = pages((path) =>
  path === '/'
    ? `<h1>Stream</h1><ul id="out"></ul><script>new EventSource('/events').onmessage=(event)=>{const item=document.createElement('li');item.textContent=event.data;document.getElementById('out').append(item)}</script>`
    : null,
);

/** A page that shows ten messages as the server sends them, one every 100 ms. */
export const stream: Handler = (request, response) => {
  if (request.url !== '/events') {
    streamPage(request, response);
    return;
  }
  // Who comes back after the last message is told to stay away: 204 ends an EventSource.
  const last = request.headers['last-event-id'];
  if (last !== undefined) {
    response.writeHead(204).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  let sent = 0;
  const timer = setInterval(() => {
    if (sent < messages.length) response.write(`id: ${sent}\ndata: ${messages[sent]}\n\n`);
    else response.end();
    sent += 1;
  }, 100);
  response.once('close', () => clearInterval(timer));
};

/** What stands beside the frame. */
export const besideFrame = `Text of the ${named(890)}`;

/** A frame whose server hangs up. */
export const brokenFrame: Handler = (request, response) => {
  if (request.url === '/frame') request.socket.destroy();
  else framePage(request, response);
};

const framePage = pages((path) =>
  path === '/' ? `<h1>Frame</h1><p>${besideFrame}</p><iframe src="/frame"></iframe>` : null,
);

const items = 12;

/** Names, reviews and further reviews of the items. */
export const reviewTexts: readonly string[] = Array.from({ length: items }, (_, at) => [
  `Item ${named(900 + at)}`,
  `Review of the ${named(920 + at)}`,
  `Second review of the ${named(940 + at)}`,
]).flat();

/** Twelve items with "Reviews" and behind it "More reviews". */
export const reviews = pages((path) => {
  const items12 = Array.from({ length: items }, (_, at) => at);
  if (path === '/')
    return `<h1>Shop</h1>${items12.map((at) => `<a href="/item/${at}">item ${at}</a> `).join('')}`;
  const item = /^\/item\/(\d+)$/.exec(path)?.[1];
  if (item !== undefined && Number(item) < items)
    return `<h1>${reviewTexts[Number(item) * 3]}</h1><button onclick="load('reviews')">Reviews</button><div id="out"></div>
<script>function load(kind){fetch('/'+kind+'/${item}').then(r=>r.text()).then(t=>{document.getElementById('out').innerHTML=t})}</script>`;
  const [, kind, of] = /^\/(reviews|more)\/(\d+)$/.exec(path) ?? [];
  if (of === undefined || Number(of) >= items) return null;
  const text = reviewTexts[Number(of) * 3 + (kind === 'more' ? 2 : 1)];
  const further = kind === 'more' ? '' : `<button onclick="load('more')">More reviews</button>`;
  return { type: 'text/html; charset=utf-8', body: `<p>${text}</p>${further}` };
});
