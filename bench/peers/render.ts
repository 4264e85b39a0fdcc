import { createServer } from 'node:http';
import type { Session } from '../../src/drivers/chromium/connection.ts';
import { findBrowser } from '../../src/drivers/chromium/find.ts';
import { launch } from '../../src/drivers/chromium/launch.ts';
import type { DocumentTree, ElementNode, TreeNode } from '../../src/model/index.ts';
import { startServer, stopServer } from '../../test/servers.ts';

/** Turns HTML texts into document trees. */
export interface Renderer {
  render(html: string): Promise<DocumentTree>;
  close(): Promise<void>;
}

/**
 * Starts a browser that shows HTML texts with scripts disabled.
 *
 * Peers hand over HTML, and only a layout tells which of it a person would see; the judge asks of the pages
 * of Argiope the same. Nothing of Argiope's own capture is used.
 */
export async function startRenderer(): Promise<Renderer> {
  let served = '';
  const server = createServer((request, response) => {
    const found = request.url === '/';
    response.writeHead(found ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.end(found ? served : '');
  });
  const url = `${await startServer(server)}/`;
  const found = await findBrowser({ path: null });
  const browser = await launch(found, { proxy: null, userAgent: 'argiope-bench', viewport: [1280, 800] });
  const { root } = browser.connection;
  const { targetId } = await root.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
  const session = browser.connection.session(sessionId);
  let parsed = () => {};
  session.on('Page.domContentEventFired', () => parsed());
  await session.send('Page.enable');
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  return {
    async render(html) {
      served = html;
      const shown = new Promise<void>((resolve) => {
        parsed = resolve;
      });
      const { errorText } = await session.send('Page.navigate', { url });
      if (errorText) throw new Error(`${url}: ${errorText}`);
      await shown;
      return { url, base: url, doctype: 'html', title: '', lang: '', root: await treeOf(session) };
    },
    async close() {
      await browser.close();
      await stopServer(server);
    },
  };
}

async function treeOf(session: Session): Promise<ElementNode> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `(${readTree})(document.documentElement)`,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value as ElementNode;
}

/** Runs in the page. */
function readTree(element: Element): ElementNode {
  const kidsOf = (parent: Node): readonly TreeNode[] =>
    [...parent.childNodes].flatMap((kid): readonly TreeNode[] => {
      if (kid.nodeType === 3) return [kid.nodeValue ?? ''];
      return kid.nodeType === 1 ? [read(kid as Element)] : [];
    });
  const read = (node: Element): ElementNode => {
    const folded = node.parentElement?.matches('details:not([open])') && node.localName !== 'summary';
    return {
      tag: node.localName,
      attrs: Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value])),
      kids: kidsOf(node),
      ...(node.shadowRoot ? { shadow: { mode: node.shadowRoot.mode, kids: kidsOf(node.shadowRoot) } } : {}),
      ...(folded || getComputedStyle(node).display === 'none' ? { hidden: true as const } : {}),
    };
  };
  return read(element);
}
