import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { html, routes } from '../../../test/sites/answer.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import { documentPrints } from '../../dom/canonical.ts';
import { changeBetween } from '../../dom/change.ts';
import { printAt } from '../../dom/print-at.ts';
import type { Capture, ElementNode, Tab } from '../../model/index.ts';
import { captured, element, elements, startDriver, type TestDriver, textOf } from './fixture.ts';

/** A page that changes itself in any way that scripts can, by chance from a seed. */
/** Lets a page have everything captured anew, however little changed. */
const probe = 'globalThis.forgetAll = () => { forgetKept(); marking.small = 0; };';

const restless = `<!doctype html><title>restless</title><style>
  .hide, li:nth-child(n+7) { display: none } ul:empty + p { display: none }
  .on ~ .panel { display: none } #box:checked ~ .panel { display: none } #text:focus ~ .panel { display: none }
  [data-x="1"] b { display: none } x-late:not(:defined) { display: none } section:target { display: none }
</style>
<body><button id="step" onclick="step()">step</button><button id="careful" onclick="forgetAll()">careful</button>
<button id="anew" onclick="anew = true">anew</button>
<input type="checkbox" id="box"><input id="text"><div class="panel">A panel <i>inside</i></div>
<div id="place"></div><iframe id="frame" srcdoc="<p>In a frame <b>bold</b></p>"></iframe>
<template id="inert"><p>In a template</p></template><canvas id="canvas" width="4" height="4"></canvas>
<details id="more"><summary>More</summary><p>Unfolded</p></details><div id="pop" popover>A popover</div>
<script>
  var seed = SEED; function chance(n) { seed = (seed * 48271) % 2147483647; return seed % n; }
  var anew = false;
  var names = ['div', 'p', 'span', 'ul', 'li', 'section', 'b', 'x-late', 'a', 'select', 'textarea', 'div', 'p', 'section', 'li', 'li'];
  function pick(list) { return list[chance(list.length)]; }
  function all() { return [place].concat(Array.from(place.querySelectorAll('*'))); }
  function some() { var node = pick(all().filter(function (n) { return !/select|option|textarea/.test(n.localName); })); return node.shadowRoot && chance(2) ? node.shadowRoot : node; }
  var parked = [];
  function make(depth) {
    var node = document.createElement(pick(names));
    if (chance(3) === 0) node.id = 'n' + chance(50);
    if (chance(3) === 0) node.className = pick(['on', 'hide', 'panel', 'x']);
    if (node.localName === 'a') node.href = '/to/' + chance(9);
    if (node.localName === 'textarea') return node;
    if (node.localName === 'select') { node.innerHTML = '<option>1<option>2'; return node; }
    for (var left = chance(5); left > 0; left--) node.append(depth > 0 && chance(2) ? make(depth - 1) : 'text ' + chance(9));
    return node;
  }
  var ways = [
    function () { some().append(make(2)); },
    function () { some().prepend(make(2)); },
    function () { var n = some(); if (n !== place && n.remove) n.remove(); },
    function () { var n = some(); if (n !== place && n.remove) { n.remove(); parked.push(n); } },
    function () { var n = parked.pop(); if (n) { n.className = 'back' + chance(3); n.append('while away'); some().append(n); } },
    function () { var n = some(), to = some(); if (n !== place && n.nodeType === 1 && !n.contains(to)) to.append(n); },
    function () { some().append('more text ' + chance(9)); },
    function () { var t = some().firstChild; if (t && t.nodeType === 3) t.data = 'changed ' + chance(99); },
    function () { var t = some().firstChild; if (t && t.nodeType === 3 && t.data.length > 2) t.splitText(2); },
    function () { some().append(document.createComment('c')); },
    function () { var n = some(); if (n.classList) n.classList.toggle(pick(['on', 'hide', 'panel'])); },
    function () { var n = some(); if (n.setAttribute) n.setAttribute(pick(['data-x', 'title', 'href', 'hidden']), String(chance(2))); },
    function () { var n = some(); if (n.removeAttribute) n.removeAttribute(pick(['data-x', 'title', 'hidden', 'style', 'class'])); },
    function () { var n = some(); if (n.style) n.style.display = pick(['none', '', 'contents', 'block']); },
    function () { box.checked = !box.checked; },
    function () { text.value = 'typed ' + chance(9); },
    function () { var s = pick(Array.from(place.querySelectorAll('select,textarea')).concat(null)); if (!s) return; if (s.options) s.selectedIndex = chance(2); else s.value = 'v' + chance(5); },
    function () { if (chance(2)) text.focus(); else text.blur(); },
    function () { var sheet = document.styleSheets[0]; sheet.insertRule('.x' + (chance(2) ? ' b' : '') + ' { display: ' + pick(['none', 'block']) + ' }', sheet.cssRules.length); },
    function () { var sheet = document.styleSheets[0]; if (sheet.cssRules.length > 8) sheet.deleteRule(8); },
    function () { document.styleSheets[0].disabled = chance(4) === 0; },
    function () { var style = document.createElement('style'); style.textContent = pick(['p { display: none }', 'p { display: block }', SEED === 3 ? 'div:has(> a) + div { display: none }' : '']); document.head.append(style); if (document.head.querySelectorAll('style').length > 3) document.head.querySelectorAll('style')[1].remove(); },
    function () { var n = pick(all().filter(function (n) { return /^(div|p|span|section)$/.test(n.localName) && !n.shadowRoot; })); if (n) n.attachShadow({ mode: chance(3) ? 'open' : 'closed' }).append(make(1)); },
    function () { var hosts = all().filter(function (n) { return n.shadowRoot; }); if (hosts.length) pick(hosts).shadowRoot.append(make(1)); },
    function () { var body = frame.contentDocument.body; if (chance(2)) body.append(make(1)); else if (body.lastElementChild) body.lastElementChild.remove(); },
    function () { var b = frame.contentDocument.querySelector('b'); if (b) b.style.display = pick(['none', '']); },
    function () { if (chance(4) === 0) frame.srcdoc = '<p>Another frame ' + chance(9) + '</p>'; },
    function () { inert.content.append(make(1)); if (inert.content.children.length > 3) inert.content.firstElementChild.remove(); },
    function () { var c = canvas.getContext('2d'); c.fillStyle = pick(['red', 'blue']); c.fillRect(chance(4), chance(4), 1, 1); },
    function () { document.title = 'Title ' + chance(9); },
    function () { more.open = !more.open; },
    function () { pop.togglePopover(); },
    function () { var n = some(); if (n.addEventListener) n.addEventListener(pick(['click', 'mouseover']), function () { }); },
    function () { some().addEventListener('click', function (e) { if (e.target.closest('li')) return 1; }); },
    function () { var n = some(); if (n.nodeType === 1) n.onclick = chance(2) ? function () { } : null; },
    function () { var n = some(); if (n !== place) n.innerHTML = pick(['<b>made</b> of <a href="/x">text</a>', '', '<ul><li>1<li>2<li>3<li>4<li>5<li>6<li>7<li>8</ul>']); },
    function () { location.hash = pick(['', 'n1', 'n2', 'n3', 'n4']); },
    function () { if (!customElements.get('x-late') && chance(6) === 0) customElements.define('x-late', class extends HTMLElement { }); },
    function () { var sheet = new CSSStyleSheet(); sheet.replaceSync(pick(['i { display: none }', 'i { display: inline }'])); document.adoptedStyleSheets = [sheet]; },
    function () { while (all().length > 90) pick(Array.from(place.children)).remove(); },
  ];
  for (var first = 0; first < 6; first++) place.append(make(3));
  function step() { if (anew) forgetAll(); for (var left = 1 + chance(3); left > 0; left--) { try { pick(ways)(); } catch (e) { if (!(e instanceof DOMException)) document.title = 'broken: ' + e; } } }
</script>`;

