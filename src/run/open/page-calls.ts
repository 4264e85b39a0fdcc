import type { Session } from '../../drivers/chromium/connection.ts';
import { ArgiopeError } from '../../model/index.ts';

/** Opens an address in a tab and waits until it is quiet. */
export async function openPage(session: Session, url: string): Promise<void> {
  const loaded = new Promise<void>((resolve) => session.on('Page.loadEventFired', () => resolve()));
  const { errorText } = await session.send('Page.navigate', { url });
  if (errorText)
    throw new ArgiopeError('UNREACHABLE', `${url} cannot be opened (${errorText})`, {
      url,
      advice: 'is the site there?',
    });
  await loaded;
  await quiet(session);
}

/** Calls a function in the page; it uses nothing but what it is given. */
export async function callInPage<T>(
  session: Session,
  task: (given: never) => unknown,
  given: object,
): Promise<T> {
  const expression = `(${task})(${JSON.stringify(given)})`;
  const { result } = await session
    .send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    // The page may leave while it is asked.
    .catch(() => ({ result: { value: undefined } }));
  return result.value as T;
}

/** Waits until the page in a tab has not changed for a moment, or for five seconds. */
export async function quiet(session: Session): Promise<void> {
  await callInPage(session, quietInPage, {});
}

/** Waits until the page has not changed for a moment, or for five seconds; runs in the page. */
function quietInPage(): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(done, 300);
    const watch = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(done, 300);
    });
    const end = setTimeout(done, 5000);
    function done() {
      watch.disconnect();
      clearTimeout(end);
      resolve();
    }
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}
