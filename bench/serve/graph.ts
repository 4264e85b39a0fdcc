/** How soon the graph of a large crawl can be used, and how smoothly it is moved. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { writeClusters } from '../../src/derive/index.ts';
import type { SiteStore } from '../../src/model/index.ts';
import { startServing } from '../../src/serve/index.ts';
import { openStoreAt } from '../../src/store/index.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';
import { fillStore } from './graph-store.ts';

/** What the graph must keep: seconds until it can be used, and frames in a second while it is moved. */
const [mostSeconds, leastFrames] = [3, 30];
const sizes = [10, 1000, 20_000];
/** Milliseconds after which nothing is counted or laid out any more. */
const settleMs = 3000;

/** Measures graphs of several sizes, the clusters first and with everything open. */
export async function graphPart(
  report: Report,
  browser: Browser,
  { folder, runs }: { readonly folder: string; readonly runs: number },
): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const pages of sizes) {
    report.progress(`making a store of ${pages} pages`);
    const out = join(folder, `graph-${pages}`);
    mkdirSync(out, { recursive: true });
    const links = await fillStore(out, pages);
    await withClusters(out);
    const found = await measured(browser, out, runs);
    rows.push([
      pages,
      links,
      found.usable,
      found.idle.frames,
      found.closed.frames,
      found.closed.ms,
      found.open.frames,
      found.open.ms,
      found.drawn,
    ]);
    const frames = Math.min(found.closed.frames, found.open.frames);
    report.verdict(
      found.usable <= mostSeconds,
      `the graph of ${pages} pages is usable within ${mostSeconds} s`,
      `${found.usable.toFixed(2)} s`,
    );
    report.verdict(
      frames >= leastFrames,
      `it is moved with ${leastFrames} frames/s at least`,
      `${frames.toFixed(0)}`,
    );
  }
  report.section('Graph in Chromium, drawn without a graphics processor');
  report.table(
    [
      'pages',
      'links',
      'usable s',
      'frames/s, nothing drawn',
      'frames/s, groups',
      'ms a frame',
      'frames/s, all open',
      'ms a frame',
      'discs, all open',
    ],
    rows,
  );
}

async function withClusters(out: string): Promise<void> {
  const store = await openStoreAt(`sqlite:${join(out, 'argiope.db')}`);
  try {
    await writeClusters((await store.site('big.test')) as SiteStore, { dir: out });
  } finally {
    await store.close();
  }
}

interface Measured {
  readonly usable: number;
  /** What the machine gives where nothing is drawn. */
  readonly idle: Moved;
  readonly closed: Moved;
  readonly open: Moved;
  readonly drawn: number;
}

async function measured(browser: Browser, out: string, runs: number): Promise<Measured> {
  const serving = await startServing({
    place: { out, store: `sqlite:${join(out, 'argiope.db')}` },
    cwd: out,
    port: 0,
    token: null,
    browser: null,
    viewport: [1280, 800],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(serving.link);
    const [crawl] = serving.crawls.list();
    const address = `${serving.origin}/crawls/${encodeURIComponent(crawl?.id ?? '')}/graph`;
    const times: number[] = [];
    for (let round = 0; round < runs; round++) {
      const start = performance.now();
      await page.goto(address);
      await page.locator('canvas[data-drawn]').waitFor();
      times.push((performance.now() - start) / 1000);
    }
    // The links of all pages come after the map, and are counted in a worker.
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(settleMs);
    const idle = await framesWhileMoved(page, false);
    const closed = await framesWhileMoved(page);
    const all = page.getByRole('button', { name: 'Open all' });
    if (await all.isVisible()) await all.click();
    await page.waitForTimeout(settleMs);
    const open = await framesWhileMoved(page);
    const drawn = Number(await page.locator('canvas').getAttribute('data-drawn'));
    await page.close();
    return { usable: median(times), idle, closed, open, drawn };
  } finally {
    await serving.close();
  }
}

/** Frames in a second, and milliseconds that drawing one took, in the median: this holds on a busy machine too. */
interface Moved {
  readonly frames: number;
  readonly ms: number;
}

/** Moves the map with a pointer for two seconds. */
function framesWhileMoved(page: Page, isMoved = true): Promise<Moved> {
  return page.evaluate(async (moved) => {
    const canvas = document.querySelector('canvas') as HTMLCanvasElement;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const send = (type: string, x: number, y: number) =>
      canvas.dispatchEvent(
        new PointerEvent(type, {
          pointerId: 1,
          button: 0,
          clientX: left + width / 2 + x,
          clientY: top + height / 2 + y,
          bubbles: true,
        }),
      );
    // Events of a script have no pointer that could be held.
    canvas.setPointerCapture = () => {};
    const taken: number[] = [];
    const ask = requestAnimationFrame;
    window.requestAnimationFrame = (draw) =>
      ask((now) => {
        const before = performance.now();
        draw(now);
        taken.push(performance.now() - before);
      });
    send('pointerdown', 0, 0);
    const start = performance.now();
    let frames = 0;
    while (performance.now() - start < 2000) {
      if (moved) send('pointermove', 90 * Math.sin(frames / 9), 60 * Math.cos(frames / 9));
      await new Promise((done) => ask(done));
      frames++;
    }
    send('pointerup', 0, 0);
    window.requestAnimationFrame = ask;
    taken.sort((one, other) => one - other);
    return {
      frames: (frames * 1000) / (performance.now() - start),
      ms: taken[Math.floor(taken.length / 2)] ?? 0,
    };
  }, isMoved);
}
