import { pathToFileURL } from 'node:url';
import { ArgiopeError } from '../../model/index.ts';
import { productName } from '../http/user-agent.ts';
import type { Session } from './connection.ts';
import { findBrowser } from './find.ts';
import { launch, type RunningBrowser } from './launch.ts';
import { patience, within } from './patience.ts';
import { pictureLimit } from './picture.ts';

/** Milliseconds without a picture after which the browser is ended: several are most often taken in a row. */
const idle = 2_000;

/** Takes pictures of files that need no script and no network; its browser is started with the first one. */
export class Camera {
  readonly #browser: string | null;
  readonly #viewport: readonly [number, number];
  #running: Promise<RunningBrowser> | null = null;
  #inUse = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(browser: string | null, viewport: readonly [number, number]) {
    this.#browser = browser;
    this.#viewport = viewport;
  }

  /** A picture (PNG) of a file as high as what it shows, up to the limit of pictures. */
  take(file: string): Promise<Uint8Array> {
    return this.#shown(file, (session) => this.#picture(session));
  }

  /** A file as it would be printed (PDF). */
  print(file: string): Promise<Uint8Array> {
    return this.#shown(file, async (session) => {
      const how = { printBackground: true, preferCSSPageSize: true };
      return Buffer.from((await session.send('Page.printToPDF', how)).data, 'base64');
    });
  }

  async #shown(file: string, take: (session: Session) => Promise<Uint8Array>): Promise<Uint8Array> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#inUse++;
    try {
      this.#running ??= this.#start();
      return await this.#open(await this.#running, pathToFileURL(file).href, take);
    } finally {
      this.#inUse--;
      if (this.#inUse === 0) this.#timer = setTimeout(() => void this.close(), idle);
    }
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const running = this.#running;
    this.#running = null;
    await (await running?.catch(() => null))?.close();
  }

  async #start(): Promise<RunningBrowser> {
    const found = await findBrowser({ path: this.#browser });
    // A proxy that nobody listens at: what is not on the disk is not asked for.
    const away = { proxy: { server: 'http://127.0.0.1:9', credential: null } };
    return launch(found, { ...away, userAgent: productName, viewport: this.#viewport });
  }

  async #open(
    { connection }: RunningBrowser,
    url: string,
    take: (session: Session) => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    const { targetId } = await connection.root.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await connection.root.send('Target.attachToTarget', { targetId, flatten: true });
    const session = connection.session(sessionId);
    try {
      await session.send('Page.enable');
      await session.send('Emulation.setScriptExecutionDisabled', { value: true });
      await this.#resize(session, this.#viewport[1]);
      const loaded = new Promise<void>((resolve) => session.on('Page.loadEventFired', () => resolve()));
      await session.send('Page.navigate', { url });
      await within(
        patience.answer,
        loaded,
        () => new ArgiopeError('TIMEOUT', 'no picture could be taken of the page'),
      );
      return await take(session);
    } finally {
      await connection.root.send('Target.closeTarget', { targetId }).catch(() => {});
    }
  }

  async #picture(session: Session): Promise<Uint8Array> {
    const { cssContentSize } = await session.send('Page.getLayoutMetrics');
    const height = Math.max(this.#viewport[1], Math.ceil(cssContentSize.height));
    await this.#resize(session, Math.min(height, pictureLimit[1]));
    const { data } = await session.send('Page.captureScreenshot', { format: 'png' });
    return Buffer.from(data, 'base64');
  }

  async #resize(session: Session, height: number): Promise<void> {
    const size = { width: this.#viewport[0], height, deviceScaleFactor: 1, mobile: false };
    await session.send('Emulation.setDeviceMetricsOverride', size);
  }
}
