import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { withStore } from '../../bench/ajax/outputs.ts';
import { defaultSettings } from '../../src/config/index.ts';
import { doc, fixture } from '../../src/derive/fixture.ts';
import { forgedTexts } from '../../src/fingerprint/fixture.ts';
import { fingerprint } from '../../src/fingerprint/rabin.ts';
import { namePrint } from '../../src/fingerprint/secret.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { withPrints } from '../../src/run/site.ts';
import { testFolder } from '../folder.ts';
import { html, routes } from '../sites/answer.ts';
import { type RunningSite, startSite } from '../sites/site.ts';

const [one, other] = forgedTexts();
const longer = 'a text of more than eight letters';
const page = (title: string, body: string) => html(`<!doctype html><title>${title}</title>${body}`);

describe('pages that are forged to have one fingerprint', () => {
  let site: RunningSite;
  const folder = testFolder('forged');
  before(async () => {
    const links = ['/text/1', '/text/2', `/name/${one}`, `/name/${other}`, '/states'];
    site = await startSite({
      name: 'forged',
      start: '/',
      respond: routes({
        '/': () => page('Start', links.map((at) => `<a href="${at}">to a page</a>`).join(' ')),
        '/text/1': () => page('Text', `<p>${one}</p>`),
        '/text/2': () => page('Text', `<p>${other}</p>`),
        [`/name/${one}`]: () => page('Name', '<p>the first of two</p>'),
        [`/name/${other}`]: () => page('Name', '<p>the second of two</p>'),
        '/states': () =>
          page(
            'States',
            `<div id="shown"></div><button onclick="shown.innerHTML='<p>${one}</p>'">first</button>` +
              `<button onclick="shown.innerHTML='<p>${other}</p>'">second</button>`,
          ),
      }),
    });
  });
  after(async () => {
    await site.close();
  });

  for (const [engine, pages] of [
    ['http', 6],
    ['browser', 8],
  ] as const)
    it(`are all kept, with --engine ${engine}`, async () => {
      const out = join(folder, engine);
      const store = `sqlite:${join(out, 'argiope.db')}`;
      const summary = await runCrawl(
        defaultSettings([site.url], { engine, out, store, workers: 1, delay: 0 }),
      );
      assert.deepEqual([summary.pages, summary.errors], [pages, 0]);
      const again = await runCrawl(defaultSettings([site.url], { engine, out, store, workers: 1, delay: 0 }));
      assert.equal(again.pages, pages);
      await withStore(out, async (stored) => {
        const kept = await stored.pages({ status: 'kept' });
        assert.equal(new Set(kept.map(({ number }) => number)).size, pages);
        await withPrints(stored, async () => assert.notEqual(namePrint(longer), fingerprint(longer)));
      });
    });

  it('a store that was begun with the public polynomial goes on with it', async () => {
    const old = await fixture([{ document: doc(['x']) }]);
    try {
      await withPrints(old.site, async () => assert.equal(namePrint(longer), fingerprint(longer)));
    } finally {
      await old.close();
    }
  });
});
