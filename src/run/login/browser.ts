import type { CrawlSettings } from '../../config/settings.ts';
import { keyPrints } from '../../drivers/chromium/certificates.ts';
import type { Session } from '../../drivers/chromium/connection.ts';
import { findBrowser } from '../../drivers/chromium/find.ts';
import { launch, type RunningBrowser } from '../../drivers/chromium/launch.ts';
import { pinningProxy } from '../../drivers/proxy/index.ts';

/** A tab to sign in with, in a browser of its own: nothing of it is recorded, cached or crawled. */
export interface LoginTab {
  readonly running: RunningBrowser;
  readonly session: Session;
  readonly targetId: string;
  close(): Promise<void>;
}

/** Opens such a tab, by the same proxy and with the same name as the crawl; `visible`: for a person. */
export async function openLoginTab(settings: CrawlSettings, visible: boolean): Promise<LoginTab> {
  const found = await findBrowser({ path: settings.browser, visible });
  const proxy = await pinningProxy(settings);
  const running = await launch(found, {
    proxy,
    trusted: settings.ca === null ? [] : keyPrints(settings.ca),
    insecure: settings.insecure,
    userAgent: settings.userAgent,
    viewport: settings.viewport,
    visible,
  }).catch(async (error) => {
    await proxy.close();
    throw error;
  });
  const close = async () => {
    await running.close();
    await proxy.close();
  };
  try {
    const { root } = running.connection;
    const { targetId } = await root.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId: running.context,
    });
    const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
    const session = running.connection.session(sessionId);
    session.on('Page.javascriptDialogOpening', () =>
      visible ? undefined : session.tell('Page.handleJavaScriptDialog', { accept: true }),
    );
    await session.send('Page.enable');
    return { running, session, targetId, close };
  } catch (error) {
    await close();
    throw error;
  }
}
