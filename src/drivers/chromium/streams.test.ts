import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type Socket, WebSocketServer } from 'ws';
import type { Capture, CrawlListener } from '../../model/index.ts';
import { captured, element, orderOf, scripted, startDriver, type TestDriver, textOf } from './fixture.ts';
import { patience } from './patience.ts';

const count = 10;

const pages: Readonly<Record<string, string>> = {
  '/messages': `new EventSource('/sse/open').onmessage = (event) => add(event.data);`,
  '/named': `new EventSource('/sse/named').addEventListener('news', (event) => add(event.data));`,
  '/socket': `new WebSocket(location.href.replace('http', 'ws')).onmessage = (event) => add(event.data);`,
  // A server that says every half second that it lives; who misses that for three seconds gives up.
  '/alive': `const socket = new WebSocket(location.href.replace('http', 'ws')); let watch;
    socket.onmessage = ({ data }) => { if (data !== '2') return add(data); clearTimeout(watch);
      socket.send('3'); watch = setTimeout(() => add('lost'), 3000); };
    setTimeout(() => add('virtual'), 5000);`,
  // A server that says at once that it has heard, and a while later what was asked for.
  '/asked': `const socket = new WebSocket(location.href.replace('http', 'ws'));
    socket.onmessage = ({ data }) => { if (data !== 'heard') add(data); };
    for (const word of ['one', 'two'])
      document.body.append(Object.assign(document.createElement('button'), { textContent: word, onclick: () => socket.send(word) }));`,
  '/body': `fetch('/sse/body').then(async ({ body }) => {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read())
      for (const word of part.value.match(/\\d+/g) ?? []) add(word);
  });`,
  '/poll': `(async () => { for (let last = 0; ; last++) add(await (await fetch('/news?last=' + last)).text()); })();`,
  '/endless/1': `new EventSource('/sse/endless').onmessage = (event) => add(event.data);`,
  '/endless/2': `new EventSource('/sse/endless').onmessage = (event) => add(event.data);`,
};

/** Sends numbers at intervals: ten of them, after which some end, or without an end. */
function sends(path: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sent = 0;
  const timer = setInterval(() => {
    sent++;
    response.write(`${path.endsWith('named') ? 'event: news\n' : ''}data: ${sent}\n\n`);
    if (sent < count || path.endsWith('endless')) return;
    clearInterval(timer);
    if (!path.endsWith('open')) response.end();
  }, 120);
  response.on('close', () => clearInterval(timer));
}

describe('what servers send bit by bit', () => {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/sse/')) return sends(path, response);
    if (path === '/news?last=0') return response.end('as it is');
    // Answered when there is news, which never comes.
    if (path.startsWith('/news')) return;
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><title>s</title><ol id="list"></ol><button onclick="add('mine')">add</button><script>
      function add(text) { list.append(Object.assign(document.createElement('li'), { textContent: text })); }
      ${pages[path] ?? ''}</script>`);
  });
  const sockets = new WebSocketServer({ server });
  const conversations: Readonly<Record<string, (socket: Socket) => void>> = {
    '/socket': (socket) => {
      let sent = 0;
      const timer = setInterval(() => {
        socket.send(String(++sent));
        if (sent === count) clearInterval(timer);
      }, 120);
    },
    '/alive': (socket) => {
      socket.send('hello');
      const timer = setInterval(() => socket.send('2'), 500);
      socket.on('close', () => clearInterval(timer));
    },
    '/asked': (socket) =>
      socket.on('message', (data) => {
        socket.send('heard');
        setTimeout(() => socket.send(`answer to ${data}`), 150);
      }),
  };
  sockets.on('connection', (socket, { url = '' }) => conversations[url]?.(socket));
  const told: string[] = [];
  const note: CrawlListener = (event) => {
    if (event.kind === 'note') told.push(event.text);
  };
  let origin = '';
  let driver: TestDriver;
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    driver = await startDriver(origin, {}, undefined, note);
  });
  after(async () => {
    await driver.close();
    sockets.close();
    server.closeAllConnections();
    server.close();
  });

  const items = ({ document }: Capture) => (element(document, 'list').kids ?? []).map(textOf);
  const all = Array.from({ length: count }, (_, at) => String(at + 1));

  // At once, in tabs of their own: they wait more than they work.
  describe('is read', { concurrency: true }, () => {
    for (const path of ['/messages', '/named', '/socket', '/body'])
      test(`until it rests: ${path}`, async () => {
        const own = await driver.tab();
        assert.deepEqual(items(await own.open(origin + path)), all);
        // Another time it is known how many come.
        const again = await own.open(origin + path);
        assert.deepEqual(items(again), all);
        const fired = captured(await own.fire(orderOf(scripted(again, 'add')), new Set()));
        assert.deepEqual(items(fired), [...all, 'mine']);
      });

    test('until nothing but signs of life come, and the wait for these takes real time', async () => {
      const own = await driver.tab();
      assert.deepEqual(items(await own.open(`${origin}/alive`)), ['hello', 'virtual']);
      const again = await own.open(`${origin}/alive`);
      assert.deepEqual(items(again), ['hello', 'virtual']);
      const fired = captured(await own.fire(orderOf(scripted(again, 'add')), new Set()));
      assert.deepEqual(items(fired), ['hello', 'virtual', 'mine']);
      assert.ok(!told.some((text) => /\/alive/.test(text)), told.join());
    });

    test('after a first word that only says that the server has heard', async () => {
      const own = await driver.tab();
      for (const word of ['one', 'two']) {
        const page = await own.open(`${origin}/asked`);
        const fired = captured(await own.fire(orderOf(scripted(page, word)), new Set()));
        assert.deepEqual(items(fired), [`answer to ${word}`]);
      }
    });

    test('for long once where it has no end, and that is told', async () => {
      const own = await startDriver(origin, {}, undefined, note);
      try {
        const tab = await own.tab();
        const first = items(await tab.open(`${origin}/endless/1`));
        assert.ok(first.length > 3 * count, `${first.length} of them`);
        const second = items(await tab.open(`${origin}/endless/2`));
        assert.ok(second.length < count, `${second.length} of them`);
      } finally {
        await own.close();
      }
      assert.equal(told.filter((text) => /\/sse\/endless went on sending/.test(text)).length, 1, told.join());
      assert.equal(told.filter((text) => /went on/.test(text)).length, 1, told.join());
    });
  });

  test('and what comes with news only is soon not waited for, while its first answer is', async () => {
    const before = patience.answer;
    patience.answer = 2500;
    const impatient = await startDriver(origin, {}, undefined, note);
    try {
      const visitor = await impatient.tab();
      const settled: string[] = [];
      // Twice on a quiet machine; a busy one may hide a silence.
      for (let visit = 0; visit < 6 && settled.at(-1) !== 'quiet'; visit++) {
        const seen = await visitor.open(`${origin}/poll`);
        assert.deepEqual(items(seen), ['as it is']);
        settled.push(seen.settled);
      }
      assert.deepEqual([settled[0], settled.at(-1)], ['budget', 'quiet']);
    } finally {
      patience.answer = before;
      await impatient.close();
    }
    assert.equal(told.filter((text) => /\/news gave no answer/.test(text)).length, 1, told.join());
  });
});
