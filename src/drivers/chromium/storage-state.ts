import type { OriginStorage, StorageItem } from '../profile.ts';
import type { Session } from './connection.ts';
import type { BrowserWorld } from './cookies.ts';

/** Gives a browser what scripts of some origins had written down; no server is asked for it. */
export async function giveStorage(
  { connection, context }: BrowserWorld,
  origins: readonly OriginStorage[],
): Promise<void> {
  const some = origins.filter(({ localStorage }) => localStorage.length > 0);
  if (some.length === 0) return;
  const { root } = connection;
  const { targetId } = await root.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId: context,
  });
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
  const session = connection.session(sessionId);
  session.on('Fetch.requestPaused', ({ requestId }) =>
    session.tell('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'content-type', value: 'text/html' }],
      body: '',
    }),
  );
  try {
    await Promise.all([session.send('Page.enable'), session.send('Fetch.enable')]);
    for (const { origin, localStorage } of some) await fillStorage(session, origin, localStorage);
  } finally {
    await root.send('Target.closeTarget', { targetId }).catch(() => {});
  }
}

async function fillStorage(session: Session, origin: string, items: readonly StorageItem[]): Promise<void> {
  const loaded = new Promise<void>((resolve) => session.on('Page.loadEventFired', () => resolve()));
  await session.send('Page.navigate', { url: `${origin}/` });
  await loaded;
  const expression = `for (const { name, value } of ${JSON.stringify(items)}) localStorage.setItem(name, value)`;
  await session.send('Runtime.evaluate', { expression });
}

/**
 * A script that gives each tab the items of `sessionStorage` that belong to its origin; empty where there are none.
 * It runs before those of pages and leaves nothing behind that they could read it from.
 */
export function sessionStorageScript(origins: readonly OriginStorage[]): string {
  const items = origins.flatMap(({ origin, sessionStorage: all }) =>
    all.length === 0 ? [] : [[origin, all.map(({ name, value }) => [name, value])]],
  );
  if (items.length === 0) return '';
  return `{ const items = new Map(${JSON.stringify(items)}).get(location.origin);
    if (items && sessionStorage.length === 0) for (const [name, value] of items) sessionStorage.setItem(name, value); }`;
}

/** Everything that scripts of the page in a tab have written down; `null` where the page has no storage. */
export async function takeStorage(session: Session): Promise<OriginStorage | null> {
  const expression = `JSON.stringify({ origin: location.origin,
    localStorage: Object.entries(localStorage).map(([name, value]) => ({ name, value })),
    sessionStorage: Object.entries(sessionStorage).map(([name, value]) => ({ name, value })) })`;
  const answer = await session.send('Runtime.evaluate', { expression }).catch(() => null);
  const text = answer?.result.value as unknown;
  if (typeof text !== 'string') return null;
  const storage = JSON.parse(text) as OriginStorage;
  return /^https?:/.test(storage.origin) ? storage : null;
}
