import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { serve, type TestServer } from '../../crawl/gather/fixture.ts';
import { visibleText } from '../../dom/text.ts';
import { contentUnits } from '../../dom/units.ts';
import type { Capture, Tab } from '../../model/index.ts';
import { captured, elements, orderOf, startDriver, type TestDriver } from './fixture.ts';

/** Elements that show what stands outside their shadow root, in the way of libraries of web components. */
const page = `<!doctype html><meta charset="utf-8"><x-tabs><x-tab slot="nav">First</x-tab><x-tab slot="nav">Second</x-tab>
  <p data-panel="First">All of the first</p><p data-panel="Second" hidden>All of the second</p></x-tabs>
  <x-box>Words of the box</x-box><button id="unbox">Open</button>
  <x-hand><p>By hand one</p><p>By hand two</p></x-hand>
  <x-tree><x-item>Trunk</x-item><x-item>Crown</x-item></x-tree><output></output>
  <script>
    const define = (name, html, start = () => {}) => customElements.define(name, class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = html; start(this, this.shadowRoot); }
    });
    define('x-frame', '<div><slot></slot></div>');
    define('x-tab', '<b><slot></slot></b>');
    define('x-tabs', '<div id="all"><x-frame><slot name="nav"></slot></x-frame><slot></slot></div>', (host, root) => {
      root.querySelector('#all').addEventListener('click', (event) => {
        const tab = event.target.closest('x-tab');
        if (tab) for (const p of host.querySelectorAll('p')) p.hidden = p.dataset.panel !== tab.textContent;
      });
    });
    define('x-box', '<div hidden><slot></slot></div>', (host, root) => {
      unbox.onclick = () => { root.firstChild.hidden = false; };
    });
    customElements.define('x-hand', class extends HTMLElement {
      connectedCallback() {
        const root = this.attachShadow({ mode: 'open', slotAssignment: 'manual' });
        root.innerHTML = '<button>Other</button><slot></slot>';
        const show = (at) => root.lastChild.assign(this.children[at]);
        root.firstChild.addEventListener('click', () => show(1));
        show(0);
      }
    });
    define('x-item', '<i class="unfold">+</i><slot></slot>');
    define('x-tree', '<div><slot></slot></div>', (host, root) => {
      root.firstChild.addEventListener('click', (event) => {
        const item = event.target.closest('x-item');
        if (event.composedPath().some((each) => each.classList?.contains('unfold')))
          document.querySelector('output').textContent = 'Branches of the ' + item.textContent;
      });
    });
  </script>`;

describe('what is put in the slots of shadow roots', () => {
  let site: TestServer;
  let driver: TestDriver;
  let tab: Tab;
  let shown: Capture;
  before(async () => {
    site = await serve((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
    const origin = `http://127.0.0.1:${site.port}`;
    driver = await startDriver(origin);
    tab = await driver.tab();
    shown = await tab.open(origin);
  });
  after(async () => {
    await driver.close();
    await site.close();
  });

  const fire = async (text: string, tag: string) => {
    const found = shown.candidates.filter((one) => one.tag === tag && one.event === 'click');
    const candidate = found.find((one) => text === '' || one.text === text);
    assert.ok(candidate, `${tag} "${text}" among ${JSON.stringify(shown.candidates.map((one) => one.text))}`);
    return visibleText(captured(await tab.fire(orderOf(candidate), new Set())).document);
  };

  test('is read, through the slot of another one too', () => {
    assert.match(visibleText(shown.document), /First\s*Second\s*All of the first/);
  });

  test('is clicked where the listener stands inside', async () => {
    assert.match(await fire('Second', 'x-tab'), /All of the second/);
    assert.match(await fire('', 'i'), /Branches of the Trunk/);
  });

  test('is named where a script has put it there by hand: the mirror showed nothing in such slots', async () => {
    const named = ({ document }: Capture) => {
      const hand = elements(document).find(({ tag }) => tag === 'x-hand');
      const slot = hand?.shadow?.kids.find((kid) => typeof kid !== 'string' && kid.tag === 'slot');
      const name = (typeof slot === 'object' && slot.attrs?.name) || 'none';
      return hand?.kids?.map((kid) => typeof kid !== 'string' && kid.attrs?.slot === name);
    };
    assert.deepEqual(named(shown), [true, false]);
    const found = shown.candidates.find((one) => one.text === 'Other');
    assert.ok(found);
    assert.deepEqual(named(captured(await tab.fire(orderOf(found), new Set()))), [false, true]);
  });

  test('is not shown while its slot is hidden', async () => {
    const units = ({ document }: Capture) => contentUnits(document, null).units;
    assert.ok(!units(shown).has('text words of the box'));
    assert.match(await fire('Open', 'button'), /Words of the box/);
  });
});
