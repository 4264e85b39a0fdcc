import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  fireOrder,
  handled,
  list,
  only,
  type Pages,
  shownIn,
  startPages,
} from '../../../test/sites/scripted-pages.ts';
import { captured, element, textOf } from './fixture.ts';

const out = `<p id="out">nothing</p><script>function say(text) { out.textContent = text; }</script>`;

const ways = `${out}
  <b id="plain">plain</b><b id="object">object</b><b id="prop">prop</b><b id="cleared">cleared</b>
  <b id="removed">removed</b><b id="once">once</b><b id="signal">signal</b><b id="press">press</b>
  <b id="bare">bare</b><button id="off" disabled>off</button><b id="bound">bound</b>
  <svg width="20" height="20"><rect id="shape" width="9" height="9"/></svg>
  <script>
    plain.addEventListener('click', () => say('plain'));
    object.addEventListener('click', { handleEvent() { say('object'); } }, true);
    prop.onclick = () => say('prop');
    cleared.onclick = () => say('cleared'); cleared.onclick = null;
    var gone = () => say('gone'); removed.addEventListener('click', gone); removed.removeEventListener('click', gone);
    once.addEventListener('click', () => say('once'), { once: true });
    var control = new AbortController(); signal.addEventListener('click', () => say('never'), { signal: control.signal }); control.abort();
    press.addEventListener('mousedown', () => say('press'));
    off.addEventListener('click', () => say('off'));
    bound.addEventListener('click', function (text) { say(text); }.bind(null, 'bound value'));
    shape.addEventListener('click', () => say('shape'));
  </script>`;

const events = `${out}
  <b id="hover">hover</b><input id="field"><select id="choice"><option>one<option selected>two<option disabled>no<option value="3">three</select>
  <input type="checkbox" id="box"><input id="search" list="known"><datalist id="known"><option value="lisbon"><option value="porto"></datalist>
  <input id="hint" placeholder="e.g. madrid"><input id="area" aria-label="Find a place"><h2>The Andromeda galaxy</h2>
  <div id="slides" tabindex="0">slides</div><div id="row" role="row" tabindex="0">row</div>
  <details><summary>More</summary>inside</details><button popovertarget="pop">Pop</button><div id="pop" popover>popped</div>
  <div id="far" style="height: 60px; overflow: auto"><div style="height: 400px">long</div></div>
  <script>
    hover.addEventListener('mouseenter', () => say('hover'));
    field.addEventListener('focusin', () => say('field'));
    choice.addEventListener('change', () => say('choice ' + choice.value));
    box.addEventListener('change', () => say('box ' + box.checked));
    search.addEventListener('input', () => say('search ' + search.value));
    hint.addEventListener('keyup', () => say('hint ' + hint.value));
    area.addEventListener('keydown', (e) => { if (e.key === 'Enter') say('area ' + area.value); });
    slides.addEventListener('keydown', (e) => { switch (e.key) { case 'ArrowRight': case 'ArrowLeft': say(e.key); break; case 'Escape': say('closed'); } });
    row.addEventListener('click', () => say('row')); row.addEventListener('keydown', (e) => { if (e.key === 'Enter' || e.key === ' ') say('row'); });
    document.addEventListener('keydown', (e) => { if (e.keyCode === 78 || e.keyCode == 34) say('paged'); });
    far.addEventListener('scroll', () => say('far ' + (far.scrollTop > 300)));
  </script>`;

const endless = `${out}<ul id="rows"></ul><div id="end">end</div><script>
  var batch = 0;
  function more() { batch++; for (var i = 0; i < 40; i++) { var li = document.createElement('li'); li.style.height = '40px'; li.textContent = batch + '.' + i; rows.append(li); } say('batch ' + batch); }
  more();
  new IntersectionObserver((entries) => { if (entries.some((e) => e.isIntersecting) && batch < 4) more(); }).observe(end);
  </script>`;

