import { findBrowser } from '../../drivers/chromium/find.ts';
import { launch } from '../../drivers/chromium/launch.ts';

/** What a search page shows. */
interface Shown {
  readonly hits: readonly string[];
  readonly marks: readonly string[];
  readonly files: readonly string[];
}

/** Opens a mirror's search page in a real browser, which can reach nothing but the disk. */
export async function openSearchPage(url: string) {
  const found = await findBrowser({ path: null });
  const proxy = { server: 'http://127.0.0.1:9', credential: null };
  const options = { proxy, userAgent: 'test', viewport: [1000, 800] as const };
  const { connection, close } = await launch(found, options);
  const { targetId } = await connection.root.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await connection.root.send('Target.attachToTarget', { targetId, flatten: true });
  const session = connection.session(sessionId);
  const evaluate = async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as T;
  };
  await session.send('Page.enable');
  const loaded = new Promise<void>((resolve) => session.on('Page.loadEventFired', () => resolve()));
  await session.send('Page.navigate', { url });
  await loaded;
  // Until the whole index is there, the page says so.
  await evaluate(`new Promise((resolve) => {
    const look = () => document.documentElement.dataset.shown === document.documentElement.dataset.shards + ' ' ? resolve() : setTimeout(look, 20);
    look();
  })`);
  const ask = (question: string): Promise<Shown> =>
    evaluate(`(async () => {
      const input = document.querySelector('input');
      input.value = ${JSON.stringify(question)};
      input.dispatchEvent(new Event('input'));
      const { dataset } = document.documentElement;
      while (dataset.shown !== dataset.shards + ' ' + input.value) await new Promise((resolve) => setTimeout(resolve, 5));
      const texts = (selector) => [...document.querySelectorAll(selector)].map((node) => node.textContent);
      const files = [...document.querySelectorAll('#hits > li > a')].map(({ href }) => href);
      return { hits: texts('#hits > li > a'), marks: texts('mark'), files };
    })()`);
  return { ask, close };
}
