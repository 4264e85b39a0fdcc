import type { Session } from '../../src/drivers/chromium/connection.ts';
import { findBrowser } from '../../src/drivers/chromium/find.ts';
import { launch } from '../../src/drivers/chromium/launch.ts';
import type { Viewed, Viewer, ViewOptions } from './browser-check.ts';

const patienceMs = 20_000;
const [width, height] = [1280, 800];

/** Starts a browser that shows pages as they are, without the agent of the crawler. */
export async function startViewer(): Promise<Viewer> {
  const found = await findBrowser({ path: null });
  const browser = await launch(found, { proxy: null, userAgent: 'argiope-bench', viewport: [width, height] });
  const { root } = browser.connection;
  return {
    async open(url, options) {
      const { targetId } = await root.send('Target.createTarget', { url: 'about:blank' });
      try {
        const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
        return await within(view(browser.connection.session(sessionId), url, options), url);
      } finally {
        await root.send('Target.closeTarget', { targetId });
      }
    },
    close: () => browser.close(),
  };
}

async function view(session: Session, url: string, options: ViewOptions): Promise<Viewed> {
  const requests = new Map<string, { url: string; failed: boolean }>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    requests.set(requestId, { url: request.url, failed: false });
  });
  session.on('Network.loadingFailed', ({ requestId }) => {
    const request = requests.get(requestId);
    if (request) request.failed = true;
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId);
    if (request && response.status >= 400) request.failed = true;
  });
  await Promise.all([
    session.send('Network.enable'),
    session.send('Page.enable'),
    // A full browser gives a tab no size of its own.
    session.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    }),
  ]);
  if (!options.scripts) await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  const loaded = new Promise<void>((resolve) => session.on('Page.loadEventFired', () => resolve()));
  const { errorText } = await session.send('Page.navigate', { url });
  if (errorText) throw new Error(`${url}: ${errorText}`);
  await loaded;
  if (options.prepare)
    await session.send('Runtime.evaluate', { expression: options.prepare, awaitPromise: true });
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'document.body.innerText',
    returnByValue: true,
  });
  return {
    text: String(result.value),
    png: options.picture ? await screenshot(session) : null,
    requests: [...requests.values()],
  };
}

/** The whole page, not only what fits the window. */
async function screenshot(session: Session): Promise<Buffer> {
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height: Math.ceil(cssContentSize.height), scale: 1 },
  });
  return Buffer.from(data, 'base64');
}

async function within<T>(work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${what} was not shown within ${patienceMs / 1000} s`)),
      patienceMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
