import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import {
  bundled,
  fireOrder,
  handled,
  list,
  only,
  type Pages,
  shownIn,
  startPages,
} from '../../../test/sites/scripted-pages.ts';
import type { Candidate, Capture, HandlerKind } from '../../model/index.ts';
import { captured } from './fixture.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../../node_modules/${name}`, import.meta.url), 'utf8');

const react = `import { createRoot } from 'react-dom/client'; import { useState } from 'react';
  function Item({ n, open }) { return <li><i onClick={() => open(n)}/></li>; }
  function App() { const [shown, show] = useState('nothing');
    return <><p id="out">{shown}</p><button onClick={() => show('first')}>first</button><button onClick={() => show('second')}>second</button>
      <b onMouseEnter={() => show('entered')}>hover</b><select onChange={(e) => show(e.target.value)}><option>a</option><option>b</option></select>
      <input id="field" list="names" onChange={(e) => show('typed ' + e.target.value)}/><datalist id="names"><option value="ann"/></datalist>
      <input type="checkbox" id="box" onChange={(e) => show('box ' + e.target.checked)}/>
      <a href="/far" onClick={(e) => { e.preventDefault(); show('routed'); }}>link</a>
      <ul>{[3, 5].map((n) => <Item key={'k' + n} n={n} open={(n) => show('item ' + n)}/>)}</ul>
      <div id="rows" onClick={(e) => { const row = e.target.closest('[data-row]'); if (row) show('row ' + row.dataset.row); }}><u data-row="1">r1</u><u data-row="2">r2</u></div></>; }
  createRoot(document.getElementById('root')).render(<App/>);`;

const vue = `import { createApp, h, ref } from 'vue/dist/vue.esm-bundler.js';
  createApp({ setup() { const shown = ref('nothing'); return { shown, items: [3, 5], show: (text) => { shown.value = text; } }; },
    template: \`<p id="out">{{ shown }}</p><button @click="show('first')">first</button><button @click="show('second')">second</button>
      <b @mouseenter="show('entered')">hover</b><select @change="show($event.target.value)"><option>a</option><option>b</option></select>
      <input id="field" placeholder="e.g. ann" @input="show('typed ' + $event.target.value)"><input type="checkbox" id="box" @change="show('box ' + $event.target.checked)">
      <ul><li v-for="n in items" :key="'k' + n"><i @click="show('item ' + n)"></i></li></ul><em @click.prevent="show('modified')">mod</em>\` }).mount('#root');`;

/** What Vue 2.6 binds and shows, in a few lines: a function around an invoker, which the virtual document names. */
const vue2 = `const out = document.getElementById('out'), since = performance.now();
  const show = (text) => { out.textContent = text; };
  const node = (id, on = {}, children = []) => {
    const elm = document.getElementById(id);
    for (const name in on) {
      const invoker = function () { return invoker.fns.apply(null, arguments); };
      invoker.fns = on[name];
      const bound = invoker._wrapper = function (e) {
        if (e.target === e.currentTarget || e.timeStamp >= since) return invoker.apply(this, arguments);
      };
      elm.addEventListener(name.replace('~', ''), bound);
      on[name] = invoker;
    }
    return { elm, data: { on }, children };
  };
  const inner = document.getElementById('inner');
  const root = node('root', {}, [
    node('one', { click: () => show('first') }), node('two', { '~click': () => show('second') }),
    { elm: inner, componentInstance: {}, children: undefined },
  ]);
  document.getElementById('root').__vue__ = { _vnode: root };
  const around = node('inner', { click: () => show('native') });
  inner.__vue__ = { _vnode: { elm: inner, data: {} }, $vnode: around };`;

const svelteSource = `<script>let shown = $state('nothing'); const items = [3, 5];</script>
  <p id="out">{shown}</p><button onclick={() => shown = 'first'}>first</button><button onclick={() => shown = 'second'}>second</button>
  <b onmouseenter={() => shown = 'entered'}>hover</b><select onchange={(e) => shown = e.target.value}><option>a</option><option>b</option></select>
  {#each items as n}<i onclick={() => shown = 'item ' + n}></i>{/each}`;

const svelte = `import { mount } from 'svelte'; import App from 'svelte-source:${btoa(svelteSource)}';
  mount(App, { target: document.getElementById('root') });`;

const angular = `import 'zone.js'; import '@angular/compiler';
  import { Component, provideZoneChangeDetection } from '@angular/core'; import { bootstrapApplication } from '@angular/platform-browser';
  class App { shown = 'nothing'; items = [3, 5]; show(text) { this.shown = text; } }
  Component({ selector: 'app-root', standalone: true, template: \`<p id="out">{{ shown }}</p><button (click)="show('first')">first</button>
    <button (click)="show('second')">second</button><b (mouseenter)="show('entered')">hover</b><select (change)="show($any($event.target).value)"><option>a</option><option>b</option></select>
    @for (n of items; track n) { <i (click)="show('item ' + n)"></i> }\` })(App);
  bootstrapApplication(App, { providers: [ZONE] });`;

