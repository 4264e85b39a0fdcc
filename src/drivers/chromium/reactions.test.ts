import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fireOrder, type Pages, shownIn, startPages } from '../../../test/sites/scripted-pages.ts';
import type { Candidate, Capture } from '../../model/index.ts';
import { captured } from './fixture.ts';

const out =
  '<p id="out">nothing</p><script>function say(text) { document.getElementById("out").textContent = text; }</script>';
const options =
  '<option value="">Choose</option><option value="1">one</option><option value="2" disabled>two</option><option value="3">three</option>';

describe('what reacts', () => {
  let pages: Pages;
  before(async () => {
    pages = await startPages(
      {
        '/choices': `${out}<select id="a" onchange="say('a' + this.value)">${options}</select>
        <select id="b">${options}</select><form id="f" onchange="say('c' + event.target.value)"><select id="c">${options}</select></form>
        <select id="d" onclick="say('d' + this.value)">${options}</select><script>b.onchange = () => say('b' + b.value);</script>`,
        '/bulk': `${out}<select onchange="say(this.value)"><option>Bulk actions</option><option value="x">Edit</option><option value="y">Delete</option></select>`,
        '/attributes': `${out}<p onmousedown="say('down')">down</p><p onpointerup="say('up')">up</p><p onmouseenter="say('enter')">enter</p>
        <p onmouseleave="say('leave')">leave</p><p ondblclick="say('twice')">twice</p><p oncontextmenu="say('menu'); return false">menu</p><p onblur="say('left')" tabindex="0">left</p>`,
        '/same': `${out}<p onmousedown="say('x')" onmouseup="say('x')" onclick="say('x')" ondblclick="say('x')">same</p>
        <p onmousedown="say('d')" onclick="say('c')">other</p><ul onclick="say(event.target.id)"><li id="one">1</li><li id="two">2</li></ul>
        <b id="ripple">ripple</b><b id="single">single</b><b id="composed">composed</b><script>var wrap = () => (event) => {}; var make = () => (event) => say(event.type);
        for (const type of ['click', 'mouseleave', 'blur', 'dblclick']) ripple.addEventListener(type, make());
        const one = make(); for (const type of ['click', 'contextmenu']) single.addEventListener(type, one);
        for (const type of ['click', 'contextmenu']) composed.addEventListener(type, make());</script>`,
        '/nested': `${out}<ul><li id="outer">outer<ul id="menu" hidden><li id="inner">inner</li><li id="pick">pick</li></ul></li></ul><script>
        const hear = (id, type, run) => document.getElementById(id).addEventListener(type, run);
        hear('outer', 'mouseover', () => { menu.hidden = false; }); hear('inner', 'mouseover', () => say('inside')); hear('pick', 'click', () => say('picked'));</script>`,
        '/leaves': `${out}<input id="field"><button id="go" onclick="field.value = 'x'; say('changed'); location = '/there'">go</button>
        <button id="open" onclick="window.open('/window').focus()">open</button><button id="stay" onclick="say('stayed')">stay</button>
        <button id="two" onclick="location = '/first'; location.assign('/second')">two</button>
        <p id="over">over</p><script>over.onmouseover = () => say('over'); over.onmouseout = () => { location = '/out'; };</script>`,
        '/over': `${out}<div id="app"><button id="below">below</button><button id="open">open</button><button id="bar">bar</button><b role="tab" aria-selected="true" id="tab">tab</b></div><div aria-hidden="true"><button id="never">never</button></div><div id="over"></div><script>
        const hear = (id, run) => document.getElementById(id).addEventListener('click', run);
        for (const id of ['below', 'never', 'tab']) hear(id, () => say(id));
        hear('bar', () => { over.innerHTML = '<div style="position: fixed; inset: 0 0 auto; height: 15vh; background: red"></div>'; say('bar'); });
        hear('open', () => { app.setAttribute('aria-hidden', 'true'); over.innerHTML = '<button id="close">close</button>'; hear('close', () => { app.removeAttribute('aria-hidden'); over.innerHTML = ''; say('closed'); }); });</script>`,
        '/one': `${out}<script>var from = 'a'; function load(n) { say(from + n); }</script><button onclick="load(2)">load</button>`,
        '/other': `${out}<script>var from = 'b'; function load(n) { say(from + n); }</script><button onclick="load(2)">load</button>`,
        '/outside': `${out}<script src="/load.js"></script><button onclick="load(2)">load</button>`,
        '/typing': `${out}<h1>The Andromeda galaxy</h1><input id="new" placeholder="What needs to be done?"><textarea id="note"></textarea>
        <input id="town" placeholder="e.g. lisbon"><input id="find" type="search"><input id="page" value="7"><form action="/sent"><input id="sent" name="sent"></form><script>
        for (const each of document.querySelectorAll('input,textarea')) { each.addEventListener('input', () => say(each.id + ' typed ' + each.value));
          each.addEventListener('keydown', (e) => { if (e.key === 'Enter' && e.isTrusted) location = '/sent'; else if (e.key === 'Enter' && each.value) say(each.id + ' entered ' + each.value); }); }</script>`,
      },
      { '/load.js': 'function load(n) {}' },
    );
  });
  after(() => pages.close());

  const brief = ({ candidates }: Capture) =>
    candidates.map(({ event, text, value = '' }) => `${event} ${text}${value && `=${value}`}`);

  async function said(path: string, wanted: (candidate: Candidate) => boolean): Promise<string[]> {
    const found = (await pages.open(path)).candidates.filter(wanted);
    const texts: string[] = [];
    for (const candidate of found) {
      await pages.open(path);
      texts.push(await pages.shown(candidate));
    }
    return texts;
  }

  test('are the options of a list that can be chosen, however they are bound', async () => {
    assert.deepEqual(await said('/choices', () => true), ['a1', 'a3', 'b1', 'b3', 'c1', 'c3', 'd1', 'd3']);
    assert.deepEqual(
      brief(await pages.open('/bulk')),
      ['change Edit=x', 'change Delete=y'],
      'by their names',
    );
  });

  test('is what attributes say, whatever the event', async () => {
    assert.deepEqual(await said('/attributes', () => true), [
      'down',
      'up',
      'enter',
      'leave',
      'twice',
      'menu',
      'left',
    ]);
  });

  test('is fired once where several handlers do the same, and for each where they do not', async () => {
    assert.deepEqual(brief(await pages.open('/same')), [
      ...['click same', 'click other', 'mousedown other', 'click 12', 'click 1', 'click 2', 'click ripple'],
      ...['click single', 'click composed', 'contextmenu composed'],
    ]);
    assert.deepEqual(await said('/same', ({ id }) => id === 'composed'), ['click', 'contextmenu']);
    assert.deepEqual(await said('/same', ({ text }) => text === 'other'), ['c', 'd']);
    assert.deepEqual(await said('/same', ({ id }) => id === 'two'), ['two']);
  });

  test('is not pointed at while it is hidden', async () => {
    const { candidates } = await pages.open('/nested');
    const named = (all: readonly Candidate[]) => all.map(({ id, event }) => `${event} ${id}`);
    assert.deepEqual(named(candidates), ['mouseover outer', 'click pick']);
    const [outer] = candidates;
    assert.ok(outer);
    const unfolded = captured(await pages.tab.fire(fireOrder(outer), new Set()));
    assert.deepEqual(named(unfolded.candidates), ['mouseover outer', 'mouseover inner', 'click pick']);
  });

  test('leads where it would have taken the page, whatever else it changed', async () => {
    const fired = async (id: string) => {
      const capture = await pages.open('/leaves');
      const order = fireOrder(capture.candidates.find((each) => each.id === id) as Candidate);
      return pages.tab.fire(order, new Set());
    };
    const { origin } = pages.site;
    const went = await fired('go');
    assert.deepEqual(
      ['leaves' in went && went.leaves, shownIn(captured(went).document)],
      [`${origin}/there`, 'changed'],
    );
    const opened = await fired('open');
    assert.equal('leaves' in opened, false);
    assert.deepEqual(captured(opened).wanted, [`${origin}/window`]);
    assert.equal('leaves' in (await fired('stay')), false);
    const twice = await fired('two');
    assert.deepEqual(
      [captured(twice).wanted, 'leaves' in twice && twice.leaves],
      [[`${origin}/first`, `${origin}/second`], `${origin}/second`],
    );
  });

  test('is not taken for where a pointer that left would have gone', async () => {
    const { candidates } = await pages.open('/leaves');
    const order = (id: string) => fireOrder(candidates.find((each) => each.id === id) as Candidate);
    await pages.tab.fire(order('over'), new Set());
    const next = await pages.tab.fire(order('stay'), new Set());
    assert.equal('leaves' in next, false);
    assert.deepEqual(captured(next).wanted, [`${pages.site.origin}/out`]);
  });

  test('is left by the pointer also where no other event follows', async () => {
    const { candidates } = await pages.open('/leaves');
    const over = candidates.filter(({ id }) => id === 'over');
    assert.deepEqual(
      over.map(({ event }) => event),
      ['mouseover', 'mouseout'],
    );
    const left = await pages.tab.fire(fireOrder(over[1] as Candidate), new Set());
    assert.equal('leaves' in left && left.leaves, `${pages.site.origin}/out`);
  });

  test('is not expected to do anything while something is open over it, nor where it is the one that is shown', async () => {
    const spared = ({ candidates }: Capture) => candidates.filter(({ spare }) => spare).map(({ id }) => id);
    const opened = await pages.open('/over');
    assert.deepEqual(spared(opened), ['tab'], 'what could never be had may be all there is');
    const fire = async ({ candidates }: Capture, id: string) =>
      captured(
        await pages.tab.fire(fireOrder(candidates.find((each) => each.id === id) as Candidate), new Set()),
      );
    const over = await fire(opened, 'open');
    assert.deepEqual(spared(over), ['below', 'open', 'bar', 'tab']);
    const closed = await fire(over, 'close');
    assert.deepEqual(spared(closed), ['tab']);
    assert.deepEqual(
      spared(await fire(closed, 'bar')),
      ['tab'],
      'a bar at the edge is nothing that closes again',
    );
  });

  test('is typed into only where the page suggests what, and what was typed is told', async () => {
    const capture = await pages.open('/typing');
    const { candidates } = capture;
    const texts = candidates
      .filter(({ event }) => event === 'input')
      .map(({ id, value }) => `${id} ${value}`);
    assert.deepEqual(texts, ['town lisbon', 'find Andromeda']);
    assert.equal(capture.typed, undefined);
    const entered = candidates.filter(({ event }) => event === 'keydown');
    assert.deepEqual(
      entered.map(({ id }) => id),
      ['new', 'note', 'town', 'find', 'page', 'sent'],
    );
    const seen: unknown[] = [];
    for (const candidate of entered) {
      await pages.open('/typing');
      const { document, typed, wanted } = captured(await pages.tab.fire(fireOrder(candidate), new Set()));
      seen.push([candidate.id, shownIn(document), typed, wanted.length]);
    }
    assert.deepEqual(seen, [
      ['new', 'nothing', undefined, 1],
      ['note', 'nothing', undefined, 0],
      ['town', 'town entered lisbon', ['lisbon'], 0],
      ['find', 'find entered Andromeda', ['Andromeda'], 0],
      ['page', 'page entered 7', undefined, 0],
      ['sent', 'nothing', undefined, 0],
    ]);
    await pages.open('/typing');
    const order = (id: string) =>
      fireOrder(candidates.find((each) => each.id === id && each.event === 'input') as Candidate);
    await pages.tab.fire(order('town'), new Set());
    assert.deepEqual(captured(await pages.tab.fire(order('find'), new Set())).typed, ['lisbon', 'Andromeda']);
  });

  test('tells calls apart by the script of the document that they run', async () => {
    const source = async (path: string) =>
      (await pages.open(path)).candidates.map((each) => [each.script, each.source]);
    const [[[kind, one] = []], [[, other] = []]] = [await source('/one'), await source('/other')];
    assert.equal(kind, 'inline');
    assert.notEqual(one, other);
    assert.deepEqual(await source('/one'), [['inline', one]]);
    assert.deepEqual(await source('/outside'), [[`${pages.site.origin}/load.js`, undefined]]);
  });
});
