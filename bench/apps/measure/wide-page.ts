import { createServer } from 'node:http';
import { startServer, stopServer } from '../../../test/servers.ts';
import { chance, sentence } from '../../../test/sites/prose.ts';

/** Texts that one click on a button of the page changes; a button has its count as id, after a `c`. */
export const changeCounts = [0, 1, 10, 100, 1000] as const;

/** Elements and texts of a row: `li`, `b`, `span`, `a` and three texts. */
const nodesOfRow = 7;

/** A page of many nodes that is being served. */
export interface WidePage {
  readonly url: string;
  close(): Promise<void>;
}

/** HTML of a page of about so many nodes, elements and texts together. */
export function wideHtml(nodes: number): string {
  const random = chance(nodes);
  const rows = Array.from({ length: Math.round(nodes / nodesOfRow) }, (_, at) => {
    const [title, text] = [sentence(random), sentence(random)];
    return `<li class="row r${at % 7}"><b>${title}</b><span>${text}</span><a href="/item/${at}">Item ${at}</a></li>`;
  });
  const buttons = changeCounts.map((count) => `<button id="c${count}">Change ${count}</button>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A long list</title>
<link rel="icon" href="data:,"></head><body><p>${buttons.join('')}</p><ul>${rows.join('')}</ul><script>
const texts = [...document.querySelectorAll('li span')];
let round = 0;
for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => {
  round++;
  const count = Number(button.id.slice(1));
  // Spread over the list, as when every so many rows get a new price.
  for (let i = 0; i < count; i++)
    texts[Math.floor((i * texts.length) / count)].firstChild.nodeValue = 'Changed in round ' + round;
});
</script></body></html>`;
}

/** Serves a page of so many nodes. */
export async function serveWide(nodes: number): Promise<WidePage> {
  const page = wideHtml(nodes);
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(request.url === '/' ? page : '');
  });
  return {
    url: `${await startServer(server)}/`,
    close: async () => {
      await stopServer(server);
    },
  };
}
