import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { html, routes } from '../../../test/sites/answer.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import { thief } from '../../../test/sites/thief.ts';
import { documentPrints } from '../../dom/canonical.ts';
import { captured, element, elements, failsWith, startDriver, type TestDriver, textOf } from './fixture.ts';

/** Walks everything that a script can reach by names, symbols and prototypes, without reading what is native. */
const walk = `
  var seen = new Set(), found = [], verbs = ['perform', 'supply', 'capture', 'foreign', 'printsAt', 'fromFrame', 'boxesAt'];
  function look(value, path, depth) {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value) || depth > 6) return;
    seen.add(value);
    var names; try { names = Reflect.ownKeys(value); } catch (e) { return; }
    names.forEach(function (name) {
      var is; try { is = Object.getOwnPropertyDescriptor(value, name); } catch (e) { return; }
      if (!is) return;
      if (verbs.includes(name) && typeof is.value === 'function') found.push(path + '.' + String(name));
      if (/__[0-9a-f]{32}/.test(String(name))) found.push(path + '.' + String(name));
      if (typeof is.value === 'string' && /__[0-9a-f]{32}/.test(is.value)) found.push(path + '.' + String(name) + ' text');
      if (typeof is.value === 'function' && /__[0-9a-f]{32}/.test(Function.prototype.toString.call(is.value))) found.push('text of ' + path + '.' + String(name));
      [is.value, is.get, is.set].forEach(function (next) { look(next, path + '.' + String(name), depth + 1); });
    });
    try { look(Object.getPrototypeOf(value), path + '.^', depth + 1); } catch (e) {}
  }`;

/** Replaces every function of the language by one that works as ever and notes what passes. */
const recorders = `
  var passed = [], inside = false, natively = Reflect.apply, define = Object.defineProperty, test = RegExp.prototype.test;
  function note(value) { if (inside) return; inside = true; try { passed[passed.length] = typeof value === 'string' ? value.slice(0, 200) : Object.prototype.toString.call(value); } finally { inside = false; } }
  [Array.prototype, Map.prototype, Set.prototype, WeakMap.prototype, String.prototype, Promise.prototype, Function.prototype, Object, Reflect, JSON, RegExp.prototype, [][Symbol.iterator]().__proto__].forEach(function (owner) {
    Object.getOwnPropertyNames(owner).forEach(function (name) {
      var original = Object.getOwnPropertyDescriptor(owner, name).value;
      if (name === 'constructor' || typeof original !== 'function' || name === 'apply' && owner === Reflect) return;
      define(owner, name, { configurable: true, writable: true, value: function () {
        if (watching && !inside) { for (var at = 0; at < arguments.length; at++) if (typeof arguments[at] === 'string') note(arguments[at]); if (typeof this === 'string') note(this); }
        return natively(original, this, arguments);
      } });
    });
  });`;

/** What pages do to the functions of the language, on purpose or by mistake. */
const replacements: Readonly<Record<string, string>> = {
  push: 'Array.prototype.push = function () { return 0; };',
  map: 'Array.prototype.map = function () { return []; }; Array.prototype.filter = function () { return []; };',
  join: 'Array.prototype.join = function () { return ""; }; Array.prototype.slice = function () { return []; };',
  iterator:
    'Array.prototype[Symbol.iterator] = function () { return { next: function () { return { done: true }; } }; };',
  text: 'String.prototype.slice = function () { return ""; }; String.prototype.includes = function () { return false; };',
  stringify:
    'JSON.stringify = function () { return "{}"; }; Object.prototype.toJSON = function () { return "forged"; };',
  arrays: 'Array.prototype.toJSON = function () { return "forged"; };',
  places: 'Object.defineProperty(Array.prototype, "0", { configurable: true, set: function () {} });',
  keys: 'Object.keys = Object.entries = function () { return []; }; Object.assign = function () { return {}; };',
  names: 'Object.prototype.value = 1; Object.prototype.get = 2; Object.prototype.found = false;',
  fixed: 'Object.freeze(Array.prototype); Object.freeze(Object.prototype); Object.freeze(Map.prototype);',
  iterators: `[[].values(), new Map().values(), new Set().values(), "".matchAll(/./g), (function* () {})()].forEach(function (each) {
    Object.getPrototypeOf(each).next = function () { throw new Error('no'); }; });
    [Array, Map, Set, String, NodeList, HTMLCollection, NamedNodeMap, StyleSheetList].forEach(function (each) { each.prototype[Symbol.iterator] = function () { throw new Error('no'); }; });`,
  lengths: `[NodeList, HTMLCollection, NamedNodeMap, StyleSheetList].forEach(function (each) { Object.defineProperty(each.prototype, 'length', { configurable: true, get: function () { return 1e9; } }); });`,
  classes:
    'window.Map = window.Set = window.Array = window.Object = window.Promise = window.CSS = window.MouseEvent = window.Element = window.getComputedStyle = null;',
  window: 'window.length = 1e9; window.frames = null; window.parent = null; window.self = null; window.top;',
};

