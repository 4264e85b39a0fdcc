import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { html, routes } from '../../../test/sites/answer.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import type { Capture, Tab } from '../../model/index.ts';
import { captured, element, orderOf, scripted, startDriver, type TestDriver, textOf } from './fixture.ts';

const page = `<!doctype html><title>t</title><p id="out"></p><button onclick="dark(); show()">dark</button>
<button onclick="show()">show</button><button onclick="odd()">odd</button><button onclick="ask()">ask</button>
<button onclick="sign()">sign</button>
<script>
  localStorage.visited ??= 'yes';
  if (!document.cookie.includes('theme')) document.cookie = 'theme=light; path=/; max-age=1000';
  function dark() {
    localStorage.theme = 'dark'; localStorage.removeItem('visited'); sessionStorage.setItem('seen', 1);
    document.cookie = 'theme=dark; path=/'; document.cookie = 'new=1';
  }
  function show() {
    out.textContent = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie].join(' ');
  }
  function odd() {
    Storage.prototype.setItem.call(localStorage, 'b', 2);
    const keys = []; for (const key in localStorage) if (Object.hasOwn(localStorage, key)) keys.push(key);
    out.textContent = [localStorage instanceof Storage, 'b' in localStorage, delete localStorage.b, localStorage.b,
      localStorage.getItem('c'), localStorage.length, localStorage.key(0), keys, String(localStorage)].join();
    localStorage.clear();
  }
  function ask() { dark(); fetch('/cookies').then((answer) => answer.text()).then((text) => { out.textContent = text; }); }
  function sign() {
    fetch('/sign').then(() => fetch('/cookies')).then((answer) => answer.text())
      .then((text) => { out.textContent = 'sent: ' + text; });
  }
  show();
</script>`;

describe('what scripts write down', () => {
  let site: RunningSite;
  let driver: TestDriver;
  let tab: Tab;
  before(async () => {
    site = await startSite({
      name: 'storage',
      start: '/',
      respond: routes({
        '/': () => html(page),
        '/other': () => html(page),
        '/session': () => html(page, { 'set-cookie': 'session=1; Path=/; HttpOnly' }),
        '/sign': () => html('', { 'set-cookie': 'in=1; Path=/; HttpOnly', 'cache-control': 'no-store' }),
        '/cookies': ({ headers }) => html(headers.cookie ?? '', { 'cache-control': 'no-store' }),
      }),
    });
    driver = await startDriver(site.url);
    tab = await driver.tab();
  });
  after(async () => {
    await driver.close();
    await site.close();
  });

  const said = ({ document }: Capture) => textOf(element(document, 'out'));
  const fire = async (capture: Capture, word: string) =>
    captured(await tab.fire(orderOf(scripted(capture, word)), new Set()));
  const left = '{"visited":"yes"} {} theme=light';

  test('at an event, its document sees and no other', async () => {
    const opened = await tab.open(site.url);
    assert.equal(said(opened), left);
    const dark = await fire(opened, 'dark');
    assert.equal(said(dark), '{"theme":"dark"} {"seen":"1"} theme=dark; new=1');
    const beside = await driver.tab();
    assert.equal(said(await beside.open(`${site.origin}/other`)), left);
    await beside.close();
    const again = await tab.open(`${site.origin}/other`);
    assert.equal(said(again), left);
    assert.equal(said(await fire(again, 'dark')), said(dark));
    await tab.close();
    assert.equal(said(await tab.open(site.url)), left);
  });

  test('is found in every way that browsers know', async () => {
    const fired = await fire(await tab.open(site.url), 'odd');
    assert.equal(said(fired), 'true,true,true,,,1,visited,visited,b,[object Storage]');
    assert.equal(said(await tab.open(site.url)), left);
  });

  test('at an event goes to the server, and no other tab is signed in by it', async () => {
    const opened = await tab.open(site.url);
    assert.match(said(await fire(opened, 'sign')), /sent: .*in=1/);
    const beside = await driver.tab();
    const other = await beside.open(site.url);
    const asked = captured(await beside.fire(orderOf(scripted(other, 'ask')), new Set()));
    assert.doesNotMatch(said(asked), /in=1/);
    assert.doesNotMatch(said(await fire(await tab.open(site.url), 'ask')), /in=1/);
    await beside.close();
  });

  test('goes to the server with what the event asks for, and cookies of the server stay', async () => {
    const opened = await tab.open(`${site.origin}/session`);
    assert.match(said(await fire(opened, 'ask')), /(?=.*theme=dark)(?=.*new=1)(?=.*session=1)/);
    const again = await tab.open(site.url);
    assert.equal(said(again), left);
    assert.match(said(await fire(again, 'ask')), /session=1/);
  });
});