describe('what scripts have bound', () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages(
      {
        '/ways': ways,
        '/events': events,
        '/endless': endless,
        '/window': `${out}<div style="height: 3000px"></div><script>addEventListener('scroll', () => say('at ' + (scrollY > 1000)));</script>`,
        '/shadow': `${out}<div id="host"></div><script>
        var root = host.attachShadow({ mode: 'closed' }); root.innerHTML = '<i>inner</i><u>delegated</u>';
        root.querySelector('i').addEventListener('click', () => say('inner'));
        root.addEventListener('click', (e) => { if (e.target.tagName === 'U') say('delegated'); });</script>`,
        '/outer': `${out}<iframe id="frame" srcdoc="<p><b>framed</b></p><script>document.querySelector('b').onclick = () => parent.say('from the frame')</script>"></iframe>`,
        '/covered': `${out}<button id="under">under</button><button id="free">free</button>
        <div style="position: fixed; left: 0; top: 0; width: 100%; height: 100px; background: white"></div>
        <style>body { margin: 0 } #out { display: none } #under { position: absolute; top: 10px } #free { position: absolute; top: 200px }</style>
        <script>under.onclick = free.onclick = () => say('x');</script>`,
        '/links': `${out}<a id="own" href="/a">own</a><a id="none" href="/b">none</a><a id="route" href="#/list">route</a>
        <nav><a id="inside" href="/c">inside</a></nav><a id="place" href="#out">place</a>
        <script>own.addEventListener('click', (e) => { e.preventDefault(); say('own'); });
        document.querySelector('nav').addEventListener('click', (e) => { var a = e.target.closest('a'); if (!a) return; e.preventDefault(); say('nav ' + a.pathname); });
        addEventListener('hashchange', () => say(location.hash));</script>`,
        '/missed': `${out}<b id="lost">lost</b><b onclick="say('written')">written</b><script>lost.addEventListener('click', () => say('found again'));
        overlook(lost);</script>`,
        '/looks': `${out}<b id="one">one</b><script>var own = [addEventListener, EventTarget.prototype.removeEventListener, Function.prototype.bind,
        Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'onclick').set];
        one.onclick = function handler() {};
        say(own.every((each) => /native code/.test(each.toString())) + ' ' + one.onclick.name + ' ' + addEventListener.name + ' ' + new IntersectionObserver(() => {}).constructor.name);</script>`,
      },
      {},
      {},
      'globalThis.overlook = (bearer) => listenerBook().bindings.delete(bearer);',
    );
  });
  after(() => pages.close());

  test('is found however it was bound, and not after it was removed', async () => {
    const capture = await pages.open('/ways');
    assert.equal(
      list(handled(capture)),
      'click plain listener; click object listener; click prop property; click once listener; click press listener; click bound listener; click shape listener',
    );
    const seen: string[] = [];
    for (const candidate of handled(capture)) seen.push(await pages.shown(candidate));
    assert.deepEqual(seen, ['plain', 'object', 'prop', 'once', 'press', 'bound value', 'shape']);
    const later = captured(await pages.tab.fire(fireOrder(only(capture, 'plain')), new Set()));
    assert.deepEqual(
      handled(later).filter(({ id }) => id === 'once'),
      [],
      'a listener for one time is gone when it was called',
    );
    assert.equal(only(capture, 'bound').handler?.values, '"bound value"');
  });

  test('is fired with the event and the value that it waits for', async () => {
    const capture = await pages.open('/events');
    assert.deepEqual(
      handled(capture).map(({ event, id, text, value }) => [event, id ?? text, value ?? ''].join(' ').trim()),
      [
        'keydown BODY PageDown',
        'mouseover hover',
        'focus field',
        'change choice one',
        'change choice 3',
        'change box',
        'input search lisbon',
        'input search porto',
        'input hint madrid',
        'keydown area Enter',
        'keydown slides ArrowRight',
        'keydown slides ArrowLeft',
        'click row',
        'click More',
        'click Pop',
        'scroll far',
      ].map((each) => each.replace('BODY', capture.candidates.find(({ tag }) => tag === 'body')?.text ?? '')),
    );
    const seen: string[] = [];
    for (const candidate of handled(capture).filter(({ handler }) => handler?.kind !== 'native'))
      seen.push(await pages.shown(candidate));
    assert.deepEqual(seen, [
      ...['paged', 'hover', 'field', 'choice one', 'choice 3', 'box true', 'search lisbon', 'search porto'],
      ...['hint madrid', 'area Andromeda', 'ArrowRight', 'ArrowLeft', 'row', 'far true'],
    ]);
  });

  test('is what the browser itself does: disclosures and popovers', async () => {
    const capture = await pages.open('/events');
    const more = captured(await pages.tab.fire(fireOrder(only(capture, 'More')), new Set()));
    assert.equal(element(more.document, 'details').attrs?.open, '');
    const popped = captured(await pages.tab.fire(fireOrder(only(capture, 'Pop')), new Set()));
    assert.equal(element(more.document, 'pop').hidden, true);
    assert.equal(element(popped.document, 'pop').hidden, undefined);
  });

  test('is scrolled to, as long as there is more to come', async () => {
    let capture = await pages.open('/endless');
    for (const batch of [2, 3, 4]) {
      const [scroll] = handled(capture, 'scroll');
      assert.equal(scroll?.xpath, '/HTML');
      capture = captured(await pages.tab.fire(fireOrder(scroll), new Set()));
      assert.equal(shownIn(capture.document), `batch ${batch}`);
    }
    const page = await pages.open('/window');
    assert.deepEqual(list(handled(page)).replace(/ {2,}/g, ' ').split(' ')[0], 'scroll');
    const end = captured(await pages.tab.fire(fireOrder(handled(page)[0] as never), new Set()));
    assert.equal(shownIn(end.document), 'at true');
    assert.deepEqual(handled(end), [], 'nothing is left to scroll to');
  });

  test('is found in closed shadow roots and in frames', async () => {
    const capture = await pages.open('/shadow');
    assert.equal(list(handled(capture)), 'click inner listener; click delegated delegated');
    assert.equal(await pages.shown(only(capture, 'inner')), 'inner');
    assert.equal(await pages.shown(only(capture, 'delegated')), 'delegated');
    const outer = await pages.open('/outer');
    assert.equal(list(handled(outer)), 'click framed property');
    assert.equal(await pages.shown(only(outer, 'framed')), 'from the frame');
  });

  test('is said to be covered where something else lies over it', async () => {
    const capture = await pages.open('/covered');
    assert.equal(only(capture, 'under').covered, true);
    assert.equal(only(capture, 'free').covered, undefined);
  });

  test('stands beside the address of links that a script may answer', async () => {
    const capture = await pages.open('/links');
    const links = capture.candidates.filter(({ href }) => href !== undefined);
    assert.deepEqual(
      links.map(({ id, handler }) => `${id} ${handler?.kind ?? '-'}`),
      ['own listener', 'none -', 'route native', 'inside delegated', 'place -'],
    );
    assert.equal(links.find(({ id }) => id === 'route')?.handler?.place, 'hash');
    const seen: string[] = [];
    for (const link of links.filter(({ handler }) => handler)) seen.push(await pages.shown(link));
    assert.deepEqual(seen, ['own', '#/list', 'nav /c']);
  });

  test('is asked of the browser where the agent has missed it', async () => {
    const capture = await pages.open('/missed');
    assert.equal(list(handled(capture)), 'click lost listener');
    assert.equal(await pages.shown(only(capture, 'lost')), 'found again');
    assert.equal(capture.candidates.filter(({ call }) => call === "say('written')").length, 1);
  });

  test('does not show to the page that it is followed', async () => {
    const { document } = await pages.open('/looks');
    assert.equal(textOf(element(document, 'out')), 'true handler addEventListener IntersectionObserver');
  });
});