/** Replaces all that the language and the DOM are used by: functions and getters that throw. */
const nothingLeft = `
  (function (own, keys, apply, set) {
    var define = Object.defineProperty, owners = [Math, JSON, Reflect], names = keys(window), at, each;
    document.getElementById('go').addEventListener('click', function () { apply(set, out, ['clicked']); });
    var out = document.getElementById('out');
    for (at = 0; at < names.length; at++) {
      each = /^[A-Z]/.test(names[at]) && window[names[at]];
      if (typeof each === 'function' && each.prototype) owners[owners.length] = each.prototype;
    }
    function no() { throw new Error('no'); }
    for (at = 0; at < owners.length; at++) {
      var inside = keys(owners[at]);
      for (each = 0; each < inside.length; each++) {
        var is = own(owners[at], inside[each]);
        if (is.configurable && inside[each] !== 'constructor') define(owners[at], inside[each], is.get || is.set ? { configurable: true, get: no, set: no } : typeof is.value === 'function' ? { configurable: true, writable: true, value: no } : is);
      }
    }
  })(Object.getOwnPropertyDescriptor, Reflect.ownKeys, Reflect.apply, Object.getOwnPropertyDescriptor(Node.prototype, 'textContent').set);`;

const forgeries: Readonly<Record<string, string>> = {
  answer: 'Promise.prototype.then = function (done) { done("{\\"found\\":true}"); return this; };',
  need: 'var then = Promise.prototype.then; Promise.prototype.then = function (done) { done("{\\"need\\":[]}"); return this; };',
};

