import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fireOrder, type Pages, startPages } from '../../../test/sites/scripted-pages.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../../model/index.ts';
import { captured } from './fixture.ts';

const style = `<style>#box { overflow: hidden; width: 300px; position: relative } .track { display: flex; width: 900px; transition: transform 1s }
  .track > div { width: 300px; height: 50px; flex: none } @keyframes run { to { transform: translateX(-600px) } }</style>`;
const slides = '<div>one</div><div>two</div><div>three</div>';
const move = `<button>next</button><script>var at = 0; document.querySelector('button').onclick = function () {
  document.querySelector('.track').style.transform = 'translateX(-' + ++at * 300 + 'px)'; };</script>`;

/** Pages by what is hidden or not: what they show at first, and after each click. */
type PagesByWhat = Readonly<Record<string, readonly [html: string, shown: string, next: readonly string[]]>>;

const cutOff: PagesByWhat = {
  'the slides beside the one in view': [
    `<div id="box"><div class="track">${slides}</div></div>${move}`,
    'one',
    ['two', 'three', ''],
  ],
  'slides whose holder would cut them off too, were it not as wide as all of them': [
    `<div id="box"><div class="track" style="overflow: hidden">${slides}</div></div>${move}`,
    'one',
    ['two', 'three'],
  ],
  'nothing of a box that scrolls': [
    `<div id="box" style="overflow-x: auto"><div class="track">${slides}</div></div>`,
    'one two three',
    [],
  ],
  'nothing that moves by itself': [
    `<div id="box"><div class="track" style="animation: run 9s infinite">${slides}</div></div>`,
    'one two three',
    [],
  ],
  'no columns of a table': [
    `<div id="box"><div class="track" role="row">${slides}</div></div>`,
    'one two three',
    [],
  ],
  'nothing that lies over the box': [
    '<div id="box" style="position: static"><div style="position: static"><p style="width: 200px">one</p><p style="position: absolute; left: 500px">two</p></div></div>',
    'one two',
    [],
  ],
};

const drawer = (css: string, inside = 'menu') =>
  `<p>text</p><div id="drawer" style="top: 0; left: 0; width: 300px; height: 400px; ${css}"><p>${inside}</p></div>
  <button onclick="drawer.style.transform = ''; drawer.style.left = '0'">next</button>`;
const [away, everything] = ['transform: translateX(-100%)', 'text menu'];

const beside: PagesByWhat = {
  'a drawer that slides in': [drawer(`position: fixed; ${away}`), 'text', [everything]],
  'a panel to the left of the page': [drawer(`position: absolute; ${away}`), 'text', [everything]],
  'a panel to the right of the window': [drawer('position: fixed; left: 100%'), 'text', [everything]],
  'nothing that sticks out': [
    drawer(`position: fixed; ${away}`, 'menu<b style="position: absolute; left: 100%">handle</b>'),
    'text menu handle',
    [],
  ],
  'nothing that is put far away for those who listen': [
    drawer('position: absolute; left: -9999px'),
    everything,
    [],
  ],
  'nothing below the window': [drawer('position: absolute; top: 3000px'), everything, []],
  'nothing that a box scrolls to': [
    `<div style="overflow: auto; width: 200px; position: relative"><div style="width: 900px">text</div>
    <div style="position: absolute; left: 0; width: 50px">menu</div></div>
    <script>document.querySelector('div').scrollLeft = 200</script>`,
    everything,
    [],
  ],
};

/** Texts that are not hidden, in order. */
function shownTexts({ root }: DocumentTree): string {
  const texts = (node: TreeNode): string[] => {
    if (typeof node === 'string') return [node.trim()];
    const { hidden, tag, kids = [] } = node as ElementNode;
    return hidden || /^(?:head|button|script|style)$/.test(tag) ? [] : kids.flatMap(texts);
  };
  return texts(root).filter(Boolean).join(' ');
}

for (const [name, pagesByWhat] of Object.entries({
  'what a box cuts off is hidden:': cutOff,
  'what waits beside the window is hidden:': beside,
})) {
  describe(name, () => {
    let pages: Pages;
    before(async () => {
      const all = Object.values(pagesByWhat).map(([html], at) => [`/${at}`, style + html] as const);
      pages = await startPages(Object.fromEntries(all));
    });
    after(() => pages.close());

    for (const [at, [what, [, shown, next]]] of Object.entries(pagesByWhat).entries()) {
      test(what, async () => {
        let capture = await pages.open(`/${at}`);
        assert.equal(shownTexts(capture.document), shown);
        for (const expected of next) {
          const click = capture.candidates.find(({ text, event }) => text === 'next' && event === 'click');
          capture = captured(await pages.tab.fire(fireOrder(click ?? assert.fail()), new Set()));
          assert.equal(shownTexts(capture.document), expected);
        }
      });
    }
  });
}

describe('what the browser itself unfolds', () => {
  test('is shown, folds within folds included, but for what is hidden in it', async () => {
    const pages = await startPages({
      '/folds': `<details><summary>More</summary><p>inside</p><p hidden>never</p>
        <details><summary>Deeper</summary><i>deep</i></details></details>
        <div hidden><details><summary>no</summary><p>nor this</p></details></div>`,
    });
    try {
      const { document } = await pages.open('/folds');
      assert.equal(shownTexts(document), 'More inside Deeper deep');
    } finally {
      await pages.close();
    }
  });
});