const lit = `import { LitElement, html } from 'lit';
  class AppRoot extends LitElement { static properties = { shown: {} };
    constructor() { super(); this.shown = 'nothing'; }
    createRenderRoot() { return this; }
    show(text) { this.shown = text; }
    named() { this.show('named'); }
    render() { return html\`<p id="out">\${this.shown}</p><button @click=\${() => this.show('first')}>first</button><button @click=\${() => this.show('second')}>second</button>
      <b @mouseenter=\${() => this.show('entered')}>hover</b><em @click=\${this.named}>named</em>\${[3, 5].map((n) => html\`<i @click=\${() => this.show('item ' + n)}></i>\`)}\`; } }
  customElements.define('app-root', AppRoot);`;

const jquery = `<p id="out">nothing</p><div id="list"><span class="item" data-n="1">one</span><span class="item" data-n="2">two</span><span>no</span></div>
  <button id="own">own</button><b id="hover">hover</b><u id="with">with</u><button id="second">second copy</button><script>
  $('#list').on('click.ns', '.item', function () { $('#out').text('item ' + $(this).data('n')); });
  $('#own').on('click', () => $('#out').text('own')); $('#hover').on('mouseenter', () => $('#out').text('hover'));
  $('#with').on('click', { page: 4 }, (e) => $('#out').text('page ' + e.data.page));
  var other = $.noConflict(true); </script>`;

const alpine = `<script defer src="/alpine.js"></script><div x-data="{ tab: 'nothing', items: [3, 5] }"><p id="out" x-text="tab"></p>
  <button @click="tab = 'first'">first</button><button x-on:click.prevent="tab = 'second'">second</button><b @mouseenter="tab = 'entered'">hover</b>
  <template x-for="n in items"><i @click="tab = 'item ' + n"></i></template><div x-show="tab === 'never'" @click.outside="tab = 'away'">away</div>
  <input @keydown.enter="tab = 'typed ' + $el.value" placeholder="e.g. ann" id="field"></div>`;

const htmx = `<script src="/htmx.js"></script><button hx-get="/part/1" hx-target="#out">first</button><button data-hx-get="/part/2" hx-target="#out">second</button>
  <b hx-get="/part/3" hx-trigger="mouseenter once" hx-target="#out">hover</b><button hx-post="/like" hx-target="#out">like</button>
  <a href="/page" hx-boost="true">boosted</a><div hx-get="/part/9" hx-trigger="load" hx-target="#other"></div><div id="other"></div><p id="out">nothing</p>`;

/** As Solid does it: the document calls what the elements on the way of a click have as properties. */
const properties = `<p id="out">nothing</p><button id="first">first</button><button id="second">second</button><button>no</button><script>
  function show(text) { document.getElementById('out').textContent = text; }
  document.addEventListener('click', function (event) {
    for (const node of event.composedPath()) {
      const run = node['$$' + event.type], data = node['$$' + event.type + 'Data'];
      if (run) data === undefined ? run.call(node, event) : run.call(node, data, event);
      if (event.cancelBubble) return;
    }
  });
  first.$$click = () => show('first'); second.$$click = show; second.$$clickData = 'given';</script>`;

