import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PNG } from 'pngjs';
import { html } from '../../../test/sites/answer.ts';
import { quirks, quirksTruth } from '../../../test/sites/quirks.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import { documentPrints } from '../../dom/canonical.ts';
import { visibleText } from '../../dom/text.ts';
import type { Capture, Tab } from '../../model/index.ts';
import {
  captured,
  element,
  elements,
  orderOf,
  scripted,
  startDriver,
  type TestDriver,
  textOf,
} from './fixture.ts';

describe('what is captured of a page', () => {
  let site: RunningSite;
  let driver: TestDriver;
  let tab: Tab;
  before(async () => {
    const plain = quirks();
    const closed = html(`<!doctype html><title>x</title><div id="host"></div><script>
      var inner = host.attachShadow({ mode: 'closed' });
      inner.innerHTML = '<p>In a closed shadow <span onclick="shown()">more</span></p>';
      var sheet = new CSSStyleSheet(); sheet.replaceSync('p { background: rgb(220, 240, 220) }');
      inner.adoptedStyleSheets = [sheet];
      function shown() { inner.querySelector('p').textContent = 'Changed in the shadow'; }
      </script>`);
    const held = html(`<!doctype html><title>x</title><img id="held"><video id="clip"></video><script>
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 8;
      canvas.getContext('2d').fillRect(0, 0, 8, 8);
      canvas.toBlob((blob) => { document.getElementById('held').src = URL.createObjectURL(blob); });
      document.getElementById('clip').src = URL.createObjectURL(new Blob(['x']));
      </script>`);
    const own: Readonly<Record<string, typeof held>> = { '/closed': closed, '/held': held };
    site = await startSite({ ...plain, respond: (ask) => own[ask.path] ?? plain.respond(ask) });
    driver = await startDriver(site.url);
    tab = await driver.tab();
  });
  after(async () => {
    await driver.close();
    await site.close();
  });

  function open(path: string): Promise<Capture> {
    return tab.open(site.origin + path);
  }

  const folded = (text: string) => text.replace(/\s+/g, ' ').trim();

  test('its text in every encoding, shadow and frame, and the fingerprint that Node gives', async () => {
    for (const { path, text, title } of quirksTruth.pages) {
      const { document, fingerprint: print } = await open(path);
      assert.ok(folded(visibleText(document)).includes(text), `${path} says "${text}"`);
      if (title !== undefined) assert.equal(document.title, title, path);
      assert.equal(documentPrints(document).exact, print, path);
    }
  });

  test('rules added through the CSSOM, and none where there are none', async () => {
    const { css } = element((await open('/cssom')).document, 'style');
    assert.match(css ?? '', /\.made \{ color: rgb\(200, 0, 0\); font-size: 30px; \}/);
    assert.match(css ?? '', /content: " <\/style> "/);
    const plain = elements((await open('/events')).document).filter((node) => node.css !== undefined);
    assert.deepEqual(plain, []);
  });

  test('sheets that a document or a shadow has adopted', async () => {
    const { sheets } = (await open('/adopted')).document;
    assert.equal(sheets?.length, 1);
    assert.match(sheets[0] ?? '', /background: rgb\(0, 120, 0\)/);
    const closed = element((await open('/closed')).document, 'host').shadow;
    assert.match(closed?.sheets?.[0] ?? '', /rgb\(220, 240, 220\)/);
  });

  test('an open shadow root with the links in it', async () => {
    const { document, candidates } = await open('/shadow');
    assert.equal(element(document, 'open').shadow?.mode, 'open');
    const link = candidates.find(({ href }) => href === `${site.origin}/beyond/shadow`);
    assert.equal(link?.xpath, '/HTML/BODY[1]/DIV[1]/#shadow/P[1]/A[1]');
  });

  test('a closed shadow root, in which events can be fired', async () => {
    const capture = await open('/closed');
    const { shadow } = element(capture.document, 'host');
    assert.equal(shadow?.mode, 'closed');
    assert.equal(shadow.kids.map(textOf).join(''), 'In a closed shadow more');
    const after = captured(await tab.fire(orderOf(scripted(capture, 'shown()')), new Set()));
    const changed = element(after.document, 'host').shadow?.kids.map(textOf);
    assert.deepEqual(changed, ['Changed in the shadow']);
    assert.notEqual(after.fingerprint, capture.fingerprint);
  });

  test('the state of forms where it differs from their attributes', async () => {
    const { document } = await open('/form');
    assert.equal(element(document, 'name').value, 'after "quotes"');
    assert.equal(element(document, 'text').value, 'written </textarea> by script');
    assert.deepEqual(
      ['box', 'r1', 'r2'].map((id) => element(document, id).checked),
      [true, false, true],
    );
    const options = elements(document).filter((node) => node.tag === 'option');
    assert.deepEqual(
      options.map(({ selected }) => selected),
      [false, true],
    );
  });

  test('a canvas as the image it shows', async () => {
    const { image = '' } = element((await open('/canvas')).document, 'canvas');
    const picture = PNG.sync.read(Buffer.from(image.replace(/^data:image\/png;base64,/, ''), 'base64'));
    assert.deepEqual([picture.width, picture.height], [120, 60]);
    const pixel = (x: number, y: number) => [
      ...picture.data.subarray((y * 120 + x) * 4, (y * 120 + x) * 4 + 3),
    ];
    assert.deepEqual(
      [pixel(20, 20), pixel(100, 30)],
      [
        [30, 90, 200],
        [230, 180, 20],
      ],
    );
  });

  test('a picture that a script holds in memory, and no address that is made up at each visit', async () => {
    const first = await open('/held');
    const picture = element(first.document, 'held');
    assert.match(picture.attrs?.src ?? '', /^data:image\/webp;base64,/);
    assert.equal(element(first.document, 'clip').attrs?.src, 'blob:');
    assert.equal((await open('/held')).fingerprint, first.fingerprint);
  });

  test('the document in a frame, with its own address and the links in it', async () => {
    const { document, candidates } = await open('/frame');
    const { frame } = element(document, 'iframe');
    assert.equal(frame?.url, `${site.origin}/framed`);
    assert.match(visibleText(frame), /Inside the frame/);
    const link = candidates.find(({ href }) => href === `${site.origin}/beyond/frame`);
    assert.equal(link?.xpath, '/HTML/BODY[1]/IFRAME[1]/#document/HTML/BODY[1]/P[1]/A[1]');
  });

  test('links inside links, which no HTML could spell', async () => {
    const { document, candidates } = await open('/nested');
    const outer = element(document, 'place').kids?.[0];
    assert.ok(typeof outer === 'object' && outer.tag === 'a');
    assert.ok(outer.kids?.some((kid) => typeof kid === 'object' && kid.tag === 'a'));
    assert.deepEqual(
      candidates.flatMap(({ href }) => (href === undefined ? [] : [href.slice(site.origin.length)])),
      ['/beyond/outer', '/beyond/inner', '/beyond/holder'],
    );
  });

  test('a document without a doctype as one, and the language of the others', async () => {
    assert.equal((await open('/quirks-mode')).document.doctype, null);
    const { doctype, lang } = (await open('/chinese')).document;
    assert.deepEqual([doctype, lang], ['html', 'zh-CN']);
  });

  test('no script and no comment', async () => {
    const scripts = elements((await open('/cssom')).document).filter((node) => node.tag === 'script');
    assert.ok(scripts.length > 0);
    for (const script of scripts) assert.equal(script.kids, undefined);
  });

  test('every element that reacts, whatever its layout, and where each leads', async () => {
    const start = await open('/events');
    const events = start.candidates.filter(({ call }) => call?.startsWith('show('));
    assert.deepEqual(
      events.map(({ tag, event }) => `${tag} ${event}`),
      [
        'div click',
        'span click',
        'li click',
        'tr click',
        'td click',
        'button click',
        'rect click',
        'img click',
        'em mouseover',
      ],
    );
    assert.deepEqual([...new Set(events.map(({ script }) => script))], ['inline']);
    const truth = quirksTruth.pages.find(({ path }) => path === '/events')?.states ?? [];
    const found: string[] = [];
    for (const event of events) {
      const { document } = captured(await tab.fire(orderOf(event), new Set()));
      found.push(textOf(element(document, 'out')));
    }
    assert.deepEqual(found, [...truth]);
  });

  test('nothing but its fingerprint where it is known already', async () => {
    const start = await open('/events');
    const block = start.candidates.find(({ tag }) => tag === 'div');
    assert.ok(block);
    const { fingerprint: chosen } = captured(await tab.fire(orderOf(block), new Set()));
    assert.deepEqual(await tab.fire(orderOf(block), new Set([chosen])), {
      kind: 'known',
      fingerprint: chosen,
      wanted: [],
    });
  });

  test('files that it used are handed over once, with their bytes', async () => {
    await open('/css');
    await open('/css');
    const names = driver.files.map(({ url }) => url.slice(site.origin.length)).sort();
    assert.deepEqual(names, [...new Set(names)]);
    for (const name of ['/css/main.css', '/css/deep/more.css'])
      assert.ok(names.includes(name), `${name} in ${names.join()}`);
    const sheet = driver.files.find(({ url }) => url.endsWith('/main.css'));
    assert.match(new TextDecoder().decode(sheet?.body), /@import "deep\/more\.css"/);
    assert.match(sheet?.contentType ?? '', /^text\/css/);
  });
});
