import { join, resolve } from 'node:path';
import { EntryPaths, type EntryStep, pageLabel, writeText } from '../../derive/index.ts';
import { playwrightTest } from '../../derive/playwright/test-text.ts';
import { placedText } from '../../dom/text-places.ts';
import { findBrowser } from '../../drivers/chromium/find.ts';
import { launch } from '../../drivers/chromium/launch.ts';
import { storedDocument } from '../../html/stored.ts';
import { ArgiopeError, type Page, type SiteStore } from '../../model/index.ts';
import { OwnText, readingLines } from '../../search/index.ts';
import { makeFolder } from '../../store/index.ts';
import type { StorePlace } from '../controls.ts';
import { withSite } from '../site.ts';
import { walk } from './walk.ts';

/** Which page is shown, and where. */
export interface OpenOptions {
  readonly number: number;
  /** Browser to show it in. */
  readonly browser?: string | null;
  /** Ends it; the window closes. */
  readonly signal?: AbortSignal;
  readonly told?: (step: EntryStep) => void;
}

/** Milliseconds that people see what is about to be clicked. */
const pause = 900;

/** Shows a page live: opens a window, walks the way to the page, and waits until the window is closed. */
export async function openLive(
  options: StorePlace & OpenOptions,
): Promise<{ readonly number: number; readonly label: string }> {
  const { number, browser = null, signal, told } = options;
  const { entry, label } = await wayTo(options, number);
  requireDisplay(
    'run it on a desktop, look at the page in the mirror, or write the way as a test with --format playwright',
  );
  const found = await findBrowser({ path: browser, visible: true });
  const running = await launch(found, { proxy: null, userAgent: null, viewport: [1280, 900], visible: true });
  try {
    const { root } = running.connection;
    const { targetId } = await root.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId: running.context,
    });
    const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
    const closed = new Promise<void>((done) => {
      root.on('Target.targetDestroyed', ({ targetId: gone }) => {
        if (gone === targetId) done();
      });
      signal?.addEventListener('abort', () => done());
    });
    await root.send('Target.setDiscoverTargets', { discover: true });
    await walk(running.connection.session(sessionId), entry, { pause, ...(told && { told }) });
    await Promise.race([closed, running.ended]);
  } finally {
    await running.close();
  }
  return { number, label };
}

/** Writes the way to a page as a test of Playwright, and gives its file. */
export async function writePlaywright(
  place: StorePlace & { readonly number: number },
): Promise<{ readonly number: number; readonly path: string }> {
  const { number } = place;
  const folder = join(resolve(place.out), 'playwright');
  const test = playwrightTest({ number, ...(await wayTo(place, number)) });
  makeFolder(folder);
  const path = join(folder, `page-${number}.spec.ts`);
  await writeText(path, (file) => file.add(test));
  return { number, path };
}

interface Way {
  readonly entry: readonly EntryStep[];
  readonly label: string;
  /** A text that the page shows of its own. */
  readonly shows: string | null;
}

function wayTo(place: StorePlace, number: number): Promise<Way> {
  return withSite(place, { readOnly: true }, async (site) => {
    const page = await keptPage(site, number);
    const entry = await new EntryPaths(site).of(page);
    const [first] = entry;
    if (!first || !('open' in first) || !/^https?:/.test(first.open))
      throw new ArgiopeError('USAGE', `page ${number} cannot be opened in a browser: no way to it is known`, {
        advice: 'pages of FTP servers and boards are in the mirror',
      });
    return { entry, label: pageLabel(page.content?.title ?? '', entry), shows: await shownBy(site, page) };
  });
}

async function keptPage(site: SiteStore, number: number): Promise<Page> {
  const page = await site.page(number);
  const kept =
    page?.status === 'merged' && page.mergedInto !== null ? await site.page(page.mergedInto) : page;
  if (kept?.status === 'kept') return kept;
  throw new ArgiopeError('USAGE', `there is no page ${number} in this crawl`, {
    advice: 'numbers of pages are in pages.jsonl, and in the answers of `argiope search`',
  });
}

/** Characters of a text that a test looks for: enough to tell pages apart, few enough to be read. */
const longest = 80;

/** The longest text that a page shows of its own, cut; markup parts lines, so it is one text of the page. */
async function shownBy(site: SiteStore, page: Page): Promise<string | null> {
  const indexed = await site.search.page(page.number);
  const own = new Set(indexed ? readingLines(await new OwnText(site.search).of(indexed)) : []);
  const { lines } = indexed?.text ?? placedText(await storedDocument(site, page));
  const texts = lines.filter((line) => line.length === 2).map(([, text]) => String(text).trim());
  const candidates = own.size === 0 ? texts : texts.filter((text) => own.has(text));
  const [best] = candidates.sort((one, other) => other.length - one.length);
  return best === undefined ? null : best.slice(0, longest).trim();
}

/** Refuses to go on where no window can be opened. */
export function requireDisplay(advice: string): void {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform !== 'linux' || DISPLAY || WAYLAND_DISPLAY) return;
  throw new ArgiopeError('BROWSER_MISSING', 'there is no display to open a window on (DISPLAY is not set)', {
    advice,
  });
}
