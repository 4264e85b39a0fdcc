import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fireOrder, only, type Pages, startPages } from '../../../test/sites/scripted-pages.ts';
import type { Candidate } from '../../model/index.ts';
import { captured, element, textOf } from './fixture.ts';

const out = `<p id="out">nothing</p><script>function say(text) { out.textContent = text; }</script>`;

describe('firing', () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages({
      '/sequence': `${out}<b id="all">all</b><script>var seen = [];
        for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'touchstart']) all.addEventListener(type, (e) => { seen.push(e.type); say(seen.join(' ')); });</script>`,
      '/moves': `${out}<b id="tip">tip</b><b id="list">list</b><script>var seen = [];
        for (const kind of ['pointer', 'mouse']) for (const what of ['over', 'enter', 'move'])
          tip.addEventListener(kind + what, (e) => { seen.push(e.type + (e.pointerType ? ' of a ' + e.pointerType : '')); say(seen.join(', ')); });
        list.addEventListener('pointerdown', (e) => { if (e.pointerType === 'mouse' && e.buttons === 1) say('open'); });</script>`,
      '/touch': `${out}<b id="tap">tap</b><script>tap.addEventListener('touchend', (e) => say('touched ' + e.touches.length + ' of ' + e.changedTouches.length));</script>`,
      '/typing': `${out}<input id="field" list="l"><datalist id="l"><option value="ab"></datalist><script>var seen = [];
        for (const type of ['keydown', 'input', 'keyup', 'change']) field.addEventListener(type, (e) => { seen.push(e.type + (e.key ? ':' + e.key : '') + '=' + field.value); say(seen.join(' ')); });</script>`,
      '/instance': `${out}<input id="field" list="l"><datalist id="l"><option value="ab"></datalist><script>
        var proto = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value'); var kept = '';
        Object.defineProperty(field, 'value', { get() { return proto.get.call(this); }, set(v) { kept = v; proto.set.call(this, v); } });
        field.addEventListener('input', () => say(field.value === kept ? 'not noticed' : 'noticed ' + field.value));</script>`,
      '/keys': `${out}<div id="box" tabindex="0">box</div><script>box.addEventListener('keydown', (e) => { if (e.keyCode === 39) say(e.key + ' ' + e.code + ' ' + e.which); });</script>`,
      '/ask': `<h1>The lighthouse</h1>${out}<div><input id="q"><button id="go">Search</button></div><div><input id="who"><button id="add">Add</button></div><script>
        go.addEventListener('click', () => say('asked ' + q.value)); add.addEventListener('click', () => say('added ' + who.value));</script>`,
      '/hover': `<p id="out">nothing</p><p id="seen"></p><div id="menu">menu <i id="item">item</i></div><b id="other">other</b><b id="beside">beside</b><script>
        for (const type of ['mouseenter', 'mouseleave', 'mouseout']) menu.addEventListener(type, (e) => { seen.textContent += type + (e.relatedTarget ? ' to ' + e.relatedTarget.id : '') + '; '; });
        for (const each of [item, other]) each.addEventListener('click', () => { out.textContent = each.id; });
        beside.addEventListener('mouseover', () => { out.textContent = 'beside'; });</script>`,
      '/around': `${out}<div id="bar"><div id="entry"><i id="title">title</i><i id="sign">sign</i></div></div><b id="else">else</b><script>var seen = [];
        for (const each of [bar, entry, title]) for (const type of ['mouseenter', 'mouseleave']) each.addEventListener(type, () => { seen.push(type.slice(5) + ' ' + each.id); say(seen.join(', ')); });</script>`,
      '/dress': `${out}<button id="fold">fold</button><button id="tell">tell</button><script>
        fold.addEventListener('click', () => document.body.classList.toggle('folded')); tell.addEventListener('click', () => say('told'));</script>`,
      '/gone': `${out}<div id="menu">menu</div><div id="place"></div><script>
        menu.addEventListener('mouseenter', () => { place.innerHTML = '<button id="inner">inner</button>'; inner.addEventListener('click', () => say('inner')); });
        menu.addEventListener('mouseleave', () => { place.innerHTML = ''; });</script>`,
      '/quiz': `${out}<p id="list"><label><input type="radio" name="a" value="oak">oak</label><label><input type="radio" name="a" value="elm">elm</label></p><button id="submit">Submit</button><button id="other">Other</button>
        <script>var chosen = () => document.querySelector(':checked')?.value ?? 'no answer'; submit.onclick = () => say('You said ' + chosen()); other.onclick = () => say('other of ' + chosen());</script>`,
      '/folds': `${out}<button id="first">first</button><button id="second">second</button><button id="third">third</button>
        <script>for (const b of [first, second, third]) b.addEventListener('click', (e) => { if (e.isTrusted && b !== first) say(b.id); });</script>`,
      '/cells': `${out}<div id="cell"><b id="sign" style="display: block">sign</b></div><div id="wide" style="padding: 20px"><b id="small">small</b></div><script>
        for (const b of [sign, small]) b.addEventListener('click', (e) => { say(b.id); e.stopPropagation(); }); for (const b of [cell, wide]) b.addEventListener('click', (e) => { if (e.isTrusted) say(b.id); });</script>`,
      '/trusted': `${out}<button id="strict">strict</button><button id="strict2">strict too</button><button id="never">never</button><button id="count">count</button>
        <div style="height: 2000px"></div><button id="far">far</button><div id="keys" tabindex="0">keys</div><script>
        var calls = 0; for (const b of [strict, strict2, far]) b.addEventListener('click', (e) => { if (e.isTrusted) say(b.id + ' ' + ++calls); });
        never.addEventListener('click', () => { never.tries = (never.tries || 0) + 1; });
        count.addEventListener('click', () => say('tries ' + never.tries));
        keys.addEventListener('keydown', (e) => { if (e.isTrusted && e.key === 'ArrowRight') say('trusted key'); });</script>`,
    });
  });
  after(() => pages.close());

  async function fired(path: string, id: string, event = 'click'): Promise<string> {
    return pages.shown(only(await pages.open(path), id, event));
  }

  test('a click sends everything that a finger on a mouse would', async () => {
    assert.equal(await fired('/sequence', 'all'), 'pointerdown mousedown pointerup mouseup click');
  });

  test('a mouse that comes over an element enters it, moves there, and says that it is a mouse', async () => {
    const mouse = ['pointerover', 'pointerenter', 'mouseover', 'mouseenter', 'pointermove', 'mousemove'];
    const told = mouse.map((type) => (type.startsWith('pointer') ? `${type} of a mouse` : type));
    assert.equal(await fired('/moves', 'tip', 'mouseover'), told.join(', '));
    assert.equal(await fired('/moves', 'list'), 'open');
  });

  test('a box and the button that searches with it are one action: it never asks for nothing', async () => {
    assert.equal(await fired('/ask', 'go'), 'asked lighthouse');
    assert.equal((await fired('/ask', 'add')).trim(), 'added');
  });

  test('an event that changes how the whole document looks says so, and one that changes it back does not', async () => {
    const page = await pages.open('/dress');
    const redressed = async (id: string) => {
      const outcome = await pages.tab.fire(fireOrder(only(page, id)), new Set([page.fingerprint]));
      return outcome.kind !== 'lost' && outcome.redressed === true;
    };
    assert.equal(await redressed('tell'), false);
    assert.equal(await redressed('fold'), true);
    assert.equal(await redressed('tell'), false);
    assert.equal(await redressed('fold'), false);
  });

  test('a click on what only knows touches is a touch', async () => {
    assert.equal(await fired('/touch', 'tap'), 'touched 0 of 1');
  });

  test('typing sends keys, input and change, past what a framework put before the value', async () => {
    assert.equal(await fired('/typing', 'field', 'input'), 'keydown:b= input=ab keyup:b=ab change=ab');
    assert.equal(await fired('/instance', 'field', 'input'), 'noticed ab');
  });

  test('a key has its name, its code and its number', async () => {
    assert.equal(await fired('/keys', 'box', 'keydown'), 'ArrowRight ArrowRight 39');
  });

  test('a pointer leaves what it was over when it goes elsewhere, not when it goes inside', async () => {
    const seen = async (id: string, event: string) => {
      const { document, change } = captured(
        await pages.tab.fire(
          { id, xpath: `/${id === 'menu' ? 'DIV' : id === 'item' ? 'I' : 'B'}`, event },
          new Set(),
        ),
      );
      return [
        textOf(element(document, 'out')),
        textOf(element(document, 'seen')),
        change?.path.replace(/.*\//, ''),
      ];
    };
    await pages.open('/hover');
    assert.deepEqual(await seen('menu', 'mouseover'), ['nothing', 'mouseenter;', 'P[2]']);
    assert.deepEqual(await seen('item', 'click'), ['item', 'mouseenter;', 'P[1]']);
    const left = 'mouseenter; mouseout to other; mouseleave to other;';
    assert.deepEqual(
      await seen('other', 'click'),
      ['other', left, 'P[1]'],
      'which is no effect of the click',
    );
    assert.deepEqual(await seen('beside', 'mouseover'), ['beside', left, 'P[1]'], 'and left once');
  });

  // A menu that opens under the pointer was lost: its entry hears the pointer come, and only the title in it was entered.
  test('a pointer enters and leaves what the element is in, the outermost first and the innermost first', async () => {
    const over = async (...ids: readonly string[]) => {
      await pages.open('/around');
      const fire = (id: string) =>
        pages.tab.fire({ id, xpath: id === 'else' ? '/B' : '/I', event: 'mouseover' }, new Set());
      for (const id of ids.slice(0, -1)) await fire(id);
      return textOf(element(captured(await fire(ids.at(-1) ?? '')).document, 'out'));
    };
    const entered = 'enter bar, enter entry, enter title';
    assert.equal(await over('title'), entered);
    assert.equal(await over('title', 'sign'), `${entered}, leave title`);
    assert.equal(await over('title', 'sign', 'else'), `${entered}, leave title, leave entry, leave bar`);
  });

  test('where a pointer that leaves changes the page, it is told on what the event was fired', async () => {
    const over = { id: 'menu', xpath: '/DIV', event: 'mouseover' };
    const click = { id: 'other', xpath: '/B', event: 'click' };
    const left = 'mouseenter; mouseout to other; mouseleave to other;';
    await pages.open('/hover');
    const open = captured(await pages.tab.fire(over, new Set()));
    const paused = await pages.tab.fire({ ...click, pauses: true }, new Set([open.fingerprint]));
    assert.equal('paused' in paused && paused.paused, true, 'what was left is not known');
    const { document, fingerprint, change } = captured(paused);
    assert.deepEqual(
      [textOf(element(document, 'out')), textOf(element(document, 'seen'))],
      ['nothing', left],
      'and is shown before the event is fired',
    );
    assert.equal(change?.path, '/HTML/BODY[1]/P[2]', 'as a change of its own');
    const fired = await pages.tab.fire({ ...click, pauses: true }, new Set());
    assert.equal('before' in fired, false, 'the pointer has left already');
    assert.equal(textOf(element(captured(fired).document, 'out')), 'other');

    for (const [order, known] of [
      [{ ...click, pauses: true as const }, [fingerprint]],
      [click, []],
    ] as const) {
      await pages.open('/hover');
      await pages.tab.fire(over, new Set());
      const outcome = await pages.tab.fire(order, new Set(known));
      assert.equal('before' in outcome && outcome.before, fingerprint);
      assert.equal(textOf(element(captured(outcome).document, 'out')), 'other', 'in one go');
    }
  });

  test('what is there only while the pointer is elsewhere can be fired all the same', async () => {
    await pages.open('/gone');
    await pages.tab.fire({ id: 'menu', xpath: '/DIV', event: 'mouseover' }, new Set());
    const { document } = captured(
      await pages.tab.fire(
        { id: 'inner', xpath: '/HTML/BODY[1]/DIV[2]/BUTTON[1]', event: 'click', pauses: true },
        new Set(),
      ),
    );
    assert.equal(textOf(element(document, 'out')), 'inner');
  });

  // Of a quiz only the first question was found.
  test('a button that takes an answer is pressed with one, another without', async () => {
    const capture = await pages.open('/quiz');
    assert.equal(await pages.shown(only(capture, 'Other')), 'other of no answer');
    assert.equal(await pages.shown(only(capture, 'Submit')), 'You said oak');
  });

  test('input of the browser follows where an event of ours changed nothing, wherever the element is', async () => {
    const capture = await pages.open('/trusted');
    assert.equal(await pages.shown(only(capture, 'strict')), 'strict 1');
    assert.equal(await pages.shown(only(capture, 'strict2')), 'strict2 2');
    assert.equal(await pages.shown(only(capture, 'far')), 'far 3');
    assert.equal(await pages.shown(only(capture, 'keys', 'keydown')), 'trusted key');
  });

  test('input is tried once for an element that answers to neither', async () => {
    const capture = await pages.open('/trusted');
    const never = fireOrder(only(capture, 'never'));
    for (let turn = 0; turn < 3; turn++) await pages.tab.fire(never, new Set());
    assert.equal(await pages.shown(only(capture, 'count')), 'tries 4');
  });

  // Of an accordion whose first fold was open, the others were left closed.
  test('input is tried once more where the first element of a handler does nothing', async () => {
    const capture = await pages.open('/folds');
    for (const [name, expected] of Object.entries({ first: 'nothing', second: 'second', third: 'third' }))
      assert.equal(await pages.shown(only(capture, name)), expected);
  });

  // Cells of a table seemed to unfold its rows, and folds to be opened by what holds them, until that was tried again.
  test('input of the browser does not go to what reacts by itself inside of an element', async () => {
    const capture = await pages.open('/cells');
    const press = (id: string) => {
      const order = capture.candidates.find((each) => each.id === id && each.event === 'click');
      return pages.shown(order as Candidate);
    };
    assert.equal(await press('cell'), 'nothing');
    assert.equal(await press('wide'), 'wide');
  });
});