describe('a page that knows the source', () => {
  let site: RunningSite;
  let other: RunningSite;
  let driver: TestDriver;
  before(async () => {
    other = await startSite({
      name: 'inner',
      start: '/',
      respond: routes({
        '/': () =>
          html(
            '<!doctype html><title>i</title><p id="secret">internal words</p><button onclick="document.title = 1">b</button>',
          ),
      }),
    });
    const far = () => other.origin.replace('127.0.0.1', 'localhost');
    const page = (body: string) =>
      html(`<!doctype html><title>x</title><body><p id="out">nothing</p>${body}`);
    site = await startSite({
      name: 'reach',
      start: '/',
      respond: routes({
        '/walk': () =>
          page(`<iframe id="same" srcdoc="<p>same</p>"></iframe><iframe id="far" src="${far()}/"></iframe><button id="go" onclick="go()">go</button><script>
          var heard = []; addEventListener('message', function (e) { heard.push(typeof e.data + e.ports.length); }, true);
          var stacks = []; Error.prepareStackTrace = function (error, sites) { sites.forEach(function (site) { stacks.push(site.getFunction(), site.getThis()); }); return ''; };
          ${walk}
          function go() {
            new Error('here').stack;
            look(window, 'window', 0); look(document.getElementById('same').contentWindow, 'frame', 0); look(stacks, 'stacks', 0);
            try { look(document.getElementById('far').contentWindow.document, 'far', 0); found.push('far'); } catch (e) {}
            document.querySelectorAll('*').forEach(function (each) { look(each, each.localName, 4); Reflect.ownKeys(each).forEach(function (key) { found.push(each.localName + ' has ' + String(key)); }); });
            if (Reflect.ownKeys(go.bind(null)).length > 2) found.push('a bound function has notes');
            out.textContent = JSON.stringify({ found: found, heard: heard, script: String(document.currentScript), looked: seen.size > 1000 });
          }</script>`),
        '/recorded': () =>
          page(`<ul><li>one<li>two</ul><button id="go" onclick="watching = true">go</button><button id="told" onclick="'control'.indexOf('c'); watching = false; out.textContent = passed.length > 0; document.title = JSON.stringify(passed.filter(function (each) { return /^[0-9a-f]{16}$/.test(each) || /__[0-9a-f]{32}/.test(each) || /fingerprint/.test(each); }))">told</button>
          <script>var watching = false; ${recorders}</script>`),
        '/robbed/:when': (_, [when = '']) =>
          page(`<script type="text/plain" id="code">${thief}</script><iframe src="${far()}/"></iframe>
          <button onclick="${when === 'later' ? "(0, eval)(document.getElementById('code').textContent);" : ''} document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: '<p>inside<button onclick=1>b</button>' }))">a frame</button>
          <button onclick="var blank = document.createElement('iframe'); document.body.append(blank); blank.contentDocument.body.textContent = 'blank'">a blank frame</button>
          <button onclick="document.body.append(Object.assign(document.createElement('iframe'), { src: '${far()}/' }))">a frame of others</button>
          <button onclick="fetch('/robbed/never').then(function (answer) { return answer.text(); }).then(function (text) { history.pushState(1, '', '?' + text.length); document.cookie = 'a=1'; })">data</button>
          <button onclick="busy = true; out.textContent = JSON.stringify([stolen.slice(0, 5), noted > 100])">told</button>
          ${when === 'now' ? `<script>${thief}</script>` : ''}`),
        '/replaced/:name': (_, [name = '']) =>
          page(
            `<a href="/to">link</a><button onclick="out.textContent = 'clicked'">go</button><script>${replacements[name]}</script>`,
          ),
        '/nothing-left': () =>
          page(`<a href="/to">link</a><button id="go">go</button><script>${nothingLeft}</script>`),
        '/forged/:name': (_, [name = '']) => page(`<script>${forgeries[name]}</script>`),
      }),
    });
    driver = await startDriver(site.url);
  });
  after(async () => {
    await driver.close();
    await site.close();
    await other.close();
  });

  const click = (id: string | null, at = 1) => ({ id, xpath: `/HTML/BODY[1]/BUTTON[${at}]`, event: 'click' });

  test('finds nothing of the agent, by whatever name or in whatever text', async () => {
    const tab = await driver.tab();
    const opened = await tab.open(`${site.origin}/walk`);
    assert.equal(textOf(element(opened.document, 'secret')), 'internal words', 'the crawler reads the frame');
    const { document } = captured(await tab.fire(click('go'), new Set()));
    assert.deepEqual(JSON.parse(textOf(element(document, 'out'))), {
      found: [],
      heard: [],
      script: 'null',
      looked: true,
    });
    await tab.close();
  });

  test('sees no fingerprint and no name pass by in functions that it has replaced', async () => {
    const tab = await driver.tab();
    await tab.open(`${site.origin}/recorded`);
    await tab.fire(click('go'), new Set());
    const { document } = captured(await tab.fire(click('told', 2), new Set()));
    assert.equal(textOf(element(document, 'out')), 'true', 'something was noted');
    assert.equal(document.title, '[]');
    await tab.close();
  });

  for (const when of ['now', 'later'])
    test(`gets hold of nothing by watching every function that there is (${when})`, async () => {
      const tab = await driver.tab();
      const { candidates } = await tab.open(`${site.origin}/robbed/${when}`);
      assert.equal(candidates.filter(({ href }) => href === undefined).length, 6, 'one is in the frame');
      for (let at = 1; at < 5; at++) captured(await tab.fire(click(null, at), new Set()));
      await tab.printsAt(['/HTML/BODY[1]/P[1]']);
      const { document } = captured(await tab.fire(click(null, 5), new Set()));
      assert.deepEqual(JSON.parse(textOf(element(document, 'out'))), [[], true]);
      await tab.close();
    });

  for (const name of Object.keys(replacements))
    test(`is crawled as it is where it has replaced functions of the language (${name})`, async () => {
      const tab = await driver.tab();
      const capture = await tab.open(`${site.origin}/replaced/${name}`);
      assert.deepEqual(
        elements(capture.document).map(({ tag }) => tag),
        ['html', 'head', 'title', 'body', 'p', 'a', 'button', 'script'],
      );
      assert.equal(capture.fingerprint, documentPrints(capture.document).exact);
      assert.deepEqual(
        capture.candidates.map(({ text }) => text),
        ['link', 'go'],
      );
      const order = { id: null, xpath: '/HTML/BODY[1]/BUTTON[1]', event: 'click' };
      const { document } = captured(await tab.fire(order, new Set()));
      assert.equal(textOf(element(document, 'out')), 'clicked');
      await tab.close();
    });

  test('is crawled where it has replaced everything that there is', async () => {
    const tab = await driver.tab();
    const capture = await tab.open(`${site.origin}/nothing-left`);
    assert.deepEqual(
      capture.candidates.map(({ text }) => text),
      ['link', 'go'],
    );
    const { document } = captured(await tab.fire(click('go'), new Set()));
    assert.equal(textOf(element(document, 'out')), 'clicked');
    await tab.close();
  });

  for (const name of Object.keys(forgeries))
    test(`forges no answer (${name})`, async () => {
      const tab = await driver.tab();
      const { document } = await tab.open(`${site.origin}/forged/${name}`);
      assert.equal(textOf(element(document, 'out')), 'nothing');
      await tab.close();
    });

  test('whose agent is not its own any more is refused, not believed', async () => {
    const forger = await startDriver(
      site.url,
      {},
      undefined,
      undefined,
      'answerText = () => \'{"found":true}\';',
    );
    try {
      const error = await failsWith('BAD_CAPTURE', (await forger.tab()).open(`${site.origin}/forged/answer`));
      assert.equal(error.consequence, 'skip');
    } finally {
      await forger.close();
    }
  });
});