const large = `<!doctype html><title>large</title><body><p id="count">0</p><button onclick="one()">one</button>
<button onclick="nothing()">nothing</button><ul id="list"></ul><script>
  for (var at = 0; at < 2500; at++) { var li = document.createElement('li'); li.innerHTML = '<b>Item ' + at + '</b> <i>with</i> <u>parts</u>'; list.append(li); }
  var n = 0; function one() { count.textContent = String(++n); } function nothing() { }
</script>`;

/** Ways in which one change shows or hides an element elsewhere: rule, elements, what the script does. */
const remote: readonly (readonly [name: string, rule: string, elements: string, change: string])[] = [
  [
    'around',
    '.shut .it { display: none }',
    '<div id="a"><p><b class="it">x</b></p></div>',
    'a.className = "shut"',
  ],
  [
    'behind',
    '.on ~ p .it { display: none }',
    '<i id="a"></i><hr><p><b class="it">x</b></p>',
    'a.className = "on"',
  ],
  [
    'beside',
    '.it:nth-child(n+2) { display: none }',
    '<div id="a"><b class="it">x</b></div>',
    'a.prepend(document.createElement("i"))',
  ],
  [
    'emptied',
    'ul:empty + .it { display: none }',
    '<ul id="a"><li></li></ul><b class="it">x</b>',
    'a.replaceChildren()',
  ],
  [
    'inside',
    'div:has(.y) .it { display: none }',
    '<div><b class="it">x</b><p><i id="a"></i></p></div>',
    'a.className = "y"',
  ],
  [
    'checked',
    '#a:checked ~ .it { display: none }',
    '<input type="checkbox" id="a"><b class="it">x</b>',
    'a.checked = true',
  ],
  ['focused', '#a:focus ~ .it { display: none }', '<input id="a"><b class="it">x</b>', 'a.focus()'],
  [
    'focused within',
    '#a:focus-within .it { display: none }',
    '<div id="a"><p><input id="f"></p><p><b class="it">x</b></p></div>',
    'f.focus()',
  ],
  [
    'focused in a shadow',
    'i { color: red }',
    '<div id="a"><template shadowrootmode="open"><style>:host(:focus-within) b { display: none }</style><b>x</b><slot></slot></template><input id="f"></div>',
    'f.focus()',
  ],
  [
    'left behind',
    '#a ~ p .it { display: none }',
    '<div><i id="a"></i><p><b class="it">x</b></p></div>',
    'a.remove()',
  ],
  [
    'counted',
    'p:nth-child(2) .it { display: none }',
    '<div><i id="a"></i><p><b class="it">x</b></p></div>',
    'a.remove()',
  ],
  [
    'stated',
    'x-in:state(shut) .it { display: none }',
    '<script>customElements.define("x-in", class extends HTMLElement { of = this.attachInternals(); });</script><x-in id="a"><p><b class="it">x</b></p></x-in>',
    'a.of.states.add("shut")',
  ],
  [
    'scrolled aside',
    '#a { display: flex; width: 90px; overflow: hidden } #a b { flex: 0 0 45px } #a b:last-child { flex-basis: 90px }',
    '<div id="a"><b>x</b><b>y</b><b>z</b></div>',
    'a.scrollLeft = 90',
  ],
  [
    'targeted',
    '#a:target .it { display: none }',
    '<div id="a"><b class="it">x</b></div>',
    'location.hash = "a"',
  ],
  [
    'ruled',
    'i { color: red }',
    '<b class="it">x</b>',
    'document.styleSheets[0].insertRule(".it { display: none }")',
  ],
  [
    'disabled',
    '.it { display: inline !important }',
    '<b class="it" style="display: none">x</b>',
    'document.styleSheets[0].disabled = true',
  ],
  [
    'adopted',
    'i { color: red }',
    '<b class="it">x</b>',
    'var s = new CSSStyleSheet(); s.replaceSync(".it { display: none }"); document.adoptedStyleSheets = [s]',
  ],
  [
    'hosted',
    'i { color: red }',
    '<div id="a"><b class="it">x</b></div>',
    'a.attachShadow({ mode: "closed" }).append("no place for it")',
  ],
  ['popped', 'i { color: red }', '<div popover id="a"><b>x</b></div>', 'a.showPopover()'],
  [
    'defined',
    'x-it:not(:defined) { display: none }',
    '<x-it>x</x-it>',
    'customElements.define("x-it", class extends HTMLElement {})',
  ],
  ['uncovered', '.it { visibility: hidden }', '<p id="a" class="it"><b>x</b></p>', 'a.className = ""'],
  [
    'uncovered inside',
    '.it { visibility: hidden } .in { visibility: visible }',
    '<p class="it"><b id="a">x</b></p>',
    'a.className = "in"',
  ],
  [
    'layered',
    '.it { position: absolute; opacity: 0 } .it.on { opacity: 1 }',
    '<div id="a" class="it"><b>x</b></div><p style="opacity: 0">y</p>',
    'a.className = "it on"',
  ],
  [
    'unfolded',
    '.it { max-height: 0; overflow: hidden }',
    '<div id="a" class="it"><b>x</b></div>',
    'a.className = ""',
  ],
  [
    'narrowed',
    '#a { position: fixed; width: 99px; overflow-x: hidden }',
    '<div id="a"><b>x</b></div>',
    'a.style.width = 0',
  ],
  [
    'faded',
    '.it { transition: display 1s allow-discrete } .go .it { display: none }',
    '<div id="a"><b class="it">x</b></div>',
    'a.className = "go"',
  ],
];

