import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { WebSocketServer } from 'ws';
import { plainPng } from '../../../test/sites/png.ts';
import type { Capture, Tab } from '../../model/index.ts';
import { captured, element, startDriver, type TestDriver, textOf } from './fixture.ts';

/** What a click starts, and what the page says when it is through: `done` is for the script to call. */
const ways: Readonly<Record<string, string>> = {
  'a task with a delay': "scheduler.postTask(function () { done('delayed'); }, { delay: 3000 })",
  'a task that yields':
    "(async function () { for (var n = 0; n < 20; n++) await scheduler.yield(); done('yielded'); })()",
  microtasks:
    "(function go(n) { if (n === 0) done('many'); else queueMicrotask(function () { go(n - 1); }); })(500)",
  'a chain of timers':
    "(function go(n) { if (n === 0) done('chained'); else setTimeout(function () { go(n - 1); }, 300); })(12)",
  'a chain of everything':
    "requestAnimationFrame(function () { setTimeout(function () { requestIdleCallback(function () { Promise.resolve().then(function () { done('chain'); }); }); }, 900); })",
  'a worker that computes': `var url = URL.createObjectURL(new Blob(["onmessage = function (e) { var end = Date.now() + 120; while (Date.now() < end); postMessage('computed ' + e.data); }"]));
    var worker = new Worker(url); worker.onmessage = function (e) { done(e.data); }; worker.postMessage(7)`,
  'a worker that answers in parts': `var url = URL.createObjectURL(new Blob(["onmessage = function () { var n = 0; var id = setInterval(function () { postMessage(++n); if (n === 4) clearInterval(id); }, 15); }"]));
    var worker = new Worker(url); worker.onmessage = function (e) { done('part ' + e.data); }; worker.postMessage(0)`,
  'a slow worker that answers in parts': `var url = URL.createObjectURL(new Blob(["onmessage = function () { for (var end = Date.now() + 150; Date.now() < end; ); var n = 1; postMessage(n); var id = setInterval(function () { postMessage(++n); if (n === 4) clearInterval(id); }, 100); }"]));
    var worker = new Worker(url); worker.onmessage = function (e) { done('part ' + e.data); }; worker.postMessage(0)`,
  'a socket':
    "var socket = new WebSocket(SOCKET); socket.onopen = function () { socket.send('ping'); }; socket.onmessage = function (e) { done(e.data); }",
  'a socket that takes its time':
    "var socket = new WebSocket(SOCKET + '?slow'); socket.onopen = function () { socket.send('slow ping'); }; socket.onmessage = function (e) { done(e.data); }",
  'a broadcast':
    "var one = new BroadcastChannel('x'), other = new BroadcastChannel('x'); other.onmessage = function (e) { done(e.data); }; one.postMessage('heard')",
  'a message to the window':
    "addEventListener('message', function (e) { done(e.data); }); postMessage('posted', '*')",
  'a view transition':
    "document.startViewTransition(async function () { await fetch('/slow'); done('fresh view'); })",
  'what follows a view transition':
    "document.startViewTransition(function () {}).finished.then(function () { done('finished'); })",
  'a view transition that never ends':
    "document.startViewTransition(function () { done('never'); return new Promise(function () {}); }).finished.then(function () { done('ended'); })",
  'a view transition that fails':
    "document.startViewTransition({ update: function () { return Promise.reject(1); } }).updateCallbackDone.catch(function () { done('failed'); })",
  'an image that is decoded':
    "var image = new Image(); image.src = '/slow.png'; image.decode().then(function () { done('decoded'); })",
  'an image with a listener':
    "var image = new Image(); image.addEventListener('load', function () { done('loaded'); }); image.setAttribute('src', '/slow.png?2')",
  'an image with a handler':
    "var image = new Image(); image.onload = function () { done('loaded'); }; image.src = '/slow.png?3'",
  'an image that is missing':
    "var image = new Image(); image.onerror = function () { done('missing'); }; image.src = '/missing.png'",
  'a stream that is iterated':
    "fetch('/parts').then(async function (r) { var text = ''; for await (var part of r.body) text += new TextDecoder().decode(part); done(text); })",
  'a stream that is piped':
    "fetch('/parts').then(function (r) { var text = ''; return r.body.pipeTo(new WritableStream({ write: function (part) { text += new TextDecoder().decode(part); } })).then(function () { done(text); }); })",
  'a digest':
    "crypto.subtle.digest('SHA-256', new Uint8Array(4e6)).then(function (hash) { done('digest of ' + hash.byteLength); })",
  'a database': `var open = indexedDB.open('x', 1); open.onupgradeneeded = function () { open.result.createObjectStore('s'); };
    open.onsuccess = function () { var t = open.result.transaction('s', 'readwrite'); t.objectStore('s').put('kept', 1);
      t.oncomplete = function () { var get = open.result.transaction('s').objectStore('s').get(1); get.onsuccess = function () { done(get.result); }; }; }`,
  'a cache':
    "caches.open('x').then(function (c) { return c.put('/k', new Response('cached')).then(function () { return c.match('/k'); }); }).then(function (r) { return r.text(); }).then(done)",
  'a picture of a canvas':
    "var c = document.createElement('canvas'); c.width = c.height = 900; c.toBlob(function (b) { done(b.type); })",
  'a font': "new FontFace('x', 'url(/missing.woff2)').load().catch(function () { done('no font'); })",
  'fonts that are ready': "document.fonts.ready.then(function () { done('ready'); })",
  'a module': "import('/module.js').then(function (m) { done(m.word); })",
  'a module that is at hand': "import('/near.js').then(function (m) { done(m.word); })",
  'a transition that ends':
    "box.ontransitionend = function () { done('ended'); }; getComputedStyle(box).width; box.style.width = '300px'",
  'a transition of a dialog':
    "dialog.addEventListener('transitionend', function () { done('shown'); }); dialog.showModal()",
  'a popover that opens':
    "pop.addEventListener('toggle', function () { done('popped'); }); pop.showPopover()",
  'details that open': "more.addEventListener('toggle', function () { done('unfolded'); }); more.open = true",
  'an animation that finishes':
    "box.animate([{ opacity: 0 }, { opacity: 1 }], 3000).finished.then(function () { done('animated'); })",
  'an element that comes into view':
    "new IntersectionObserver(function (e) { if (e[0].isIntersecting) done('seen'); }).observe(box)",
  'an element that is moved into view': `var far = document.createElement('p'); far.style.marginTop = '3000px'; document.body.append(far);
    new IntersectionObserver(function (e) { if (e[0].isIntersecting) done('moved'); else far.style.marginTop = '0'; }).observe(far)`,
  'an element that grows': `var n = 0; new ResizeObserver(function () { if (++n < 4) box.style.height = 20 + n + 'px'; else done('grown'); }).observe(box)`,
};

