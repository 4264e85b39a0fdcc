import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { html, redirect, routes } from '../../../test/sites/answer.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import type { ArgiopeError, Tab } from '../../model/index.ts';
import {
  captured,
  element,
  failsWith,
  orderOf,
  scripted,
  startDriver,
  type TestDriver,
  textOf,
} from './fixture.ts';

/** Ways to leave a page: what is clicked, and the address that is wanted. */
const ways: Readonly<Record<string, { readonly body: string; readonly wants: readonly string[] }>> = {
  'a window that is opened': { body: `<b onclick="window.open('/gone/1')">go</b>`, wants: ['/gone/1'] },
  'an address that is set': { body: `<b onclick="location.href = '/gone/2'">go</b>`, wants: ['/gone/2'] },
  'an address that replaces': { body: `<b onclick="location.replace('/gone/3')">go</b>`, wants: ['/gone/3'] },
  'an address that is assigned later': {
    body: `<b onclick="setTimeout(function () { location = '/gone/4' }, 3000)">go</b>`,
    wants: ['/gone/4'],
  },
  'an address set after an answer': {
    body: `<b onclick="fetch('/data').then(function () { location.assign('/gone/5') })">go</b>`,
    wants: ['/gone/5'],
  },
  'a link that a script clicks': {
    body: `<a id="l" href="/gone/6">link</a><b onclick="l.click()">go</b>`,
    wants: ['/gone/6'],
  },
  'a link that a script clicks in a new window': {
    body: `<a id="l" href="/gone/7" target="_blank">link</a><b onclick="l.click()">go</b>`,
    wants: ['/gone/7'],
  },
  'a download that a script makes': {
    body: `<b onclick="var a = document.createElement('a'); a.href = '/gone/8'; a.download = 'x'; document.body.append(a); a.click(); a.remove()">go</b>`,
    wants: ['/gone/8'],
  },
  'a form that is sent by a script': {
    body: `<form id="f" action="/gone/9"><input name="q" value="1"></form><b onclick="f.submit()">go</b>`,
    wants: ['/gone/9?q=1'],
  },
  'a form that would change the site': {
    body: `<form id="f" action="/gone/10" method="post"><input name="q"></form><b onclick="f.submit()">go</b>`,
    wants: [],
  },
  'the page itself': { body: `<b onclick="location.reload()">go</b>`, wants: ['/way/10'] },
  'a handler inside a link': {
    body: `<a href="/gone/12"><b onclick="void 0; x = 1">go</b></a>`,
    wants: ['/gone/12'],
  },
};

