import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { testFolder } from '../../../test/folder.ts';
import { html, routes } from '../../../test/sites/answer.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import { defaultSettings } from '../../config/index.ts';
import { writeProfile } from '../../drivers/profile.ts';
import { crawl } from '../library/crawl-run.ts';
import { openPage } from '../open/page-calls.ts';
import { type LoginTab, openLoginTab } from './browser.ts';
import { keepUntilConfirmed } from './login.ts';

/** An application that keeps who is signed in where its scripts alone can reach it. */
const application = `<!doctype html><title>App</title><main></main><script>
  const token = localStorage.token, tab = sessionStorage.tab;
  document.querySelector('main').innerHTML = token && tab
    ? '<p>Letters of ' + tab + '<a href="/letters">all letters</a>'
    : '<form><input name="user"><input type="password" name="pw"><button>Sign in</button></form>';
</script>`;

/** Waits until a tab was looked at twice from now on: each look ends with the cookies, and the first may have begun before. */
function looked({ running }: LoginTab): Promise<void> {
  const { root } = running.connection;
  const send = root.send.bind(root);
  let looks = 0;
  return new Promise((resolve) => {
    root.send = async (method, ...more) => {
      const answer = await send(method, ...more);
      if (method === 'Storage.getCookies' && ++looks === 2) resolve();
      return answer;
    };
  });
}

describe('what somebody who signs in leaves in the browser', () => {
  const folder = testFolder('login');
  let site: RunningSite;
  before(async () => {
    const respond = routes({
      '/': () => html(application),
      '/letters': () => html(application.replace('App', 'Letters').replace('Letters of', 'Every letter of')),
    });
    site = await startSite({ name: 'application', start: '/', respond });
  });
  after(async () => {
    await site.close();
  });

  test('is kept when the window is closed, and makes a crawl see the same', async () => {
    const settings = defaultSettings([site.url], { out: join(folder, 'out') });
    const tab = await openLoginTab(settings, false);
    const file = join(folder, 'profile.json');
    try {
      await openPage(tab.session, site.url);
      const keeping = keepUntilConfirmed(tab, {});
      const typed = `localStorage.token = 'abc'; sessionStorage.tab = 'Ann'; document.cookie = 'seen=1'; location.reload()`;
      await tab.session.send('Runtime.evaluate', { expression: typed });
      // A person reads what the page says before the window is closed.
      await openPage(tab.session, site.url);
      await looked(tab);
      await tab.running.connection.root.send('Target.closeTarget', { targetId: tab.targetId });
      const profile = await keeping;
      assert.deepEqual([profile.inside, profile.signInPage], [site.url, null]);
      writeProfile(file, profile);
    } finally {
      await tab.close();
    }
    const seen: string[] = [];
    for await (const page of crawl(site.url, { out: settings.out, profile: file, engine: 'browser' }))
      seen.push(`${page.title}: ${await page.text()}`);
    assert.deepEqual(seen.map((text) => text.replace(/\s+/g, ' ')).sort(), [
      'App: Letters of Annall letters',
      'Letters: Every letter of Annall letters',
    ]);
  });
});
