import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { handled, list, type Pages, startPages } from '../../../test/sites/scripted-pages.ts';

const out = `<p id="out">nothing</p><script>function say(text) { out.textContent = text; }</script>`;
const items = '<ul id="list"><li data-id="1">one</li><li data-id="2">two</li><li class="off">three</li></ul>';

describe('a listener that stands for others', () => {
  let pages: Pages;
  before(async () => {
    const jquery = new URL('../../../node_modules/jquery/dist/jquery.min.js', import.meta.url);
    pages = await startPages(
      {
        '/closest': `${out}${items}<div data-view="x"><i>deep</i></div><script>
        list.addEventListener('click', (e) => { const row = e.target.closest('li[data-id]'); if (!row) return; say(row.dataset.id); });
        document.addEventListener('click', (e) => { const view = e.target.closest('[data-view]'); if (view) say('view ' + view.dataset.view); });</script>`,
        '/tag': `${out}<div id="box"><em>not</em><strong>yes</strong><strong>too</strong></div><script>
        box.onclick = function (event) { if (event.target.tagName === 'STRONG') say(event.target.textContent); };</script>`,
        '/data': `${out}${items}<script>list.addEventListener('click', ({ target }) => { const { id } = target.dataset; if (id) say('id ' + id); });</script>`,
        '/class': `${out}${items}<script>list.addEventListener('click', (e) => { if (e.target.classList.contains('off')) say('off'); });</script>`,
        '/id': `${out}<div id="bar"><b id="left">left</b><b id="right">right</b><b id="else">else</b></div><script>
        bar.addEventListener('click', (e) => { switch (e.target.id) { case 'left': say('l'); break; case 'right': say('r'); } });</script>`,
        '/passed': `${out}${items}<script>function pick(e) { say('picked ' + e.target.dataset.id); }
        list.addEventListener('click', (e) => pick(e));</script>`,
        '/looks': `${out}<div id="box"><span role="button">role</span><button>button</button><i>not</i><span tabindex="0">tab</span></div><script>
        function pick(e) { say(e.target.textContent); } box.addEventListener('click', (e) => pick(e));</script>`,
        '/cursor': `${out}<style>.hand { cursor: pointer }</style><div id="box"><div class="hand"><span>card</span></div><div>no</div></div><script>
        function pick(e) { say('hand ' + (e.target.closest('.hand') !== null)); } box.addEventListener('click', (e) => pick(e));</script>`,
        '/rows': `${out}<ul id="plain"><li>alpha</li><li>beta</li></ul><script>plain.addEventListener('click', (e) => say(e.target.textContent));</script>`,
        '/tree': `${out}<style>#tree div { cursor: pointer }</style><div id="tree">
          <div><img class="tree-expander"><img class="icon">Fruit</div><div><img class="tree-expander"><img class="icon">Bread</div>
          <div><img class="line"><img class="icon">Salt</div></div><script>
        function pick(e) { say((e.target.className === 'tree-expander' ? 'unfolds ' : 'chooses ') + e.target.parentNode.textContent); }
        tree.addEventListener('click', (e) => pick(e));</script>`,
        '/menu': `${out}<ul><li><a href="#a">File</a><ul style="visibility: hidden"><li>Open</li></ul></li>
          <li><a href="#b">Edit</a><ul style="display: none"><li>Undo</li></ul></li><li>Help</li><li>Shown<ul><li>in sight</li></ul></li></ul><script>
        function over(e) { const entry = e.target.closest('li'); if (entry?.querySelector('ul')) say('opens ' + entry.firstChild.textContent); }
        document.addEventListener('mouseover', (e) => over(e));</script>`,
        '/bar': `${out}<div id="bar"><a role="menuitem" aria-haspopup="true">File</a><a role="menuitem" aria-haspopup="true">Edit</a><a role="menuitem">Help</a></div><script>
        function over(e) { if (e.target !== bar) say('opens ' + e.target.textContent); } bar.addEventListener('mousemove', (e) => over(e));</script>`,
        '/self': `${out}<div id="card"><b>title</b><i>text</i></div><div id="modal"><div>dialog</div></div><script>
        card.addEventListener('click', (e) => { e.preventDefault(); say('card'); });
        modal.addEventListener('click', (e) => { if (e.target === e.currentTarget) say('backdrop'); });</script>`,
        '/outside': `${out}<div id="menu"><b>entry</b></div><button>dead</button><script>
        document.addEventListener('click', (e) => { if (!e.target.closest('#menu')) menu.hidden = true; });
        document.addEventListener('click', (e) => { if (!menu.contains(e.target)) menu.hidden = true; });
        document.addEventListener('mousemove', (e) => track(e)); window.addEventListener('mouseup', (e) => track(e));</script>`,
        '/anywhere': `${out}<p>text</p><script>document.addEventListener('click', () => say('next'));</script>`,
        '/unknown': `${out}<a href="/in">in</a><a href="http://other.invalid/">off</a><button>b</button><p>text</p><i>text</i><script>
        function route(e) { const a = e.composedPath().find((each) => each.href); if (a) { e.preventDefault(); say('route ' + a.pathname); } }
        document.addEventListener('click', (e) => route(e));</script>`,
        '/gallery': `${out}<a href="/big.jpg" data-box="a">picture</a><a href="#more" data-box="b">more</a><a href="#text">text</a><a href="/in">in</a>
        <p id="text">text</p><div id="more" hidden>More</div><script>
        const openers = ['[data-box]'];
        document.body.addEventListener('click', (e) => { if (e.target.closest('[data-box-close]')) return;
          const found = openers.find((each) => e.target.matches(each)); if (found) { e.preventDefault(); say('box ' + e.target.dataset.box); } });</script>`,
        '/grid': `${out}<div id="grid"><div><i>Head</i></div><div><p role="row">one</p><p role="row">two</p></div></div><a title="tip of it">titled</a><script>
        function told(type, e) { if (type === 'contextmenu') say('menu of ' + e.target.textContent); }
        for (const type of ['click', 'contextmenu']) grid.addEventListener(type, told.bind(null, type));
        function over() { const e = arguments[0]; if (e.target.title) say(e.target.title); } document.addEventListener('mouseover', over);</script>`,
        '/handed': `${out}<style>b { cursor: pointer }</style><div id="box"><b>one</b><b>two</b></div><script>
        function bind(run) { return function () { return run.apply(box, arguments); }; }
        box.addEventListener('click', bind((e) => { if (e.target !== box) say('hand ' + e.target.textContent); }));</script>`,
        '/behind': `${out}<div id="box"><button>menu</button></div><script src="/jquery.js"></script><script>
        function drag(e) { document.title = e.type; } $(document.documentElement).on('mouseup', (e) => drag(e));
        $('#box').on('click', 'button', () => say('named'));</script>`,
        '/fields': `${out}<form id="form"><select id="s"><option>a<option>b</select><input type="checkbox" id="c"><input type="password" id="p"></form><script>
        form.addEventListener('change', (e) => say(e.target.id + ' ' + (e.target.checked ?? e.target.value)));</script>`,
      },
      { '/jquery.js': readFileSync(jquery, 'utf8') },
    );
  });
  after(() => pages.close());

  async function resolved(path: string): Promise<string> {
    return list(handled(await pages.open(path)));
  }

  async function shownBy(path: string): Promise<string[]> {
    const seen: string[] = [];
    for (const candidate of handled(await pages.open(path))) seen.push(await pages.shown(candidate));
    return seen;
  }

  test('is resolved by the selectors in its text', async () => {
    assert.equal(
      await resolved('/closest'),
      'click one delegated; click two delegated; click deep delegated',
    );
    assert.deepEqual(await shownBy('/closest'), ['1', '2', 'view x']);
  });

  // Of Tabulator's rows no menu was found, and no tooltip of jQuery UI.
  test('is asked for menus by its rows, and for tooltips by what has a title', async () => {
    assert.equal(
      await resolved('/grid'),
      'click one delegated; contextmenu one delegated; click two delegated; contextmenu two delegated; mouseover titled delegated',
    );
    const shown = new Set(await shownBy('/grid'));
    assert.deepEqual([...shown], ['nothing', 'menu of one', 'menu of two', 'tip of it']);
  });

  test('is resolved by the tags, classes, data and ids that it looks at', async () => {
    assert.equal(await resolved('/tag'), 'click yes delegated; click too delegated');
    assert.equal(await resolved('/data'), 'click one delegated; click two delegated');
    assert.equal(await resolved('/class'), 'click three delegated');
    assert.equal(await resolved('/id'), 'click left delegated; click right delegated');
    assert.deepEqual(await shownBy('/tag'), ['yes', 'too']);
    assert.deepEqual(await shownBy('/data'), ['id 1', 'id 2']);
    assert.deepEqual(await shownBy('/id'), ['l', 'r']);
  });

  test('stands for what looks as if it reacts, where its text tells nothing', async () => {
    assert.equal(await resolved('/passed'), 'click one delegated; click two delegated');
    assert.equal(
      await resolved('/looks'),
      'click role delegated; click button delegated; click tab delegated',
    );
    assert.deepEqual(await shownBy('/looks'), ['role', 'button', 'tab']);
  });

  test('stands for what has a pointing hand in the last place, and for the rows of a list', async () => {
    assert.equal(await resolved('/cursor'), 'click card cursor');
    assert.deepEqual(await shownBy('/cursor'), ['hand true']);
    assert.equal(await resolved('/rows'), 'click alpha delegated; click beta delegated');
    assert.deepEqual(await shownBy('/rows'), ['alpha', 'beta']);
  });

  test('stands for the signs that unfold the nodes of a tree, each called by its node: nodes were lost', async () => {
    const tree = await pages.open('/tree');
    const signs = handled(tree, 'click').filter(({ tag }) => tag === 'img');
    assert.deepEqual(
      signs.map(({ text }) => text),
      ['Fruit', 'Bread'],
    );
    assert.equal(await pages.shown(signs[1] ?? assert.fail()), 'unfolds Bread');
    const nodes = handled(tree, 'click').filter(({ tag }) => tag === 'div');
    assert.deepEqual(
      nodes.map(({ text }) => text),
      ['Fruit', 'Bread', 'Salt'],
    );
  });

  test('on the whole document opens menus by a pointer over their entries: they stayed shut', async () => {
    const entries = handled(await pages.open('/menu'), 'mouseover');
    assert.deepEqual(
      entries.map(({ text }) => text),
      ['File', 'Edit'],
    );
    assert.equal(await pages.shown(entries[1] ?? assert.fail()), 'opens Edit');
  });

  test('on a menu is asked by the entries that open another menu: the bar was pointed at as a whole', async () => {
    const entries = handled(await pages.open('/bar'), 'mouseover');
    assert.deepEqual(
      entries.map(({ text }) => text),
      ['File', 'Edit'],
    );
    assert.equal(await pages.shown(entries[1] ?? assert.fail()), 'opens Edit');
  });

  test('stands for itself where it does not look at what was clicked', async () => {
    assert.equal(await resolved('/self'), 'click titletext listener; click dialog listener');
    assert.deepEqual(await shownBy('/self'), ['card', 'backdrop']);
  });

  test('that hands all it was called with to another stands for what may react: a box was clicked as a whole', async () => {
    assert.equal(await resolved('/handed'), 'click one cursor; click two cursor');
    assert.deepEqual(await shownBy('/handed'), ['hand one', 'hand two']);
  });

  test('on the whole page stands back behind what names its elements: a menu was given up with the page', async () => {
    const [button] = handled(await pages.open('/behind'), 'click');
    assert.match(button?.handler?.place ?? '', /:3:\d+$/);
    assert.equal(await pages.shown(button ?? assert.fail()), 'named');
  });

  test('is no candidate where it closes what is elsewhere or follows the mouse', async () => {
    assert.equal(await resolved('/outside'), '');
  });

  test('on the whole document counts once where it takes no event, and else for what may react', async () => {
    const anywhere = handled(await pages.open('/anywhere'));
    assert.deepEqual(
      anywhere.map(({ tag, handler }) => `${tag} ${handler?.kind}`),
      ['body delegated'],
    );
    assert.deepEqual(await shownBy('/anywhere'), ['next']);
    const unknown = handled(await pages.open('/unknown'));
    assert.deepEqual(
      unknown.map(({ text, href, handler }) => `${text} ${href !== undefined} ${handler?.kind}`),
      ['in true delegated', 'b false delegated'],
    );
    assert.equal(await pages.shown(unknown[0] as never), 'route /in');
  });

  test('with selectors that name nothing on the page may answer links to what is no page', async () => {
    assert.equal(await resolved('/gallery'), 'click picture delegated; click more delegated');
    assert.deepEqual(await shownBy('/gallery'), ['box a', 'box b']);
  });

  test('of changes stands for the fields inside', async () => {
    assert.equal(await resolved('/fields'), 'change b =b delegated; change c delegated');
    assert.deepEqual(await shownBy('/fields'), ['s b', 'c true']);
  });
});
