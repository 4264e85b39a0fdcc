import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { bundled, handled, only, type Pages, startPages } from '../../../test/sites/scripted-pages.ts';

const out = `<p id="out">nothing</p><script>function say(text) { out.textContent = text; }</script>`;
const script = `(function () { var page = 7;
  document.querySelectorAll('b').forEach(function (b, i) { b.addEventListener('click', function () { say('b' + i); }); });
  document.querySelectorAll('i').forEach(function (each) { each.onclick = function () { say('i'); }; }); })();`;

/** Ways to put a function around handlers, as libraries do: each makes all handlers of a page at one place. */
const wrappers: Readonly<Record<string, string>> = {
  merged: 'const wrap = (...all) => (event) => { for (const one of all) one?.(event); };',
  nested:
    'const merge = (...all) => (event) => all.forEach((one) => one(event)); const wrap = (run) => merge(merge(run));',
  proxied: 'function wrap(run) { return function () { return run.apply(this, arguments); }; }',
  held: 'function wrap(run) { const ref = { current: run }; return (...args) => ref.current?.(...args); }',
  keyed:
    "function wrap(run) { const props = { onClick: run }, key = 'onClick'; return function (event) { props[key].call(this, event); }; }",
};

const inline = script.replaceAll("say('", "say('inline ");

describe('where a handler is written and what it is bound to', () => {
  let pages: Pages;
  before(async () => {
    const icons = (body: string) => `${out}<div>${'<u></u>'.repeat(3)}</div><script>${body}</script>`;
    pages = await startPages(
      {
        '/one': `${out}<b>x</b><b>y</b><i>z</i><script src="/static/app.js"></script>`,
        '/two': `${out}<p>before</p><b>x</b><b>y</b><i>z</i><script src="/v2/app.4f9a1c2e.js?v=9"></script>`,
        '/inline': `${out}<b>x</b><i>z</i><script>${inline}</script>`,
        '/lower': `${out}<p>much</p>\n\n<p>before</p>\n<section><b>x</b><i>z</i></section>   <script>${inline}</script>`,
        '/closures': icons(
          "document.querySelectorAll('u').forEach((u, i) => { const page = i + 1; const common = 5; u.onclick = () => say('page ' + page + common); })",
        ),
        '/objects': icons(
          "[{ id: 'a' }, { id: 'b' }, { id: 'c' }].forEach((item, i) => { document.querySelectorAll('u')[i].onclick = () => say(item.id); })",
        ),
        '/bound': icons(
          "document.querySelectorAll('u').forEach((u, i) => { u.onclick = function (n) { say('n' + n); }.bind(null, i); })",
        ),
        '/same': icons(
          "function show() { say('same'); } document.querySelectorAll('u').forEach((u) => { u.onclick = show; })",
        ),
        ...Object.fromEntries(
          Object.entries(wrappers).map(([name, wrap]) => [
            `/wrapped/${name}`,
            icons(
              `${wrap} const one = () => say('one'); const other = () => say('other'); [one, one, other].forEach((run, i) => document.querySelectorAll('u')[i].addEventListener('click', wrap(run)));`,
            ).replace(/<u><\/u>/g, (u, at) => u.replace('><', `>${at}<`)),
          ]),
        ),
        '/told': `${out}<div><u data-n="1"></u><u data-n="2"></u></div><script>document.querySelectorAll('u').forEach((u, i) => { u.onclick = () => say(i); })</script>`,
        '/table': '<p id="out"></p><div id="root"></div><script src="/table.js"></script>',
      },
      {
        '/static/app.js': script,
        '/v2/app.4f9a1c2e.js': script,
        '/table.js': await bundled(
          `import { createRoot } from 'react-dom/client'; import { useState } from 'react';
          function App() { const [page, setPage] = useState(0);
            return <>{[0, 1, 2].map((i) => <button onClick={() => setPage(i)}/>)}<p id="out">{'page ' + page}</p></>; }
          document.getElementById('out').remove(); createRoot(document.getElementById('root')).render(<App/>);`,
        ),
      },
    );
  });
  after(() => pages.close());

  async function values(path: string): Promise<string[]> {
    return handled(await pages.open(path)).map(({ handler }) => handler?.values ?? '');
  }

  async function shownBy(path: string): Promise<string[]> {
    const seen: string[] = [];
    for (const candidate of handled(await pages.open(path))) seen.push(await pages.shown(candidate));
    return seen;
  }

  test('is one place for all elements that it was bound to, and another for another handler', async () => {
    const capture = await pages.open('/one');
    const [x, y, z] = ['x', 'y', 'z'].map((text) => only(capture, text).handler?.place);
    assert.match(x ?? '', /^app\.js#[0-9a-f]{12}:2:\d+$/);
    assert.equal(x, y);
    assert.notEqual(x, z);
    assert.doesNotMatch(`${x}${z}`, /[[\](){}]/);
  });

  test('is that of a wrapper with what it calls: all that one function had merged were one kind', async () => {
    for (const name of Object.keys(wrappers)) {
      const found = handled(await pages.open(`/wrapped/${name}`));
      const [one, same, other] = found.map(({ handler }) => handler?.place);
      assert.ok(one?.includes('>'), `${name}: ${one}`);
      assert.equal(one, same, name);
      assert.notEqual(one, other, name);
    }
  });

  test('does not change with the address or the build number of the same script', async () => {
    const one = only(await pages.open('/one'), 'x').handler;
    const two = only(await pages.open('/two'), 'x').handler;
    assert.deepEqual(two, one);
  });

  test('does not change with what stands before a script in its document', async () => {
    const inline = await pages.open('/inline');
    const lower = await pages.open('/lower');
    assert.match(only(inline, 'x').handler?.place ?? '', /^inline#[0-9a-f]{12}:2:\d+$/);
    for (const text of ['x', 'z']) assert.deepEqual(only(lower, text).handler, only(inline, text).handler);
  });

  test('reads what differs in closures where nothing else tells elements apart', async () => {
    assert.deepEqual(await values('/closures'), ['page=1', 'page=2', 'page=3']);
    assert.deepEqual(await shownBy('/closures'), ['page 15', 'page 25', 'page 35']);
    assert.deepEqual(await values('/objects'), ['item=id:a', 'item=id:b', 'item=id:c']);
    assert.deepEqual(await values('/bound'), ['0', '1', '2']);
  });

  test('reads them of handlers that a framework has made', async () => {
    assert.deepEqual(
      (await values('/table')).map((each) => each.replace(/^\w+=/, '')),
      ['0', '1', '2'],
    );
    assert.deepEqual(await shownBy('/table'), ['page 0', 'page 1', 'page 2']);
  });

  test('counts elements where even closures are the same', async () => {
    assert.deepEqual(await values('/same'), ['nth=1', 'nth=2', 'nth=3']);
  });

  test('has no values where text and attributes decide', async () => {
    assert.deepEqual(await values('/told'), ['', '']);
  });
});