describe('what reacts in a framework', () => {
  let pages: Pages;
  before(async () => {
    const root = (name: string, inside = '<div id="root"></div>') =>
      `${inside}<script src="/${name}.js"></script>`;
    pages = await startPages(
      {
        '/react': root('react'),
        '/vue': root('vue'),
        '/vue2': `<p id="out">nothing</p><div id="root"><b id="one">first</b><b id="two">second</b><i id="inner">third</i></div>
          <script>${vue2}</script>`,
        '/svelte': root('svelte'),
        '/angular': root('angular', '<app-root></app-root>'),
        '/zoneless': root('zoneless', '<app-root></app-root>'),
        '/lit': root('lit', '<app-root></app-root>'),
        '/jquery-scroll': `<script src="/jquery.js"></script><p id="out">nothing</p><a class="item" href="#">one</a><script>
          $(document).on('scroll', () => $('#out').text('scrolled')); $(document).on('click', '.item', () => $('#out').text('clicked'));</script>`,
        '/jquery': `<script src="/jquery.js"></script><script>var first = $;</script>${jquery}<script src="/jquery.js"></script><script>$('#second').on('click', () => $('#out').text('second copy'));</script>`,
        '/properties': properties,
        '/alpine': alpine,
        '/htmx': htmx,
      },
      {
        '/react.js': await bundled(react),
        '/vue.js': await bundled(vue),
        '/svelte.js': await bundled(svelte),
        '/angular.js': await bundled(angular.replace('ZONE', 'provideZoneChangeDetection()')),
        '/zoneless.js': await bundled(
          angular
            .replace("import 'zone.js'; ", '')
            .replace('ZONE', 'provideZonelessChangeDetection()')
            .replace('provideZoneChangeDetection }', 'provideZonelessChangeDetection }')
            .replace('shown = ', 'kept = signal(')
            .replace("signal( 'nothing'", "signal('nothing')")
            .replace("signal('nothing';", "signal('nothing');")
            .replace('this.shown = text', 'this.kept.set(text)')
            .replace('{{ shown }}', '{{ kept() }}')
            .replace('{ Component,', '{ Component, signal,'),
        ),
        '/lit.js': await bundled(lit, 'ts'),
        '/jquery.js': read('jquery/dist/jquery.min.js'),
        '/alpine.js': read('alpinejs/dist/cdn.min.js'),
        '/htmx.js': read('htmx.org/dist/htmx.min.js'),
      },
    );
  });
  after(() => pages.close());

  /** Buttons of which two are told apart by their text; the others by what they close over. */
  async function checkBasics(path: string, kind: HandlerKind): Promise<Capture> {
    const capture = await pages.open(path);
    for (const text of ['first', 'second']) {
      const { handler } = only(capture, text);
      assert.equal(handler?.kind, kind);
      assert.match(
        handler?.place ?? '',
        kind === 'htmx' || kind === 'alpine' ? /^\w+/ : /^[\w.]+#[0-9a-f]{12}:\d+:\d+(?:>[0-9a-f]{6})?$/,
      );
      assert.equal(await pages.shown(only(capture, text)), text);
    }
    const hover = only(capture, 'hover', 'mouseover');
    assert.equal(hover.handler?.kind, kind);
    assert.equal(await pages.shown(hover), 'entered');
    return capture;
  }

  const icons = (capture: Capture) => handled(capture, 'click').filter(({ tag }) => tag === 'i');

  async function shownBy(candidates: readonly Candidate[]): Promise<string[]> {
    const seen: string[] = [];
    for (const candidate of candidates) seen.push(await pages.shown(candidate));
    return seen;
  }

  test('React: props, keys, fields, links and handlers that look at their target', async () => {
    const capture = await checkBasics('/react', 'react');
    assert.notEqual(only(capture, 'first').handler?.place, only(capture, 'second').handler?.place);
    const keyed = icons(capture).map(({ handler }) => handler);
    assert.deepEqual(
      keyed.map((handler) => handler?.values),
      ['key=k3', 'key=k5'],
    );
    assert.equal(keyed[0]?.place, keyed[1]?.place);
    assert.deepEqual(await shownBy(icons(capture)), ['item 3', 'item 5']);
    assert.deepEqual(await shownBy(handled(capture, 'change')), ['b', 'box true']);
    assert.deepEqual(await shownBy(handled(capture, 'input')), ['typed ann']);
    const link = only(capture, 'link');
    assert.equal(link.href, `${pages.site.origin}/far`);
    assert.equal(await pages.shown(link), 'routed');
    assert.deepEqual(await shownBy([only(capture, 'r1'), only(capture, 'r2')]), ['row 1', 'row 2']);
    assert.equal(handled(capture).length, 11, list(handled(capture)));
  });

  test('Vue: invokers are unwrapped to what the template says', async () => {
    const capture = await checkBasics('/vue', 'vue');
    assert.notEqual(only(capture, 'first').handler?.place, only(capture, 'second').handler?.place);
    assert.deepEqual(await shownBy(icons(capture)), ['item 3', 'item 5']);
    const [three, five] = icons(capture).map(({ handler }) => handler);
    assert.equal(three?.place, five?.place);
    assert.notEqual(three?.values, five?.values);
    assert.deepEqual(await shownBy(handled(capture, 'change')), ['b', 'box true']);
    assert.deepEqual(await shownBy(handled(capture, 'input')), ['typed ann']);
    assert.equal(await pages.shown(only(capture, 'mod')), 'modified');
    assert.equal(handled(capture).length, 9, list(handled(capture)));
  });

  test('Vue 2: what its virtual document names is what a bound function calls', async () => {
    const capture = await pages.open('/vue2');
    const all = ['first', 'second', 'third'].map((word) => only(capture, word));
    assert.deepEqual(
      all.map(({ handler }) => handler?.kind),
      ['vue', 'vue', 'vue'],
    );
    assert.equal(new Set(all.map(({ handler }) => handler?.place)).size, 3);
    assert.deepEqual(await shownBy(all), ['first', 'second', 'native']);
  });

  test('Svelte: delegated handlers and others', async () => {
    const capture = await checkBasics('/svelte', 'svelte');
    assert.notEqual(only(capture, 'first').handler?.place, only(capture, 'second').handler?.place);
    assert.deepEqual(await shownBy(icons(capture)), ['item 3', 'item 5']);
    const [three, five] = icons(capture).map(({ handler }) => handler);
    assert.equal(three?.place, five?.place);
    assert.notEqual(three?.values, five?.values);
    assert.deepEqual(await shownBy(handled(capture, 'change')), ['b']);
    assert.equal(handled(capture).length, 6, list(handled(capture)));
  });

  test('Solid: handlers that are properties of elements, with their data', async () => {
    const capture = await pages.open('/properties');
    assert.equal(list(handled(capture)), 'click first svelte; click second svelte');
    assert.equal(only(capture, 'second').handler?.values, '"given"');
    assert.deepEqual(await shownBy(handled(capture)), ['first', 'given']);
  });

  for (const path of ['/angular', '/zoneless']) {
    test(`Angular (${path.slice(1)}): the template's listener is found behind the renderer's`, async () => {
      const capture = await checkBasics(path, 'angular');
      assert.notEqual(only(capture, 'first').handler?.place, only(capture, 'second').handler?.place);
      assert.deepEqual(await shownBy(icons(capture)), ['item 3', 'item 5']);
      const [three, five] = icons(capture).map(({ handler }) => handler);
      assert.equal(three?.place, five?.place);
      assert.notEqual(three?.values, five?.values);
      assert.deepEqual(await shownBy(handled(capture, 'change')), ['b']);
      assert.equal(handled(capture).length, 6, list(handled(capture)));
    });
  }

  test('Lit: parts are unwrapped to the functions of the template', async () => {
    const capture = await checkBasics('/lit', 'lit');
    assert.notEqual(only(capture, 'first').handler?.place, only(capture, 'second').handler?.place);
    assert.equal(await pages.shown(only(capture, 'named')), 'named');
    assert.deepEqual(await shownBy(icons(capture)), ['item 3', 'item 5']);
    const [three, five] = icons(capture).map(({ handler }) => handler);
    assert.equal(three?.place, five?.place);
    assert.notEqual(three?.values, five?.values);
  });

  test('jQuery: what is clicked, also where one function of its own hears clicks and scrolling', async () => {
    const capture = await pages.open('/jquery-scroll');
    const clicked = handled(capture).filter(({ event }) => event === 'click');
    assert.equal(list(clicked), 'click one jquery');
  });

  test('jQuery: the registry, delegation by selector, data, and several copies', async () => {
    const capture = await pages.open('/jquery');
    assert.equal(
      list(handled(capture)),
      'click one jquery; click two jquery; click own jquery; mouseover hover jquery; click with jquery; click second copy jquery',
    );
    assert.equal(only(capture, 'one').handler?.place, only(capture, 'two').handler?.place);
    assert.equal(only(capture, 'with').handler?.values, '4');
    assert.deepEqual(await shownBy(handled(capture)), [
      'item 1',
      'item 2',
      'own',
      'hover',
      'page 4',
      'second copy',
    ]);
  });

  test('Alpine: the text of the attribute, with the variables of a loop', async () => {
    const capture = await checkBasics('/alpine', 'alpine');
    assert.equal(only(capture, 'first').handler?.values, "tab = 'first'");
    assert.equal(only(capture, 'first').handler?.place, only(capture, 'second').handler?.place);
    assert.deepEqual(
      icons(capture).map(({ handler }) => handler?.values),
      ["tab = 'item ' + n n=3", "tab = 'item ' + n n=5"],
    );
    assert.deepEqual(await shownBy(icons(capture)), ['item 3', 'item 5']);
    assert.equal(await pages.shown(only(capture, 'field', 'keydown')), 'typed ann');
    assert.equal(handled(capture).length, 6, list(handled(capture)));
  });

  test('htmx: verb and address, so that what would change the site can be refused', async () => {
    const capture = await pages.open('/htmx');
    assert.deepEqual(
      handled(capture).map(
        ({ event, text, handler }) => `${event} ${text} ${handler?.kind} ${handler?.values}`,
      ),
      [
        'click first htmx GET /part/1',
        'click second htmx GET /part/2',
        'mouseover hover htmx GET /part/3',
        'click like htmx POST /like',
        'click boosted htmx GET /page',
      ],
    );
    const safe = ['first', 'second'].map((text) => only(capture, text));
    assert.deepEqual(await shownBy([...safe, only(capture, 'hover', 'mouseover')]), [
      'GET /part/1',
      'GET /part/2',
      'GET /part/3',
    ]);
    const boosted = captured(await pages.tab.fire(fireOrder(only(capture, 'boosted')), new Set()));
    assert.match(boosted.document.url, /\/page$/);
    assert.ok(shownIn);
  });
});