const binding = `<!doctype html><title>binding</title><body>
  <button onclick="forgetAll()">careful</button>
  <button onclick="bind()">bind</button><button onclick="1">nothing</button><button onclick="count.textContent = 'x'">one</button>
  <p id="count"></p><div id="list"><ul><li>1</li><li>2</li><li>3</li></ul></div>
  <script>function bind() { list.addEventListener('click', function (e) { var item = e.target.closest('li'); if (item) count.textContent = item.textContent; }); }</script>`;

const written = `<!doctype html><title>written</title><body><button onclick="forgetAll()">careful</button>
  <button onclick="rewrite()">rewrite</button><button onclick="1">nothing</button><div id="root"><p><i id="it">it</i></p></div><script>
  root.__reactContainer$x = {}; root.addEventListener('click', function (e) { e.target.__reactProps$x.onClick(e); });
  it.__reactProps$x = {}; function rewrite() { it.__reactProps$x = { onClick: function () { it.textContent = 'done'; } }; }</script>`;

function remotePage(at: number): string {
  const [, rule, inside, change] = remote[at] ?? ['', '', '', ''];
  return `<!doctype html><title>remote</title><style>${rule}</style><body>
  <button onclick="forgetAll()">careful</button>
  <button onclick="change()">change</button><button onclick="1">nothing</button>${inside}<script>function change() { ${change} }</script>`;
}