const page = (script: string) => `<!doctype html><title>x</title><style>
  #box { width: 20px; height: 20px; transition: width 400ms } #dialog { opacity: 0; transition: opacity 2s } #dialog[open] { opacity: 1 }
  @starting-style { #dialog[open] { opacity: 0 } }</style><body><p id="out">nothing</p><button onclick="go()">go</button><div id="box"></div>
<dialog id="dialog">d</dialog><div id="pop" popover>p</div><details id="more"><summary>m</summary>x</details>
<script>function done(text) { out.textContent = text; } function go() { ${script} }</script>`;

const feed = `<!doctype html><title>feed</title><body><p id="out">0</p><button onclick="mark()">mark</button><p id="mark"></p>
<script>var socket = new WebSocket(SOCKET); socket.onopen = function () { socket.send('feed'); }; socket.onmessage = function (e) { out.textContent = e.data; };
function mark() { document.getElementById('mark').textContent = 'marked'; }</script>`;

const expected: Readonly<Record<string, string>> = {
  'a task with a delay': 'delayed',
  'a view transition that never ends': 'never',
  'a view transition that fails': 'failed',
  'what follows a view transition': 'finished',
  'a worker that computes': 'computed 7',
  'a worker that answers in parts': 'part 4',
  'a slow worker that answers in parts': 'part 4',
  'a socket': 'pong',
  'a socket that takes its time': 'pong',
  'a stream that is iterated': 'one two three',
  'a stream that is piped': 'one two three',
  'a digest': 'digest of 32',
  'a database': 'kept',
  'a cache': 'cached',
  'a picture of a canvas': 'image/png',
  'a module': 'imported',
  'a module that is at hand': 'imported at once',
};

