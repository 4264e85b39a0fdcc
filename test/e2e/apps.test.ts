import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { App } from '../../bench/apps/app.ts';
import { apps } from '../../bench/apps/catalogue.ts';
import { startApp } from '../../bench/apps/serve.ts';
import { judge } from '../../bench/apps/truth.ts';
import { defaultSettings } from '../../src/config/index.ts';
import type { DocumentTree } from '../../src/model/index.ts';
import { runCrawl } from '../../src/run/crawl.ts';
import { openStoreAt } from '../../src/store/index.ts';
import { testFolder } from '../folder.ts';

/** Apps of the benchmark that are through in about a second each, one for each thing that can go wrong. */
const names = [
  ...[
    'react-table',
    'react-shop',
    'vue-wizard',
    'angular-tabs',
    'lit-shadow',
    'plain-widgets',
    'plain-routes',
  ],
  ...['jquery-news', 'htmx-board', 'alpine-faq', 'plain-delegation', 'scrolling', 'frames', 'controls'],
];

async function keptDocuments(store: string): Promise<{ number: number; document: DocumentTree }[]> {
  const opened = await openStoreAt(store, { readOnly: true });
  try {
    const [info] = await opened.sites();
    const site = info && (await opened.site(info.name));
    assert.ok(site);
    const pages = [...(await site.pages({ status: 'kept' }))];
    pages.sort((one, other) =>
      (one.content?.capturedAt ?? '') < (other.content?.capturedAt ?? '') ? -1 : 1,
    );
    return await Promise.all(
      pages.map(async ({ number, content }) => {
        const blob = await site.blob(content?.blob ?? '');
        return { number, document: JSON.parse(Buffer.from(blob ?? []).toString('utf8')) as DocumentTree };
      }),
    );
  } finally {
    await opened.close();
  }
}

/** Crawls an app from its start page with the defaults, one tab. */
async function crawled(app: App) {
  const out = testFolder('app');
  const running = await startApp(app);
  try {
    const store = `sqlite:${join(out, 'argiope.db')}`;
    const where = { out, store, allowPrivate: ['localhost'] };
    const summary = await runCrawl(defaultSettings([running.url], { ...where, workers: 1, maxTime: 60 }));
    return { summary, verdict: judge(app, await keptDocuments(store)), requests: running.requests() };
  } finally {
    await running.close();
  }
}

describe('an app made with a framework', () => {
  for (const app of apps.filter(({ name }) => names.includes(name))) {
    it(`has every part found and none twice: ${app.name}, ${app.frameworks}`, async () => {
      const { summary, verdict, requests } = await crawled(app);
      assert.deepEqual(verdict.missing, []);
      assert.deepEqual([verdict.duplicates, verdict.unknown], [[], []]);
      assert.equal(summary.stopped, 'done');
      assert.deepEqual(
        requests.filter(({ method }) => method !== 'GET' && method !== 'HEAD'),
        [],
        'nothing but questions was sent',
      );
    });
  }

  it('costs few events more than it has pages where its parts are independent', async () => {
    const app = apps.find(({ name }) => name === 'plain-widgets') as App;
    const { summary } = await crawled(app);
    assert.equal(summary.statePages, 17, '8 + 5 + 6 without those of the start page');
    assert.ok(summary.events.fired + summary.events.replayed <= 2 * 17, JSON.stringify(summary.events));
  });
});
