import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fireOrder, type Pages, startPages } from '../../../test/sites/scripted-pages.ts';
import type { Candidate } from '../../model/index.ts';
import { captured, element, textOf } from './fixture.ts';

const markup = JSON.stringify('<i>written</i><script src="/say/never"></script>').replace('</s', '<\\/s');
const run = "data:text/javascript,out.textContent='ran'";

/** What a click puts into the document, and what the page says then. */
const ways: Readonly<Record<string, readonly [code: string, says: string]>> = {
  'a script in markup': [`out.innerHTML = ${markup}`, 'written'],
  'a script in markup around': [`box.outerHTML = '<b>b</b>' + ${markup}; out.textContent = 'outer'`, 'outer'],
  'a script in markup beside': [`out.insertAdjacentHTML('beforeend', ${markup})`, 'nothingwritten'],
  'a script in markup with shadow roots': [`out.setHTMLUnsafe(${markup})`, 'written'],
  'a script in markup of a shadow root': [
    `box.attachShadow({ mode: 'open' }).setHTMLUnsafe(${markup}); out.textContent = 'shadow'`,
    'shadow',
  ],
  'a script of another document with shadow roots': [
    `out.replaceChildren(...Document.parseHTMLUnsafe(${markup}).body.childNodes)`,
    'written',
  ],
  'a script in trusted markup': [
    `out.innerHTML = trustedTypes.createPolicy('p', { createHTML: function (s) { return s; } }).createHTML(${markup})`,
    'written',
  ],
  'a script of another document': [
    `out.replaceChildren(...new DOMParser().parseFromString(${markup}, 'text/html').body.childNodes)`,
    'written',
  ],
  'a script for old browsers': [
    "var s = document.createElement('script'); s.noModule = true; s.src = '/say/never'; out.append(s, 'old')",
    'nothingold',
  ],
  'a script that is taken away before it has come': [
    `var s = document.createElement('script'); s.src = "${run}"; document.head.append(s); s.remove()`,
    'ran',
  ],
  'a style sheet that is taken away': [
    "var l = document.createElement('link'); l.rel = 'stylesheet'; l.href = '/say/never.css'; document.head.append(l); l.remove(); out.textContent = 'bare'",
    'bare',
  ],
  'a frame that is taken away later': [
    "var f = document.createElement('iframe'); f.src = '/say/frame'; box.append(f); setTimeout(function () { f.remove(); out.textContent = 'gone'; }, 0)",
    'gone',
  ],
};

describe('a page is not waited for because of', () => {
  let pages: Pages;
  before(async () => {
    const page = (code: string) =>
      `<p id="out">nothing</p><p id="box"></p><button>go</button><script>document.querySelector('button').onclick = function () { ${code}; };</script>`;
    const all = Object.values(ways).map(([code], at) => [`/${at}`, page(code)] as const);
    pages = await startPages(Object.fromEntries(all));
  });
  after(() => pages.close());

  for (const [at, [name, [, says]]] of Object.entries(ways).entries()) {
    test(name, async () => {
      const { candidates } = await pages.open(`/${at}`);
      const click = candidates.find(({ event }) => event === 'click') as Candidate;
      const capture = captured(await pages.tab.fire(fireOrder(click), new Set()));
      assert.equal(textOf(element(capture.document, 'out')), says);
      assert.equal(capture.settled, 'quiet');
    });
  }
});
