import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { html, routes } from '../../../test/sites/answer.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import { documentPrints } from '../../dom/canonical.ts';
import { printAt } from '../../dom/print-at.ts';
import { visibleText } from '../../dom/text.ts';
import type { Capture, Tab } from '../../model/index.ts';
import { captured, element, elements, startDriver, type TestDriver, textOf } from './fixture.ts';
import { patience } from './patience.ts';

const inner = `<!doctype html><title>inner</title><body><p id="in">Inside</p>
<button id="more" onclick="setTimeout(function () { document.getElementById('in').textContent = 'Two seconds later'; }, 2000)">more</button>
<button id="elsewhere" onclick="location.href = '/other'">elsewhere</button>
<a id="go" href="/beyond">beyond</a><span id="bound">bound</span>
<script>bound.addEventListener('click', function () { document.getElementById('in').textContent = 'By a listener'; });
addEventListener('message', function (e) { document.getElementById('in').textContent = 'heard ' + JSON.stringify(e.data); });</script>`;

describe('frames of other origins', () => {
  let site: RunningSite;
  let other: RunningSite;
  let driver: TestDriver;
  let tab: Tab;
  before(async () => {
    other = await startSite({
      name: 'other',
      start: '/',
      respond: routes({
        '/': () => html(inner),
        '/other': () => html('<!doctype html><title>o</title><p>Another</p>'),
        '/nest': () =>
          html(`<!doctype html><title>n</title><p>Between</p><iframe src="${site.origin}/leaf"></iframe>`),
      }),
    });
    const far = () => other.origin.replace('127.0.0.1', 'localhost');
    site = await startSite({
      name: 'frames',
      start: '/',
      respond: routes({
        '/': () =>
          html(`<!doctype html><title>f</title><body><button id="more" onclick="document.title = 'wrong'">more</button>
          <p id="heard">nothing</p><script>addEventListener('message', function (e) { heard.textContent = JSON.stringify(e.data); });</script>
          <iframe src="${far()}/"></iframe><button onclick="frames[0].postMessage('hello', '*')">tell</button>`),
        '/nested': () => html(`<!doctype html><title>f</title><body><iframe src="${far()}/nest"></iframe>`),
        '/leaf': () =>
          html(`<!doctype html><title>l</title><body><p id="leaf">Innermost</p>
          <button onclick="leaf.textContent = 'Changed innermost'">change</button>`),
        '/around': () => html('<!doctype html><title>a</title><body><iframe src="/within"></iframe>'),
        '/within': () => html(`<!doctype html><title>w</title><body><iframe src="${far()}/"></iframe>`),
        '/moving': () =>
          html(`<!doctype html><title>m</title><body><iframe id="frame" src="${far()}/"></iframe>
          <button onclick="frame.src = '${far()}/other'">move</button><button onclick="frame.remove()">drop</button>
          <button onclick="var f = document.createElement('iframe'); f.src = '${far()}/'; document.body.append(f)">add</button>`),
        '/broken': () =>
          html(
            '<!doctype html><title>b</title><p>Around</p><iframe src="http://127.0.0.1:9/"></iframe><iframe src="http://closed.invalid/"></iframe>',
          ),
        '/still': () =>
          html(
            `<!doctype html><title>s</title><body><iframe sandbox src="${far()}/"></iframe><iframe sandbox srcdoc="<p id=own>Own</p>"></iframe>`,
          ),
        '/sandboxed': () =>
          html('<!doctype html><title>s</title><body><iframe sandbox="allow-scripts" src="/leaf"></iframe>'),
      }),
    });
    driver = await startDriver(site.url);
    tab = await driver.tab();
  });
  after(async () => {
    await driver.close();
    await site.close();
    await other.close();
  });

  async function fire(capture: Capture, word: string, inFrame = true): Promise<Capture> {
    const found = capture.candidates.find(
      ({ text, event, xpath }) =>
        text === word && event === 'click' && xpath.includes('#document') === inFrame,
    );
    assert.ok(found, `there is ${word}`);
    const { id, xpath, event } = found;
    return captured(await tab.fire({ id, xpath, event }, new Set()));
  }

  const root = '/HTML/BODY[1]/IFRAME[1]/#document/HTML';

  test('are captured with their document, their links and what reacts in them', async () => {
    const capture = await tab.open(site.url);
    const { frame } = element(capture.document, 'iframe');
    assert.match(frame?.url ?? '', /^http:\/\/localhost:/);
    assert.equal(textOf(element(capture.document, 'in')), 'Inside');
    assert.equal(textOf(element(capture.document, 'heard')), 'nothing', 'the page heard nothing of it');
    const inside = capture.candidates.filter(({ xpath }) => xpath.includes('#document'));
    assert.deepEqual(
      inside.map(({ text, xpath }) => `${text} ${xpath.replace(root, '')}`),
      [
        'more /BODY[1]/BUTTON[1]',
        'elsewhere /BODY[1]/BUTTON[2]',
        'beyond /BODY[1]/A[1]',
        'bound /BODY[1]/SPAN[1]',
      ],
    );
    assert.equal(inside[2]?.href, `${other.origin.replace('127.0.0.1', 'localhost')}/beyond`);
    assert.equal(capture.fingerprint, documentPrints(capture.document).exact);
  });

  test('take events, whose consequences are waited for and told by their place', async () => {
    const later = await fire(await tab.open(site.url), 'more');
    assert.equal(textOf(element(later.document, 'in')), 'Two seconds later');
    assert.equal(later.document.title, 'f', 'the element of the same id outside was left alone');
    assert.deepEqual(later.change, {
      path: `${root}/BODY[1]/P[1]`,
      print: printAt(later.document, `${root}/BODY[1]/P[1]`, null),
    });
    const bound = await fire(later, 'bound');
    assert.equal(textOf(element(bound.document, 'in')), 'By a listener');
    assert.equal(element(bound.document, 'heard'), element(later.document, 'heard'), 'the rest is shared');
  });

  test('do not leave for where a script sends them', async () => {
    const kept = await fire(await tab.open(site.url), 'elsewhere');
    assert.equal(textOf(element(kept.document, 'in')), 'Inside');
    assert.deepEqual(kept.wanted, [`${other.origin.replace('127.0.0.1', 'localhost')}/other`]);
  });

  test('hear what the page tells them', async () => {
    const told = await fire(await tab.open(site.url), 'tell', false);
    assert.equal(textOf(element(told.document, 'in')), 'heard "hello"');
  });

  test('may hold frames of other origins in turn', async () => {
    const capture = await tab.open(`${site.url}nested`);
    assert.equal(textOf(element(capture.document, 'leaf')), 'Innermost');
    const changed = await fire(capture, 'change');
    assert.equal(textOf(element(changed.document, 'leaf')), 'Changed innermost');
    assert.equal(changed.change?.path, `${root}/BODY[1]/IFRAME[1]/#document/HTML/BODY[1]/P[1]`);
  });

  test('may stand in a frame of the same origin', async () => {
    const capture = await tab.open(`${site.url}around`);
    const bound = await fire(capture, 'bound');
    assert.equal(textOf(element(bound.document, 'in')), 'By a listener');
  });

  test('are joined anew when they went elsewhere, came later, or are gone', async () => {
    const capture = await tab.open(`${site.url}moving`);
    assert.equal(textOf(element(capture.document, 'in')), 'Inside');
    const moved = await fire(capture, 'move', false);
    assert.equal(textOf(element(moved.document, 'p')), 'Another');
    const added = await fire(moved, 'add', false);
    assert.deepEqual(
      elements(added.document)
        .filter(({ tag }) => tag === 'p')
        .map(textOf),
      ['Another', 'Inside'],
    );
    const dropped = await fire(added, 'drop', false);
    assert.deepEqual(
      elements(dropped.document)
        .filter(({ tag }) => tag === 'p')
        .map(textOf),
      ['Inside'],
    );
  });

  test('may be those of a sandbox', async () => {
    const changed = await fire(await tab.open(`${site.url}sandboxed`), 'change');
    assert.equal(textOf(element(changed.document, 'leaf')), 'Changed innermost');
  });

  test('are captured as they are where a sandbox lets no script run', async () => {
    const capture = await tab.open(`${site.url}still`);
    assert.equal(textOf(element(capture.document, 'in')), 'Inside');
    assert.equal(textOf(element(capture.document, 'own')), 'Own');
  });

  test('that cannot be loaded are empty and told; the browser says nothing in their place', async () => {
    const told: string[] = [];
    const broken = await startDriver(site.url, {}, undefined, (event) => {
      if (event.kind === 'note') told.push(event.text);
    });
    try {
      const capture = await (await broken.tab()).open(`${site.origin}/broken`);
      assert.equal(textOf(capture.document.root), 'bAround');
      assert.equal(elements(capture.document).filter(({ frame }) => frame).length, 0);
      assert.deepEqual(
        capture.candidates.map(({ text }) => text),
        [],
      );
    } finally {
      await broken.close();
    }
    assert.ok(
      told.some((text) => /frame could not be loaded.*127\.0\.0\.1:9\//.test(text)),
      told.join(),
    );
    assert.ok(
      told.some((text) => text.includes('closed.invalid')),
      told.join(),
    );
  });
});

/** A frame set as of old: a menu beside what it shows, all by scripts. */
const set = {
  '/': '<html><head><title>set</title></head><frameset cols="100,*"><frame name="menu" src="/menu"><frame name="main" src="/main"></frameset></html>',
  '/menu': `<p>Menu</p><a href="javascript:parent.main.location.href='/two';void 0">two</a>`,
  '/main': `<p>Main</p><a href="javascript:toggle()">fold</a><p id="layer" style="display: none">Unfolded</p><b onclick="location = '/slow'">slow</b>
    <a href="linked" onclick="this.textContent = 'seen'">linked</a><script>function toggle() { var s = layer.style; s.display = s.display === 'none' ? '' : 'none'; }</script>`,
  '/two': '<p>The second page</p>',
  '/slow': '<p>The slow page</p>',
  '/probed': `<p>Looked at</p><script>var f = document.createElement('iframe'); document.body.append(f); f.src = '/never';
    setTimeout(function () { f.remove(); }, 20);</script>`,
  '/never': '<p>Much later</p>',
};
/** Milliseconds that some of these take. */
const delays: Readonly<Record<string, number>> = { '/slow': 300, '/never': 60_000 };

describe('frames of the same origin', () => {
  let site: RunningSite;
  let driver: TestDriver;
  let tab: Tab;
  before(async () => {
    const pages = Object.entries(set).map(
      ([path, body]) => [path, () => ({ ...html(body), delayMs: delays[path] ?? 0 })] as const,
    );
    site = await startSite({ name: 'set', start: '/', respond: routes(Object.fromEntries(pages)) });
    driver = await startDriver(site.url);
    tab = await driver.tab();
  });
  after(async () => {
    await driver.close();
    await site.close();
  });

  const fired = async (word: string) => {
    const { candidates } = await tab.open(site.url);
    const found = candidates.find(({ text }) => text === word);
    assert.ok(found, `there is ${word}`);
    const { id, xpath, event } = found;
    return captured(await tab.fire({ id, xpath, event }, new Set()));
  };
  const said = ({ document }: Capture) => visibleText(document).replace(/\s+/g, ' ');

  test('are waited for where a script of theirs, or of another, sends them elsewhere', async () => {
    assert.match(said(await fired('two')), /Menu.*The second page/);
    assert.match(said(await fired('slow')), /Menu.*The slow page/);
  });

  test('are not waited for once they are taken away', async () => {
    const before = patience.answer;
    patience.answer = 2500;
    const impatient = await startDriver(site.url);
    try {
      const seen = await (await impatient.tab()).open(`${site.origin}/probed`);
      assert.deepEqual([said(seen), seen.settled], ['Looked at', 'quiet']);
    } finally {
      patience.answer = before;
      await impatient.close();
    }
  });

  test('run what a link in them says once, and stay where a link would lead away', async () => {
    assert.match(said(await fired('fold')), /Unfolded/);
    const linked = await fired('linked');
    assert.match(said(linked), /Main.*seen/);
    assert.deepEqual(linked.wanted, [`${site.origin}/linked`]);
  });
});