/** Answers slowly, in parts, or by sockets. */
async function startServer(): Promise<{
  server: Server;
  origin: string;
  /** Ends what goes on. */
  hush(): void;
  close(): Promise<void>;
}> {
  const names = Object.keys(ways);
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const socket = JSON.stringify(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const html = (text: string) => {
      response.setHeader('content-type', 'text/html');
      response.end(text.replaceAll('SOCKET', socket));
    };
    const way = /^\/way\/(\d+)/.exec(path)?.[1];
    if (way !== undefined) html(page(ways[names[Number(way)] ?? ''] ?? ''));
    else if (path === '/feed') html(feed);
    else if (path.startsWith('/slow.png')) {
      response.setHeader('content-type', 'image/png');
      setTimeout(() => response.end(plainPng(4, 4, [1, 2, 3])), 80);
    } else if (path === '/slow') setTimeout(() => response.end('slow'), 80);
    else if (path === '/module.js') {
      response.setHeader('content-type', 'text/javascript');
      setTimeout(
        () => response.end("await new Promise((r) => setTimeout(r, 500)); export const word = 'imported';"),
        60,
      );
    } else if (path === '/near.js') {
      response.setHeader('content-type', 'text/javascript');
      response.end(`/*${' '.repeat(500_000)}*/ export const word = 'imported at once';`);
    } else if (path === '/parts') {
      response.write('one ');
      setTimeout(() => response.write('two '), 40);
      setTimeout(() => response.end('three'), 80);
    } else {
      response.statusCode = path === '/' ? 200 : 404;
      html('<!doctype html><title>start</title>');
    }
  });
  const timers = new Set<NodeJS.Timeout>();
  const sockets = new WebSocketServer({
    server,
    path: '/',
    verifyClient: ({ req }, answer) => setTimeout(() => answer(true), req.url === '/?slow' ? 200 : 0),
  });
  sockets.on('connection', (socket) => {
    socket.on('message', (said: unknown) => {
      if (String(said) === 'ping') setTimeout(() => socket.send('pong'), 60);
      if (String(said) === 'slow ping') setTimeout(() => socket.send('pong'), 500);
      let count = 0;
      if (String(said) === 'feed') timers.add(setInterval(() => socket.send(String(++count)), 20));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const hush = () => {
    for (const timer of timers) clearInterval(timer);
  };
  const close = async () => {
    hush();
    sockets.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { server, origin, hush, close };
}

describe('a page has settled only after', () => {
  let site: Awaited<ReturnType<typeof startServer>>;
  let driver: TestDriver;
  let tab: Tab;
  before(async () => {
    site = await startServer();
    driver = await startDriver(`${site.origin}/`);
    tab = await driver.tab();
  });
  after(async () => {
    await driver.close();
    await site.close();
  });

  const said = ({ document }: Capture) => textOf(element(document, 'out'));

  async function fire(capture: Capture, word: string): Promise<Capture> {
    const found = capture.candidates.find(({ text, event }) => text === word && event === 'click');
    assert.ok(found, `there is ${word}`);
    return captured(await tab.fire({ id: null, xpath: found.xpath, event: 'click' }, new Set()));
  }

  for (const [at, name] of Object.keys(ways).entries()) {
    test(name, async () => {
      const fired = await fire(await tab.open(`${site.origin}/way/${at}`), 'go');
      if (expected[name] === undefined) assert.notEqual(said(fired), 'nothing');
      else assert.equal(said(fired), expected[name]);
      assert.equal(fired.settled, 'quiet');
      assert.ok(fired.timing && fired.timing.took >= 0 && fired.timing.lag >= 0);
    });
  }

  test('and stands still then: a socket that goes on is heard with the next event, not as its effect', async () => {
    const opened = await tab.open(`${site.origin}/feed`);
    const count = Number(said(opened));
    assert.ok(count > 0);
    // Another page is driven meanwhile: real time passes, in which the socket goes on.
    const other = await driver.tab();
    for (let visit = 0; visit < 3; visit++) {
      // What comes during the event itself could not be told from its effects.
      if (visit === 2) site.hush();
      await other.open(`${site.origin}/way/0`);
    }
    await other.close();
    assert.deepEqual(await tab.printsAt(['/HTML/BODY[1]']), await tab.printsAt(['/HTML/BODY[1]']));
    const marked = await fire(opened, 'mark');
    assert.ok(Number(said(marked)) > count, 'what came meanwhile was not lost');
    assert.equal(textOf(element(marked.document, 'mark')), 'marked');
    assert.equal(marked.change?.path, '/HTML/BODY[1]/P[2]');
  });
});
