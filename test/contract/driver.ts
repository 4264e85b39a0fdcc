import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { documentPrints } from '../../src/dom/canonical.ts';
import { visibleText } from '../../src/dom/text.ts';
import { ArgiopeError, type Driver, type ErrorCode } from '../../src/model/index.ts';
import { startServer, stopServer } from '../servers.ts';

const pages: Readonly<Record<string, string>> = {
  '/': `<!doctype html><html lang="en"><head><title> First
    page </title></head><body><h1>Hello</h1><nav><a id="next" href="second.html">Second</a>
    <a href="/same?x=1" title="to the same">Same</a></nav><p>Text &amp; more</p></body></html>`,
  '/second.html': '<!doctype html><title>Second</title><p>Another page<p><a href="/">Back</a>',
  '/copy': '<!doctype html><title>Second</title><p>Another page<p><a href="/">Back</a>',
  '/based': '<!doctype html><base href="/deep/er/"><title>B</title><a href="x">X</a>',
  '/empty': '',
};

/**
 * Claims that hold for every driver. `make` is given the address of the site that will be crawled; the
 * driver is closed by the suite.
 */
export function driverContract(name: string, make: (seed: string) => Promise<Driver>): void {
  describe(`the ${name} driver`, () => {
    let server: Server;
    let site = '';
    let driver: Driver;

    before(async () => {
      server = createServer((request, response) => {
        const path = new URL(request.url ?? '/', 'http://host').pathname;
        if (path === '/style.css')
          return response.setHeader('content-type', 'text/css').end('p { color: red }');
        if (path === '/file.zip') return response.setHeader('content-type', 'application/zip').end('PK');
        if (path === '/moved') return response.writeHead(302, { location: '/second.html' }).end();
        if (path === '/busy') return response.writeHead(503, { 'retry-after': '7' }).end();
        if (path === '/dated') response.setHeader('last-modified', 'Thu, 01 Jan 2026 00:00:00 GMT');
        const page = pages[path] ?? (path === '/dated' ? '<title>D</title>' : undefined);
        response.setHeader('content-type', 'text/html; charset=utf-8');
        if (page === undefined) response.statusCode = 404;
        response.end(page ?? '<title>Not there</title>');
      });
      site = await startServer(server);
      driver = await make(`${site}/`);
    });

    after(async () => {
      await driver.close();
      await stopServer(server);
    });

    async function failsWith(code: ErrorCode, url: string): Promise<ArgiopeError> {
      const tab = await driver.tab();
      try {
        await tab.open(url);
      } catch (error) {
        assert.ok(error instanceof ArgiopeError, `an ArgiopeError, not ${error}`);
        assert.equal(error.code, code, error.message);
        return error;
      } finally {
        await tab.close();
      }
      assert.fail(`${url} was expected to fail with ${code}`);
    }

    test('a page is captured with its document, title, language and links', async () => {
      const tab = await driver.tab();
      const capture = await tab.open(`${site}/`);
      assert.equal(capture.document.title, 'First page');
      assert.equal(capture.document.lang, 'en');
      assert.equal(capture.document.doctype, 'html');
      assert.equal(capture.document.url, `${site}/`);
      assert.equal(capture.document.root.tag, 'html');
      assert.equal(capture.documentUrl, `${site}/`);
      assert.equal(capture.status, 200);
      assert.equal(capture.contentType, 'text/html');
      assert.equal(capture.settled, 'quiet');
      assert.match(visibleText(capture.document), /Text & more/);
      const links = capture.candidates.filter((each) => each.href !== undefined);
      assert.deepEqual(
        links.map(({ xpath, id, tag, event, href, text }) => ({ xpath, id, tag, event, href, text })),
        [
          {
            xpath: '/HTML/BODY[1]/NAV[1]/A[1]',
            id: 'next',
            tag: 'a',
            event: 'click',
            href: `${site}/second.html`,
            text: 'Second',
          },
          {
            xpath: '/HTML/BODY[1]/NAV[1]/A[2]',
            id: null,
            tag: 'a',
            event: 'click',
            href: `${site}/same?x=1`,
            text: 'Same',
          },
        ],
      );
      assert.match(links[1]?.hints ?? '', /to the same/);
      assert.ok(capture.requests.some((each) => each.url === `${site}/` && each.status === 200));
      await tab.close();
    });

    test('the fingerprint is that of the canonical document', async () => {
      const tab = await driver.tab();
      const capture = await tab.open(`${site}/`);
      assert.equal(capture.fingerprint, documentPrints(capture.document).exact);
      await tab.close();
    });

    test('equal bytes have one fingerprint, in any tab and under any address', async () => {
      const [one, other] = [await driver.tab(), await driver.tab()];
      const first = await one.open(`${site}/second.html`);
      const again = await one.open(`${site}/second.html`);
      const copy = await other.open(`${site}/copy`);
      const start = await other.open(`${site}/`);
      assert.equal(again.fingerprint, first.fingerprint);
      assert.equal(copy.fingerprint, first.fingerprint);
      assert.notEqual(start.fingerprint, first.fingerprint);
      await Promise.all([one.close(), other.close()]);
    });

    test('links are resolved against the base of the document', async () => {
      const tab = await driver.tab();
      const capture = await tab.open(`${site}/based`);
      assert.equal(capture.document.base, `${site}/deep/er/`);
      assert.equal(capture.candidates[0]?.href, `${site}/deep/er/x`);
      await tab.close();
    });

    test('a redirect leads to the page behind it, and the capture says where that is', async () => {
      const tab = await driver.tab();
      const capture = await tab.open(`${site}/moved`);
      assert.equal(capture.documentUrl, `${site}/second.html`);
      assert.equal(capture.document.title, 'Second');
      await tab.close();
    });

    test('an empty page is a page', async () => {
      const tab = await driver.tab();
      const capture = await tab.open(`${site}/empty`);
      assert.equal(capture.document.title, '');
      assert.deepEqual(capture.candidates, []);
      await tab.close();
    });

    test('the moment of the last change is told in ISO form', async () => {
      const tab = await driver.tab();
      assert.equal((await tab.open(`${site}/dated`)).lastModified, '2026-01-01T00:00:00.000Z');
      assert.equal((await tab.open(`${site}/`)).lastModified, null);
      await tab.close();
    });

    test('a missing page, a busy server and a file that is no page are told apart', async () => {
      assert.match((await failsWith('HTTP_STATUS', `${site}/missing`)).message, /404/);
      assert.match((await failsWith('BUSY', `${site}/busy`)).message, /503.*7/);
      await failsWith('FILE', `${site}/file.zip`);
    });

    test('a server that is not there is unreachable, and the driver works on', async () => {
      // The site's own port, closed for the moment: no other port may be asked on loopback.
      await stopServer(server);
      await failsWith('UNREACHABLE', `${site}/`);
      await startServer(server, Number(new URL(site).port));
      const tab = await driver.tab();
      assert.equal((await tab.open(`${site}/`)).document.title, 'First page');
      await tab.close();
    });

    test('a file is read with its bytes and content type; a missing one is null', async () => {
      const file = await driver.fetch(`${site}/style.css`);
      assert.equal(file?.url, `${site}/style.css`);
      assert.equal(file.status, 200);
      assert.match(file.contentType, /^text\/css/);
      assert.equal(new TextDecoder().decode(file.body), 'p { color: red }');
      assert.equal(await driver.fetch(`${site}/missing.css`), null);
    });

    test('requests and bytes are counted', async () => {
      const earlier = driver.counts();
      const tab = await driver.tab();
      await tab.open(`${site}/`);
      const later = driver.counts();
      assert.ok(later.requests > earlier.requests);
      assert.ok(later.bytes > earlier.bytes);
      await tab.close();
    });

    test('what is not there is lost when fired', async () => {
      const tab = await driver.tab();
      await tab.open(`${site}/`);
      const order = { id: null, xpath: '/HTML/BODY[1]/DIV[9]', event: 'click' };
      assert.deepEqual(await tab.fire(order, new Set()), { kind: 'lost' });
      await tab.close();
    });

    test('closing twice is closing once', async () => {
      const tab = await driver.tab();
      await tab.close();
      await tab.close();
      const second = await make(`${site}/`);
      await second.close();
      await second.close();
    });
  });
}
