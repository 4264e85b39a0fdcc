import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Ask, file, html, redirect } from '../../../test/sites/answer.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import { ArgiopeError } from '../../model/index.ts';
import { failsWith, startDriver, type TestDriver } from './fixture.ts';

const basic = `Basic ${Buffer.from('user:pa:ss').toString('base64')}`;

describe('what a browser tells whom', () => {
  let home: RunningSite;
  let other: RunningSite;
  /** Headers by site and path. */
  const told = new Map<string, Ask['headers']>();
  const drivers: TestDriver[] = [];

  before(async () => {
    other = await startSite({
      name: 'other',
      start: '/',
      respond: (ask) => {
        told.set(`other ${ask.path}`, ask.headers);
        const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
        if (ask.path === '/asks' && !ask.headers.authorization)
          return { status: 401, headers: { 'www-authenticate': 'Basic realm="other"' } };
        return ask.path === '/'
          ? html('<p>Elsewhere</p>')
          : { ...file('text/plain', 'x'), headers: { ...cors } };
      },
    });
    home = await startSite({
      name: 'home',
      start: '/',
      respond: (ask) => {
        told.set(`home ${ask.path}`, ask.headers);
        if (ask.path === '/away') return redirect(`${other.origin}/`);
        if (ask.path === '/hop') return redirect('/away');
        if (ask.path === '/asks-there') return redirect(`${other.origin}/asks`);
        if (ask.path.startsWith('/secret') && ask.headers.authorization !== basic)
          return {
            ...html('<p>Who is there?</p>'),
            status: 401,
            headers: { 'www-authenticate': 'Basic realm="home"', 'content-type': 'text/html' },
          };
        if (ask.path === '/secret')
          return html('<!doctype html><title>Secret</title><link rel="stylesheet" href="/secret.css">');
        if (ask.path === '/data') return file('text/plain', 'data');
        if (ask.path.endsWith('.css')) return file('text/css', 'p {}');
        return html(`<!doctype html><title>Home</title><link rel="stylesheet" href="/own.css"><img src="${other.origin}/pixel.png">
          <p id="out"></p><script>fetch('/data'); fetch('${other.origin}/data').catch(function () {})</script>`);
      },
    });
  });
  after(async () => {
    await Promise.all(drivers.map((driver) => driver.close()));
    await Promise.all([home.close(), other.close()]);
  });

  async function start(
    ...more: Parameters<typeof startDriver> extends [string, ...infer Rest] ? Rest : never
  ) {
    told.clear();
    other.reset();
    const driver = await startDriver(home.url, ...more);
    drivers.push(driver);
    return driver;
  }

  test('extra headers go to the seeds’ own origin, with everything asked there, and nowhere else', async () => {
    const driver = await start({ headers: { 'x-token': 'abc' } });
    const tab = await driver.tab();
    await tab.open(home.url);
    for (const path of ['home /', 'home /own.css', 'home /data'])
      assert.equal(told.get(path)?.['x-token'], 'abc', path);
    for (const path of ['other /pixel.png', 'other /data']) {
      assert.ok(told.has(path), `${path} was asked`);
      assert.equal(told.get(path)?.['x-token'], undefined, path);
    }
    assert.equal((await tab.open(`${home.origin}/away`)).documentUrl, `${other.origin}/`);
    assert.equal(told.get('home /away')?.['x-token'], 'abc');
    assert.equal(told.get('other /')?.['x-token'], undefined, 'nor after a redirect');
  });

  test('a name and password open what asks for them', async () => {
    const tab = await (await start({ auth: 'user:pa:ss' })).tab();
    const page = await tab.open(`${home.origin}/secret`);
    assert.deepEqual([page.status, page.document.title], [200, 'Secret']);
    assert.equal(told.get('home /secret.css')?.authorization, basic, 'and its files');
  });

  test('a wrong password is offered once, and none without being asked for one', async () => {
    const tab = await (await start({ auth: 'user:wrong' })).tab();
    assert.match((await failsWith('HTTP_STATUS', tab.open(`${home.origin}/secret`))).message, /401/);
    await tab.open(home.url);
    assert.equal(told.get('other /pixel.png')?.authorization, undefined);
  });

  test('without a password what asks for one is an error', async () => {
    const tab = await (await start()).tab();
    assert.match((await failsWith('HTTP_STATUS', tab.open(`${home.origin}/secret`))).message, /401/);
  });

  test('the password is not for another origin, though it asks', async () => {
    const tab = await (await start({ auth: 'user:pa:ss' })).tab();
    await failsWith('HTTP_STATUS', tab.open(`${home.origin}/asks-there`));
    assert.equal(told.get('other /asks')?.authorization, undefined);
  });

  test('a redirect that may not be followed is refused before the other origin is asked', async () => {
    const driver = await start({}, async (url) => {
      if (!url.startsWith(home.origin)) throw new ArgiopeError('REDIRECT', `not to ${url}`, { url });
    });
    const tab = await driver.tab();
    for (const path of ['/away', '/hop']) {
      const error = await failsWith('REDIRECT', tab.open(home.origin + path));
      assert.equal(error.url, `${other.origin}/`);
    }
    assert.equal(other.stats().requests, 0);
    assert.deepEqual(driver.asked.slice(-3), [
      `${home.origin}/hop`,
      `${home.origin}/away`,
      `${other.origin}/`,
    ]);
    assert.equal((await tab.open(home.url)).document.title, 'Home', 'and the tab goes on');
  });
});
