import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { startServer, stopServer } from '../../test/servers.ts';
import { hostilePages } from './pages.ts';

/** A host of pages that mean harm, one of healthy pages, and a listener that nobody may reach. */
export interface HarmfulSite {
  readonly url: string;
  readonly healthy: string;
  /** Addresses of the hostile pages. */
  readonly pages: readonly string[];
  /** Connections to the listener. */
  readonly reached: () => number;
  /** Milliseconds from the first request for a healthy page to the last. */
  readonly span: () => number;
  close(): Promise<void>;
}

/** Starts the hosts on loopback. */
export async function startHarmful(
  healthyPages: number,
  wanted: (name: string) => boolean = () => true,
): Promise<HarmfulSite> {
  let reached = 0;
  const listener = createTcpServer((socket) => {
    reached++;
    socket.on('error', () => {});
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\naccess-control-allow-origin: *\r\n\r\nsecret');
  });
  const secret = `${await startServer(listener)}/secret`;
  const chosen = hostilePages(secret).filter(({ name }) => wanted(name));
  const pages = new Map(chosen.map((page) => [`/${page.name}`, page]));
  const hostile = createServer(({ url = '/' }, response) => {
    const page = pages.get(url.split('?')[0] ?? '');
    if (url.startsWith('/slow')) return;
    if (url === '/worker.js')
      return void response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(
          'onfetch = (e) => e.respondWith(new Response("<title>stolen</title>stolen", { headers: { "content-type": "text/html" } }))',
        );
    response.writeHead(page || url === '/' ? 200 : 404, { 'content-type': 'text/html', ...page?.headers });
    const links = [...pages.keys()].map((path) => `<li><a href="${path}">${path}</a>`).join('');
    response.end(
      page
        ? `<!doctype html><title>${page.name}</title><h1>${page.name}</h1>${page.body}`
        : `<title>all</title><ul>${links}</ul>`,
    );
  });
  const asked: number[] = [];
  const healthy = createServer(({ url = '/' }, response) => {
    const number = url === '/' ? 0 : Number(/^\/p\/(\d+)$/.exec(url)?.[1] ?? Number.NaN);
    if (number < healthyPages) asked.push(performance.now());
    response.writeHead(number < healthyPages ? 200 : 404, { 'content-type': 'text/html' });
    const links = [2 * number + 1, 2 * number + 2].filter((next) => next < healthyPages);
    response.end(
      `<!doctype html><title>Page ${number}</title><h1>Page ${number}</h1><p>Healthy words of page ${number}.</p>${links.map((next) => `<a href="/p/${next}">${next}</a>`).join(' ')}<p id=s></p><script>s.textContent = "shown by a script on ${number}"</script>`,
    );
  });
  const [url, well] = [`${await startServer(hostile)}/`, `${await startServer(healthy)}/`];
  return {
    url,
    healthy: well,
    pages: [...pages.keys()].map((path) => new URL(path, url).href),
    reached: () => reached,
    span: () => (asked.at(-1) ?? 0) - (asked[0] ?? 0),
    close: async () => {
      for (const server of [listener, hostile, healthy]) await stopServer(server);
    },
  };
}
