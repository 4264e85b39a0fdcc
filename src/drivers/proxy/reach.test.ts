import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Ask, html, redirect } from '../../../test/sites/answer.ts';
import { type Listener, listenEverywhere } from '../../../test/sites/reach/listener.ts';
import { privateSpellings } from '../../../test/sites/reach/spellings.ts';
import { filesOfPages, leadingElsewhere } from '../../../test/sites/reach/ways.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import { defaultSettings } from '../../config/index.ts';
import { type ChromiumDriver, chromiumDriver } from '../chromium/index.ts';
import { type PinningProxy, pinningProxy } from './index.ts';

const ways = [...filesOfPages, ...leadingElsewhere];
/** Ways that this browser does not go, and those by UDP, where nobody is asked. */
const silent = [
  ...['prerender', 'preconnect', 'dns-prefetch', 'icon', 'manifest', 'speculation rules', 'audio worklet'],
  // Pages are not offered shared workers.
  ...['shared worker', 'XSLT', 'window.open', 'STUN', 'TURN', 'TURN by TCP', 'WebTransport'],
  // A full browser sends no pings where it is told so (`--no-pings`), which a headless shell does not hear.
  'link with ping',
  // Service workers may begin with their page or be kept from it.
  ...['service worker', 'service worker importScripts'],
];

describe('what pages cannot reach', () => {
  let site: RunningSite;
  let listener: Listener;
  let proxy: PinningProxy;
  let driver: ChromiumDriver;

  /** Each way has an address of its own on this machine, so that the listener and the proxy can tell them apart. */
  const place = (way: number) => `127.1.${way >> 8}.${(way & 255) + 1}`;
  const at = (way: number) => `http://${place(way)}:${listener.port}`;

  before(async () => {
    listener = await listenEverywhere();
    site = await startSite({ name: 'reach', start: '/', respond });
    const settings = defaultSettings([site.url]);
    proxy = await pinningProxy(settings);
    const seams = { permit: async () => {}, sink: null, fetch: async () => null, proxy };
    driver = await chromiumDriver(settings, seams);
  });
  after(async () => {
    await driver.close();
    await proxy.close();
    listener.close();
    await site.close();
  });

  function respond({ path, query }: Ask) {
    const [told = ''] = query.keys();
    if (path === '/to') return redirect(told);
    if (path === '/to-to') return redirect(`/to?${told}`);
    if (path === '/code.js') return { headers: { 'content-type': 'text/javascript' }, body: told };
    if (path === '/policy')
      return html('<script>1</script>', {
        'content-security-policy': `script-src 'none'; report-uri ${told}`,
      });
    if (path === '/linked') return html('x', { link: `<${told}>; rel=preload; as=image` });
    if (path === '/refresh') return html('x', { refresh: `0;url=${told}` });
    if (path === '/styled')
      return {
        headers: { 'content-type': 'text/xml' },
        body: `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${told}"?><a/>`,
      };
    if (path === '/files') {
      const [first, last] = told.split('-').map(Number);
      const parts = filesOfPages.slice(first, last).map(([, page], index) => page(at((first ?? 0) + index)));
      return html(`<!doctype html><title>Files</title><body>${parts.join('\n')}`);
    }
    if (path === '/leading') return html(`<!doctype html><body>${ways[Number(told)]?.[1](at(Number(told)))}`);
    if (path === '/spellings') return html(spellings());
    return html('<p>empty');
  }

  function spellings(): string {
    const urls = privateSpellings.map((host) => `http://${host}:${listener.port}/`);
    return `<!doctype html><meta charset="utf-8"><title>Spellings</title>
      ${urls.map((url) => `<img src="${url}">`).join('')}
      <script>for (const url of ${JSON.stringify(urls)}) try { fetch(url, { mode: 'no-cors' }).catch(() => {}) } catch {}</script>`;
  }

  function addressOf(way: number): string {
    const [name] = ways[way] ?? [''];
    if (name === 'redirect') return `${site.origin}/to?${at(way)}/`;
    if (name === 'two redirects') return `${site.origin}/to-to?${at(way)}/`;
    if (name === 'Refresh header') return `${site.origin}/refresh?${at(way)}/`;
    return `${site.origin}/leading?${way}`;
  }

  test('of all ways out of a page none reaches an address that is not public', async () => {
    const tab = await driver.tab();
    const isTried = (way: number) =>
      ['http', 'https'].some((scheme) => proxy.why(at(way).replace('http', scheme)));
    const untried = (first: number, last: number) =>
      ways
        .slice(first, last)
        .flatMap(([name], index) => (silent.includes(name) || isTried(first + index) ? [] : name));
    for (let way = 0; way < filesOfPages.length; way += 16) {
      const last = Math.min(way + 16, filesOfPages.length);
      await tab.open(`${site.origin}/files?${way}-${last}`);
      // Workers ask when they have started, and preloads when their frame is laid out: nothing may send the tab on before.
      await until(() => untried(way, last));
    }
    for (let way = filesOfPages.length; way < ways.length; way++)
      await assert.rejects(tab.open(addressOf(way)), { code: 'FORBIDDEN_ADDRESS' }, ways[way]?.[0]);
    await tab.close();
    await until(() => untried(filesOfPages.length, ways.length));
    assert.ok(ways.length - silent.length >= 63);
    assert.deepEqual([...listener.reached], []);
  });

  test('nor does one by any spelling of it', async () => {
    const tab = await driver.tab();
    const capture = await tab.open(`${site.origin}/spellings`);
    assert.equal(capture.document.title, 'Spellings');
    const asked = privateSpellings.flatMap(
      (host) => URL.parse(`http://${host}:${listener.port}/`)?.href ?? [],
    );
    assert.ok(asked.length >= 64);
    await until(() => asked.filter((url) => proxy.why(url) === null));
    assert.deepEqual([...listener.reached], []);
    await assert.rejects(tab.open(`http://localhost:${listener.port}/`), { code: 'FORBIDDEN_ADDRESS' });
  });

  /** Waits until nothing is left of a list. */
  async function until(left: () => readonly string[]): Promise<void> {
    for (let look = 0; look < 200 && left().length > 0; look++) await wait(50);
    assert.deepEqual(left(), []);
  }
});
