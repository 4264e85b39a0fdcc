import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '../../../test/sites/answer.ts';
import { startSite } from '../../../test/sites/site.ts';
import { documentPrints } from '../../dom/canonical.ts';
import { visibleText } from '../../dom/text.ts';
import { elements, startDriver } from './fixture.ts';

test('JSON-LD is captured for extraction, also where a script makes it, and is no content', async () => {
  const page = (data: string) =>
    html(`<!doctype html><title>x</title><script type="application/ld+json">${data}</script><p>text</p>
      <script>var late = document.createElement('script'); late.type = 'application/ld+json';
      late.textContent = '{"late":${data.length}}'; document.head.append(late)</script>`);
  const site = await startSite({
    name: 'json-ld',
    start: '/',
    respond: ({ path }) => page(path === '/b' ? '{"name":"Bee"}' : '{"name":"A"}'),
  });
  const driver = await startDriver(site.url);
  try {
    const tab = await driver.tab();
    const one = await tab.open(site.url);
    const texts = elements(one.document)
      .filter(({ tag }) => tag === 'script')
      .map(({ kids }) => kids ?? []);
    assert.deepEqual(texts.sort(), [[], ['{"late":12}'], ['{"name":"A"}']]);
    assert.equal(visibleText(one.document), 'text');
    const other = await tab.open(new URL('/b', site.url).href);
    assert.equal(documentPrints(other.document, null).exact, documentPrints(one.document, null).exact);
    assert.equal(other.fingerprint, one.fingerprint);
  } finally {
    await driver.close();
    await site.close();
  }
});
