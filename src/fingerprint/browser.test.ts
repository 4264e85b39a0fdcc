import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { test } from 'node:test';
import { html, routes } from '../../test/sites/answer.ts';
import { startSite } from '../../test/sites/site.ts';
import { element, startDriver, textOf } from '../drivers/chromium/fixture.ts';
import { fingerprintBytes } from './rabin.ts';

/** Bytes of all lengths up to some steps of the folding, all values, none of them text in particular. */
const samples: readonly Uint8Array[] = [0, 1, 3, 7, 8, 9, 15, 16, 17, 63, 64, 65, 255, 1021, 70_001].map(
  (length) => Uint8Array.from({ length }, (_, i) => (i * i * 31 + i * 7 + length) & 255),
);

test('the same bytes have the same fingerprint in Node and in the browser', async () => {
  const source = stripTypeScriptTypes(readFileSync(new URL('rabin.ts', import.meta.url), 'utf8'));
  const script = `<script>
    ${source.replace(/^export /gm, '')}
    const samples = ${JSON.stringify(samples.map((bytes) => Buffer.from(bytes).toString('base64')))};
    const bytesOf = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    const shifted = (bytes) => { const all = new Uint8Array(bytes.length + 3); all.set(bytes, 3); return all.subarray(3); };
    out.textContent = samples.map((text) => fingerprintBytes(bytesOf(text)) + ' ' + fingerprintBytes(shifted(bytesOf(text)))).join(',');
  </script>`;
  const page = html(`<!doctype html><title>bytes</title><p id="out"></p>${script}`);
  const site = await startSite({ name: 'bytes', start: '/', respond: routes({ '/': () => page }) });
  const driver = await startDriver(site.url);
  try {
    const { document } = await (await driver.tab()).open(site.url);
    const inNode = samples.map((bytes) => `${fingerprintBytes(bytes)} ${fingerprintBytes(bytes)}`);
    assert.deepEqual(textOf(element(document, 'out')).split(','), inNode);
    assert.equal(new Set(inNode).size, samples.length);
  } finally {
    await driver.close();
    await site.close();
  }
});
