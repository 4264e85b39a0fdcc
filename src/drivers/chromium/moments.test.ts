import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { serve, type TestServer } from '../../crawl/gather/fixture.ts';
import { visibleText } from '../../dom/text.ts';
import type { Capture, Outcome, Tab } from '../../model/index.ts';
import { captured, element, orderOf, scripted, startDriver, type TestDriver } from './fixture.ts';

const note = `function note(text, ms, more = '') {
  const box = document.createElement('p'); box.className = 'note'; box.innerHTML = text + more;
  notes.append(box); setTimeout(() => box.remove(), ms);
}`;

/** Pages that show something for a while, each with what a person would have read. */
const pages: Readonly<Record<string, string>> = {
  '/toast': `<h1>Shop</h1><button onclick="save()">Save</button> <button onclick="nothing()">Nothing</button><div id="notes"></div>
    <script>${note} function save() { note('Your order was saved', 3000); } function nothing() {}</script>`,
  '/both': `<h1>Shop</h1><button onclick="add()">Add</button><ul id="list"></ul><div id="notes"></div>
    <script>${note} function add() { const li = document.createElement('li'); li.textContent = 'Kettle'; list.append(li); note('One thing was added', 3000); }</script>`,
  '/copy': `<h1>Code</h1><button id="b" onclick="copy()">Copy</button>
    <script>function copy() { b.textContent = 'Copied to the clipboard'; setTimeout(() => { b.textContent = 'Copy'; }, 1500); }</script>`,
  '/fold': `<h1>Fold</h1><style>.off { display: none }</style><div id="t" class="off">It was sent</div><button onclick="send()">Send</button>
    <script>function send() { t.className = ''; setTimeout(() => { t.className = 'off'; }, 4000); }</script>`,
  '/wait': `<h1>Wait</h1><button onclick="ask()">Ask</button><main>Nothing yet</main>
    <script>function ask() { const m = document.querySelector('main'); m.textContent = 'Getting the list'; setTimeout(() => { m.textContent = 'Heron and ibis'; }, 2000); }</script>`,
  '/busy': `<h1>Busy</h1><div class="page-loader">Brewing</div><div aria-busy="true"><b>Pouring</b></div><p>Fetching rows…</p>
    <script>setTimeout(() => { document.querySelectorAll('div, p').forEach((each) => each.remove()); }, 2500);</script>`,
  '/slides': `<h1>Birds</h1><figure>All about the heron</figure>
    <script>const all = ['heron', 'ibis', 'jay', 'kite']; let at = 0;
      const next = () => { at = (at + 1) % 4; document.querySelector('figure').textContent = 'All about the ' + all[at]; setTimeout(next, 3000); };
      setTimeout(next, 3000);</script><button onclick="nothing()">Nothing</button><script>function nothing() {}</script>`,
  '/fades': `<h1>Shop</h1><button onclick="save()">Save</button><div id="notes"></div><script>function save() {
      const box = document.createElement('p'); box.id = 'faded'; box.textContent = 'It was put away'; box.style.opacity = 0; notes.append(box);
      box.animate([{ opacity: 0 }, { opacity: 1 }], 200).onfinish = () => { box.style.opacity = 1; }; setTimeout(() => box.remove(), 3000); }</script>`,
  '/slow': `<h1>Voices</h1><blockquote>Said by the heron</blockquote>
    <script>const all = ['heron', 'ibis', 'jay', 'kite', 'lark']; let at = 0;
      setInterval(() => { at = (at + 1) % 5; document.querySelector('blockquote').textContent = 'Said by the ' + all[at]; }, 10000);</script>
    <p id="n">0 turns</p><script>let n = 0; setInterval(() => { document.getElementById('n').textContent = ++n + ' turns'; }, 10000);</script>`,
  '/count': `<h1>Count</h1><p>0 seconds</p><script>let s = 0; setInterval(() => { document.querySelector('p').textContent = ++s + ' seconds'; }, 2500);</script>`,
};

describe('what a page shows for a while', () => {
  let site: TestServer;
  let driver: TestDriver;
  let tab: Tab;
  let origin = '';
  before(async () => {
    site = await serve((path, response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pages[path]),
    );
    origin = `http://127.0.0.1:${site.port}`;
    driver = await startDriver(origin);
    tab = await driver.tab();
  });
  after(async () => {
    await driver.close();
    await site.close();
  });

  const said = ({ document }: Capture) => visibleText(document).replaceAll('\n', ' | ');
  const open = (path: string) => tab.open(origin + path);
  const fire = async (page: Capture, call: string): Promise<Outcome> =>
    tab.fire(orderOf(scripted(page, call)), new Set([page.fingerprint]));

  test('and hides again is part of what the event has shown, and the page rests as it was', async () => {
    const page = await open('/toast');
    const outcome = await fire(page, 'save()');
    const shown = captured(outcome);
    assert.match(said(shown), /Your order was saved/);
    assert.equal('rests' in outcome && outcome.rests, page.fingerprint);
    assert.match(shown.change?.path ?? '', /DIV\[1\]$/);
    // It is not there any more for the next event.
    const next = await fire(page, 'nothing()');
    assert.equal(next.kind, 'known');
    assert.ok(!('change' in next));
    // The same message once more is the same state.
    assert.equal(captured(await fire(page, 'save()')).fingerprint, shown.fingerprint);
  });

  test('stands beside what stays', async () => {
    const shown = captured(await fire(await open('/both'), 'add()'));
    assert.equal(said(shown), 'Shop | Add | Kettle | One thing was added');
  });

  test('is found where a button says it instead of its name, and where it is only folded away', async () => {
    assert.match(said(captured(await fire(await open('/copy'), 'copy()'))), /Copy.*Copied to the clipboard/s);
    assert.match(said(captured(await fire(await open('/fold'), 'send()'))), /It was sent/);
  });

  test('until something else comes in its place is no content', async () => {
    const page = await open('/wait');
    assert.equal(said(captured(await fire(page, 'ask()'))), 'Wait | Ask | Heron and ibis');
  });

  test('while it loads, and says so, is no content', async () => {
    assert.equal(said(await open('/busy')), 'Busy');
  });

  test('and changes in even steps is a show, of which each picture counts', async () => {
    const page = await open('/slides');
    for (const bird of ['heron', 'ibis', 'jay', 'kite']) assert.match(said(page), new RegExp(`the ${bird}`));
    assert.equal((await fire(page, 'nothing()')).kind, 'known');
  });

  test('and fades in is kept as it was read', async () => {
    const shown = captured(await fire(await open('/fades'), 'save()'));
    assert.equal(element(shown.document, 'faded').attrs?.style, 'opacity: 1;');
  });

  test('is waited for until it comes round, however slowly it changes', async () => {
    const voices = said(await open('/slow'));
    for (const name of ['heron', 'ibis', 'jay', 'kite', 'lark'])
      assert.equal(voices.split(`Said by the ${name}`).length, 2, voices);
    const turns = Number(/(\d+) turns/.exec(voices)?.[1]);
    // The last of the five comes with the fourth turn, or just before it is counted.
    assert.ok(turns >= 3 && turns <= 7, voices);
  });

  test('and counts is one text', async () => {
    assert.match(said(await open('/count')), /^Count \| \d seconds$/);
  });
});
