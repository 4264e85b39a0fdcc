import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { html, redirect, routes } from '../../../test/sites/answer.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import { visibleText } from '../../dom/text.ts';
import { httpDriver } from '../http/index.ts';
import { startDriver, type TestDriver } from './fixture.ts';

const scripted = `<!doctype html><meta charset="gb18030"><title>One</title><p id="p"></p><script>
document.getElementById('p').textContent = document.cookie + ' ' + location.pathname</script>`;

const site = {
  name: 'given',
  start: '/',
  respond: routes({
    '/': () => ({
      headers: { 'content-type': 'text/html', 'set-cookie': 'seen=yes', 'cache-control': 'no-store' },
      body: Buffer.concat([Buffer.from(scripted), Buffer.from([0xc4, 0xe3, 0xba, 0xc3])]),
    }),
    '/moved': () => redirect('/'),
    '/again': ({ headers }) =>
      html(
        /seen=yes/.test(headers.cookie ?? '')
          ? '<p>Welcome'
          : '<script>document.cookie = "seen=yes"; location.reload()</script>',
      ),
  }),
};

describe('a document that was fetched already', () => {
  let running: RunningSite;
  let driver: TestDriver;

  before(async () => {
    running = await startSite(site);
    driver = await startDriver(running.url);
  });
  after(async () => {
    await driver.close();
    await running.close();
  });

  async function givenTo(path: string) {
    const http = httpDriver({ ...settingsOf(running.url), headers: {} });
    running.reset();
    try {
      const { given, capture } = await http.page(running.origin + path);
      const tab = await driver.tab();
      const before = driver.counts();
      const shown = await tab.openGiven(given);
      const counts = driver.counts();
      await tab.close();
      return { capture, shown, from: { ...counts, requests: counts.requests - before.requests } };
    } finally {
      await http.close();
    }
  }

  test('is shown with its cookies and charset, and the site is not asked again', async () => {
    const { shown, from } = await givenTo('/');
    assert.equal(visibleText(shown.document), 'seen=yes /\n你好');
    assert.equal(running.stats().paths['/'], 1);
    assert.equal(from.requests, 0);
    assert.equal(shown.status, 200);
    assert.equal(shown.documentUrl, `${running.origin}/`);
  });

  test('is shown under the address that it was redirected to', async () => {
    const { shown, capture } = await givenTo('/moved');
    assert.equal(shown.documentUrl, capture.documentUrl);
    assert.deepEqual(running.stats().paths, { '/moved': 1, '/': 1 });
  });

  test('answers once: a page that loads itself again gets what the site says then', async () => {
    // What the page says before it goes may be read together with the news that the next one has come.
    for (let round = 0; round < 8; round++) {
      const { shown } = await givenTo('/again');
      assert.equal(visibleText(shown.document), 'Welcome');
      assert.equal(running.stats().paths['/again'], 2);
    }
  });
});

function settingsOf(seed: string) {
  return { seeds: [seed], proxy: null, workers: 1, userAgent: null, auth: null };
}
