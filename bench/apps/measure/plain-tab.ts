import type { Session } from '../../../src/drivers/chromium/connection.ts';
import { findBrowser } from '../../../src/drivers/chromium/find.ts';
import { launch } from '../../../src/drivers/chromium/launch.ts';
import type { FireOrder } from '../../../src/model/index.ts';
import { boxedIn, placeOf, type ShownPage, shownPage } from './page-tree.ts';
import { act } from './plain-events.ts';

/** A tab of a browser as it is: nothing of Argiope's is in the page, its clock is the real one. */
export interface PlainTab {
  readonly session: Session;
  /** Opens an address and waits for its `load`. */
  open(url: string): Promise<void>;
  /** Fires an event; whether the element was there. */
  fire(order: FireOrder): Promise<boolean>;
  look(): Promise<ShownPage>;
  close(): Promise<void>;
}

/** A browser with plain tabs. */
export interface PlainBrowser {
  tab(): Promise<PlainTab>;
  close(): Promise<void>;
}

const [width, height] = [1280, 800];
/** Milliseconds that a document may take to load. */
const patience = 20_000;

/** Starts a browser whose tabs are left alone. */
export async function startPlainBrowser(): Promise<PlainBrowser> {
  const found = await findBrowser({ path: null });
  const browser = await launch(found, {
    proxy: null,
    userAgent: 'argiope-bench',
    viewport: [width, height],
    together: true,
  });
  const { connection } = browser;
  return {
    async tab() {
      const { targetId } = await connection.root.send('Target.createTarget', { url: 'about:blank' });
      const { sessionId } = await connection.root.send('Target.attachToTarget', { targetId, flatten: true });
      const close = async () => void (await connection.root.send('Target.closeTarget', { targetId }));
      return plainTab(connection.session(sessionId), close);
    },
    close: () => browser.close(),
  };
}

async function plainTab(session: Session, close: () => Promise<void>): Promise<PlainTab> {
  // By name: the empty document that a tab begins with may be told of late.
  const loaded = new Set<string>();
  let heard = () => {};
  session.on('Page.lifecycleEvent', ({ name, loaderId }) => {
    if (name !== 'load') return;
    loaded.add(loaderId);
    heard();
  });
  session.on('Page.javascriptDialogOpening', () =>
    session.tell('Page.handleJavaScriptDialog', { accept: false }),
  );
  await Promise.all([
    session.send('Page.enable'),
    session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
    session.send('DOM.enable', { includeWhitespace: 'all' }),
    session.send('DOMSnapshot.enable'),
    session.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    }),
    // A tab that is not in front would get no frames.
    session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
  ]);
  const look = async () => {
    const [{ root }, snapshot] = await Promise.all([
      session.send('DOM.getDocument', { depth: -1, pierce: true }),
      session.send('DOMSnapshot.captureSnapshot', { computedStyles: [] }),
    ]);
    return shownPage(root, boxedIn(snapshot));
  };
  return {
    session,
    look,
    close,
    async open(url) {
      loaded.clear();
      const { errorText, loaderId } = await session.send('Page.navigate', { url });
      if (errorText) throw new Error(`${url}: ${errorText}`);
      if (loaderId === undefined) return;
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${url} did not load`)), patience);
        heard = () => {
          if (!loaded.has(loaderId)) return;
          clearTimeout(timer);
          resolve();
        };
        heard();
      });
    },
    async fire(order) {
      const place = placeOf(await look(), order);
      if (place === null) return false;
      const { object } = await session.send('DOM.resolveNode', { backendNodeId: place });
      if (object.objectId === undefined) return false;
      await session.send('Runtime.callFunctionOn', {
        objectId: object.objectId,
        functionDeclaration: act.toString(),
        arguments: [{ value: order.event }, ...(order.value === undefined ? [] : [{ value: order.value }])],
      });
      return true;
    },
  };
}