describe('a page that wants to be left', () => {
  let site: RunningSite;
  let driver: TestDriver;
  let tab: Tab;
  before(async () => {
    const pages = Object.values(ways).map(({ body }) =>
      html(`<!doctype html><title>x</title><p>Here</p>${body}`),
    );
    const dialogs = `<p id="out">before</p><b onclick="out.textContent = [confirm('Sure?'), prompt('Name?'), alert('Hm'), print()].map(String).join()">ask</b>
      <script>addEventListener('beforeunload', function (event) { event.preventDefault(); return 'Stay?'; });</script>`;
    const sent = ['/gone/20?page=1', '/gone/20?page=2', '/gone/21', '/gone/22', '/gone/23', '/gone/24'].map(
      (to, at) =>
        `<form id="f${at}" method="post" action="${to}"${at === 2 ? ' target="_blank"' : ''}>${at === 3 || at === 5 ? '<input type="password" name="p">' : '<input name="q">'}<button>Go</button></form>
        <b onclick="f${at}.${at === 1 || at === 3 ? 'requestSubmit' : 'submit'}() /* send ${at} */">go</b>`,
    );
    const posting = sent.join('');
    site = await startSite({
      name: 'leaving',
      start: '/',
      respond: routes({
        '/': () => html('<!doctype html><title>x</title>'),
        '/way/:n': (_, [n]) => pages[Number(n)] ?? html(''),
        '/data': () => ({ headers: { 'content-type': 'text/plain' }, body: 'data' }),
        '/gone/:n': () => html('<!doctype html><p>Gone</p>'),
        '/dialogs': () => html(`<!doctype html><title>x</title>${dialogs}`),
        '/posts': () => html(`<!doctype html><title>x</title>${posting}`),
        '/redirects': () => html(`<!doctype html><p>first</p><script>location.replace('/dialogs')</script>`),
        '/redirects/slowly': () =>
          html(`<!doctype html><p>first</p><script>location.replace('/slow')</script>`),
        '/redirects/later': () =>
          html(
            `<!doctype html><p>first</p><script>setTimeout(function () { location = '/slow' }, 2000)</script>`,
          ),
        '/redirects/nowhere': () => html(`<!doctype html><p>first</p><script>location = '/nothing'</script>`),
        '/above': () =>
          html(
            `<!doctype html><p id="out"></p><script>out.textContent = ['documentPictureInPicture', 'DocumentPictureInPicture'].filter(function (name) { return name in window; }).join()</script>`,
          ),
        '/slow': () => ({ ...html('<!doctype html><title>x</title><p>slow</p>'), delayMs: 300 }),
        '/refreshes': () =>
          html(
            `<!doctype html><meta http-equiv="refresh" content="1; url=/dialogs"><p>first</p><b onclick="javascript:nothing()">nothing</b>`,
          ),
        '/circle': () =>
          html(`<!doctype html><p>round</p><script>location.href = '/circle?' + Math.random()</script>`),
        '/zip': () => ({
          headers: {
            'content-type': 'application/zip',
            'content-disposition': 'attachment; filename="a.zip"',
          },
          body: 'PK',
        }),
        '/attached': () => html('<!doctype html><p>x</p>', { 'content-disposition': 'attachment' }),
        '/moved-zip': () => redirect('/zip'),
        '/nothing': () => ({ status: 204 }),
      }),
    });
    driver = await startDriver(site.url);
    tab = await driver.tab();
  });
  after(async () => {
    await driver.close();
    await site.close();
  });

  for (const [at, [name, { wants }]] of Object.entries(ways).entries()) {
    test(`stays, and says what it wanted: ${name}`, async () => {
      const page = await tab.open(`${site.origin}/way/${at}`);
      const order = orderOf(scripted(page, 'go'));
      const outcome = await tab.fire(order, new Set([page.fingerprint]));
      assert.equal(outcome.kind, 'known', 'the page is as it was');
      assert.deepEqual(
        'wanted' in outcome && outcome.wanted,
        wants.map((path) => site.origin + path),
      );
      const again = await tab.fire(order, new Set());
      assert.equal(captured(again).fingerprint, page.fingerprint, 'and can be used');
      const asked = Object.keys(site.stats().paths).filter((path) => path.startsWith('/gone'));
      assert.deepEqual(asked, []);
      assert.equal(site.stats().paths[`/way/${at}`], 1, 'it was not loaded again');
    });
  }

  test('dialogs are answered: no, nothing, seen', async () => {
    const page = await tab.open(`${site.origin}/dialogs`);
    const answered = captured(await tab.fire(orderOf(scripted(page, 'confirm')), new Set()));
    assert.equal(textOf(element(answered.document, 'out')), 'false,null,undefined,undefined');
    const next = await tab.open(`${site.origin}/`);
    assert.equal(next.document.url, `${site.origin}/`, 'and no question keeps the tab');
    await driver.close();
    assert.deepEqual(
      driver.warnings.filter((text) => text.includes('answered with no')),
      ['Sure?', 'Name?'].map(
        (question) =>
          `${site.origin}/dialogs asks "${question}", which was answered with no: what follows a yes was not seen`,
      ),
    );
    driver = await startDriver(site.url);
    tab = await driver.tab();
  });

  test('what forms would have posted is told once for each place, but for buttons of forms that log in or tell something, and for questions', async () => {
    const page = await tab.open(`${site.origin}/posts`);
    const fire = async (place: number, posts?: readonly string[]) => {
      const order = { ...orderOf(scripted(page, `send ${place}`)), ...(posts && { posts }) };
      return captured(await tab.fire(order, new Set()));
    };
    for (const place of [0, 0, 1, 2, 3, 5]) assert.equal((await fire(place)).blocked, undefined);
    await fire(4, []);
    await driver.close();
    const told = driver.warnings.filter((text) => text.includes('not posted'));
    assert.deepEqual(
      told.map((text) => text.replaceAll(site.origin, '').replace(/, by.*/, '')),
      [
        'not posted: a form of /posts to /gone/20 (3 times)',
        'not posted: a form of /posts to /gone/21 (once)',
        'not posted: a form of /posts to /gone/24 (once)',
      ],
    );
    driver = await startDriver(site.url);
    tab = await driver.tab();
  });

  test('a page that redirects itself while it loads is followed', async () => {
    for (const path of ['/redirects', '/redirects/slowly', '/redirects/later']) {
      const page = await tab.open(site.origin + path);
      assert.equal(page.documentUrl, site.origin + (path === '/redirects' ? '/dialogs' : '/slow'), path);
    }
  });

  test('a page that redirects itself to what is no page stays', async () => {
    const page = await tab.open(`${site.origin}/redirects/nowhere`);
    assert.equal(page.document.url, `${site.origin}/redirects/nowhere`);
    assert.equal(textOf(element(page.document, 'p')), 'first');
  });

  // In such a window a click wrote to the site. Full browsers alone have them.
  test('a page gets no window above all others, in which no agent would be', async () => {
    const page = await tab.open(`${site.origin}/above`);
    assert.equal(textOf(element(page.document, 'out')), '');
  });

  test('a page that refreshes to another later is captured with a link to it, and stays', async () => {
    const page = await tab.open(`${site.origin}/refreshes`);
    assert.equal(page.document.url, `${site.origin}/refreshes`);
    assert.deepEqual(
      page.candidates.map(({ tag, href }) => [tag, href]),
      [
        ['meta', `${site.origin}/dialogs`],
        ['b', undefined],
      ],
    );
    const outcome = await tab.fire(orderOf(scripted(page, 'nothing')), new Set([page.fingerprint]));
    assert.deepEqual(outcome, { kind: 'known', fingerprint: page.fingerprint, wanted: [] });
  });

  test('a page that redirects itself for ever is given up', async () => {
    await failsWith('REDIRECT', tab.open(`${site.origin}/circle`));
    assert.ok((await tab.open(`${site.origin}/`)).document);
  });

  test('downloads are files and empty answers no pages, and the tab goes on', async () => {
    const types = { '/zip': 'application/zip', '/attached': 'text/html', '/moved-zip': 'application/zip' };
    for (const [path, contentType] of Object.entries(types)) {
      const told = (error: ArgiopeError) => error.code === 'FILE' && error.file?.contentType === contentType;
      await assert.rejects(tab.open(site.origin + path), told);
    }
    await failsWith('NOT_A_PAGE', tab.open(`${site.origin}/nothing`));
    assert.ok((await tab.open(`${site.origin}/`)).document);
  });

  test('a step back in the history shows the page before, where the page added one', async () => {
    const app = await startSite((await import('../../../test/sites/timers.ts')).timers());
    try {
      const home = await tab.open(`${app.origin}/app`);
      assert.deepEqual(await tab.back(new Set()), { kind: 'lost' });
      const red = captured(await tab.fire(orderOf(scripted(home, 'red')), new Set()));
      assert.equal(tab.historyGrew, true);
      assert.equal(textOf(element(red.document, 'view')), 'The view called red');
      const back = captured(await tab.back(new Set()));
      assert.equal(back.fingerprint, home.fingerprint);
      assert.equal(tab.historyGrew, false);
      assert.deepEqual(await tab.back(new Set()), { kind: 'lost' }, 'and no further than the document');
    } finally {
      await app.close();
    }
  });
});