describe('captures of one document after another', () => {
  let site: RunningSite;
  let driver: TestDriver;
  let tab: Tab;
  before(async () => {
    site = await startSite({
      name: 'restless',
      start: '/',
      respond: routes({
        '/': () => html(''),
        '/restless/:seed': (_, [seed]) => html(restless.replaceAll('SEED', seed ?? '')),
        '/binding': () => html(binding),
        '/written': () => html(written),
        '/large': () => html(large),
        '/remote/:at': (_, [at]) => html(remotePage(Number(at))),
      }),
    });
    driver = await startDriver(site.url, {}, undefined, undefined, probe);
    tab = await driver.tab();
  });
  after(async () => {
    await driver.close();
    await site.close();
  });

  async function fire(capture: Capture, text: string, by = tab): Promise<Capture> {
    const { id, xpath, event } = capture.candidates.find((each) => each.text === text) ?? {};
    assert.ok(xpath && event && id !== undefined, `there is a button ${text}`);
    return captured(await by.fire({ id, xpath, event }, new Set()));
  }

  const seen = ({ candidates }: Capture) =>
    candidates.map(({ xpath, event, text, hidden, href }) => ({ xpath, event, text, hidden, href }));

  for (const seed of [1, 2, 3]) {
    test(`are what captures made anew are, whatever scripts do (${seed})`, async () => {
      const other = await driver.tab();
      const url = `${site.url}restless/${seed}`;
      let shown = await fire(await tab.open(url), 'careful');
      let anew = await fire(await other.open(url), 'anew', other);
      for (let round = 0; round < 150; round++) {
        const before = shown;
        shown = await fire(shown, 'step');
        anew = await fire(anew, 'step', other);
        assert.doesNotMatch(shown.document.title, /^broken/);
        assert.deepEqual(shown.document, anew.document, `round ${round}`);
        assert.deepEqual(seen(shown), seen(anew), `round ${round}`);
        assert.equal(shown.fingerprint, anew.fingerprint);
        assert.equal(shown.fingerprint, documentPrints(structuredClone(shown.document)).exact);
        assert.deepEqual(shown.change ?? null, changeBetween(before.document, shown.document, null));
      }
      await other.close();
    });
  }

  test('see what a change shows or hides elsewhere', async () => {
    const found: string[] = [];
    for (const [at, [name]] of remote.entries()) {
      const careful = await fire(await tab.open(`${site.url}remote/${at}`), 'careful');
      const hidden = ({ document }: Capture) => elements(document).filter((node) => node.hidden).length;
      const calm = await fire(careful, 'nothing');
      const after = await fire(calm, 'change');
      found.push(`${name} ${Math.abs(hidden(after) - hidden(calm))} ${after.change ? 'changed' : ''}`);
    }
    assert.deepEqual(
      found,
      remote.map(([name]) => `${name} 1 changed`),
    );
  });

  test('see what begins to react without any change of the document', async () => {
    const careful = await fire(await tab.open(`${site.url}binding`), 'careful');
    const calm = await fire(careful, 'nothing');
    const items = (capture: Capture) => capture.candidates.filter(({ tag }) => tag === 'li').length;
    assert.equal(items(calm), 0);
    const bound = await fire(calm, 'bind');
    assert.equal(bound.change, undefined);
    assert.equal(items(bound), 3);
    assert.equal(items(await fire(bound, 'one')), 3);
  });

  test('see what a library writes on an element without any change of the document', async () => {
    const careful = await fire(await tab.open(`${site.url}written`), 'careful');
    const calm = await fire(careful, 'nothing');
    const italic = (capture: Capture) => capture.candidates.filter(({ tag }) => tag === 'i').length;
    assert.equal(italic(calm), 0);
    const after = await fire(calm, 'rewrite');
    assert.equal(after.change, undefined);
    assert.equal(italic(after), 1);
  });

  test('share what has not changed', async () => {
    const first = await tab.open(`${site.url}large`);
    assert.ok(elements(first.document).length > 10_000);
    const second = await fire(first, 'one');
    assert.equal(textOf(element(second.document, 'count')), '1');
    assert.equal(element(second.document, 'list'), element(first.document, 'list'));
    assert.deepEqual(second.change, {
      path: '/HTML/BODY[1]/P[1]',
      print: printAt(second.document, '/HTML/BODY[1]/P[1]', null),
    });
    const third = await fire(second, 'nothing');
    assert.equal(third.change, undefined);
    assert.equal(third.document.root, second.document.root);
  });

  test('are told by prints at any path, also of a page that is known', async () => {
    const first = await tab.open(`${site.url}large`);
    const paths = ['/HTML/BODY[1]/P[1]', '/HTML/BODY[1]/UL[1]/LI[7]', '/HTML/BODY[1]/UL[9]'];
    const at = ({ document }: Capture) => paths.map((path) => printAt(document, path, null));
    assert.deepEqual(await tab.printsAt(paths), at(first));
    const second = await fire(first, 'one');
    assert.deepEqual(await tab.printsAt(paths), at(second));
    assert.notEqual(at(first)[0], at(second)[0]);
    const one = second.candidates.find(({ text }) => text === 'one');
    assert.ok(one);
    const again = await driver.tab();
    await again.open(`${site.url}large`);
    const known = await again.fire(
      { id: null, xpath: one.xpath, event: 'click' },
      new Set([second.fingerprint]),
    );
    assert.deepEqual(known, {
      kind: 'known',
      fingerprint: second.fingerprint,
      wanted: [],
      change: second.change,
    });
    assert.deepEqual(await again.printsAt(paths), at(second));
    const third = captured(await again.fire({ id: null, xpath: one.xpath, event: 'click' }, new Set()));
    assert.equal(textOf(element(third.document, 'count') as ElementNode), '2');
    await again.close();
  });
});
