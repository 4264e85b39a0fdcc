import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { testFolder } from '../../../test/folder.ts';
import { startShop } from '../../../test/sites/shop.ts';
import type { RunningSite } from '../../../test/sites/site.ts';
import type { EntryStep } from '../../derive/index.ts';
import { findBrowser } from '../../drivers/chromium/find.ts';
import { launch } from '../../drivers/chromium/launch.ts';
import { ArgiopeError } from '../../model/index.ts';
import { crawl } from '../library/crawl-run.ts';
import type { CrawledPage } from '../library/page.ts';
import { openLive, writePlaywright } from './open.ts';
import { walk } from './walk.ts';

describe('the way to a page', () => {
  const folder = testFolder('open');
  const out = join(folder, 'shop');
  let site: RunningSite;
  let state: CrawledPage;

  before(async () => {
    site = await startShop();
    for await (const page of crawl(site.url, { out })) if (page.label === 'Old thing › Reviews') state = page;
  });
  after(async () => {
    await site.close();
  });

  test('is walked in a tab, each element outlined before it is fired on', async () => {
    const running = await launch(await findBrowser({ path: null }), {
      proxy: null,
      userAgent: null,
      viewport: [900, 700],
    });
    try {
      const { root } = running.connection;
      const { targetId } = await root.send('Target.createTarget', { url: 'about:blank' });
      const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
      const session = running.connection.session(sessionId);
      await session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: `self.outlined = []; new MutationObserver((changes) => {
          for (const { addedNodes } of changes) for (const node of addedNodes)
            if (node.dataset?.argiope === 'outline') self.outlined.push(node.textContent);
        }).observe(document, { subtree: true, childList: true });`,
      });
      const told: EntryStep[] = [];
      await walk(session, state.entry, { pause: 0, told: (step) => told.push(step) });
      assert.deepEqual(told, state.entry);
      const expression = `JSON.stringify([document.querySelector('main').textContent, self.outlined, document.querySelectorAll('[data-argiope]').length])`;
      const { result } = await session.send('Runtime.evaluate', { expression });
      assert.deepEqual(JSON.parse(result.value), ['Everybody likes the Old thing', ['Reviews'], 0]);
      const gone = state.entry.map((step) =>
        'open' in step ? step : { ...step, id: null, xpath: '/HTML/BODY[1]/NAV[7]' },
      );
      await assert.rejects(
        walk(session, gone, { pause: 0 }),
        (error) => error instanceof ArgiopeError && error.code === 'LOST',
      );
    } finally {
      await running.close();
    }
  });

  test('needs a display to be shown, and a page that is there', async (t) => {
    await assert.rejects(openLive({ out, number: 999 }), /there is no page 999/);
    if (process.platform !== 'linux') return;
    const { DISPLAY, WAYLAND_DISPLAY } = process.env;
    t.after(() => {
      if (DISPLAY !== undefined) process.env.DISPLAY = DISPLAY;
      if (WAYLAND_DISPLAY !== undefined) process.env.WAYLAND_DISPLAY = WAYLAND_DISPLAY;
    });
    delete process.env.DISPLAY;
    delete process.env.WAYLAND_DISPLAY;
    await assert.rejects(openLive({ out, number: state.number }), /no display/);
  });

  test('is written as a test that Playwright runs, and that fails where the page is another', async () => {
    const { path } = await writePlaywright({ out, number: state.number });
    assert.match(readFileSync(path, 'utf8'), /toContainText\('Everybody likes the Old thing'\)/);
    assert.match((await playwright(path)).stdout, /1 passed/);
    writeFileSync(path, readFileSync(path, 'utf8').replace('Everybody', 'Nobody'));
    await assert.rejects(playwright(path));
  });

  /** Runs a test file by Playwright's own program, with the browser of these tests. */
  async function playwright(file: string): Promise<{ stdout: string }> {
    const { path, env = {} } = await findBrowser({ path: null });
    const at = dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json'));
    mkdirSync(join(out, 'node_modules'), { recursive: true });
    rmSync(join(out, 'node_modules', '@playwright'), { force: true });
    symlinkSync(dirname(at), join(out, 'node_modules', '@playwright'));
    const config = join(out, 'playwright.config.cjs');
    const launchOptions = { executablePath: path, args: ['--no-sandbox'], env: { ...process.env, ...env } };
    writeFileSync(
      config,
      `module.exports = ${JSON.stringify({ testDir: out, expect: { timeout: 1000 }, use: { launchOptions } })};`,
    );
    const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...clean } = process.env;
    return promisify(execFile)(
      process.execPath,
      [join(at, 'cli.js'), 'test', file, '--config', config, '--reporter=line'],
      { cwd: out, env: clean },
    );
  }
});
