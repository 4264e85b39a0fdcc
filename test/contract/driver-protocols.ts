import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { documentPrints } from '../../src/dom/canonical.ts';
import { printAt } from '../../src/dom/print-at.ts';
import { elementAt } from '../../src/dom/xpath.ts';
import { ArgiopeError, type Driver } from '../../src/model/index.ts';

/** A server that speaks a protocol of its own, and a driver for it. */
export interface Spoken {
  /** Address of a page with at least one candidate. */
  readonly url: string;
  make(): Driver;
  close(): Promise<void>;
}

/** Claims that hold for drivers of every protocol; those of the web have a suite with more in it. */
export function protocolContract(name: string, start: () => Promise<Spoken>): void {
  describe(`the ${name} driver`, () => {
    let spoken: Spoken;
    let driver: Driver;

    before(async () => {
      spoken = await start();
      driver = spoken.make();
    });

    after(async () => {
      await driver.close();
      await spoken.close();
    });

    test('a page is a whole document under its address, quiet and good', async () => {
      const tab = await driver.tab();
      const capture = await tab.open(spoken.url);
      assert.equal(capture.document.url, spoken.url);
      assert.equal(capture.documentUrl, spoken.url);
      assert.equal(capture.document.root.tag, 'html');
      assert.notEqual(capture.document.title, '');
      assert.equal(capture.status, 200);
      assert.equal(capture.contentType, 'text/html');
      assert.equal(capture.settled, 'quiet');
      assert.ok(capture.requests.some(({ url }) => url === spoken.url));
      await tab.close();
    });

    test('the fingerprint is that of the canonical document, and parts have theirs', async () => {
      const tab = await driver.tab();
      const { document, fingerprint } = await tab.open(spoken.url);
      assert.equal(fingerprint, documentPrints(document).exact);
      const paths = ['/HTML/BODY[1]', '/HTML/BODY[1]/DIV[99]'];
      assert.deepEqual(await tab.printsAt(paths), [printAt(document, paths[0] as string, null), null]);
      await tab.close();
    });

    test('each candidate is an element of the document, named once', async () => {
      const tab = await driver.tab();
      const { document, candidates } = await tab.open(spoken.url);
      assert.ok(candidates.length > 0);
      const keys = candidates.map(({ xpath, event, value }) => `${xpath} ${event} ${value}`);
      assert.equal(new Set(keys).size, keys.length);
      for (const { xpath, tag } of candidates) assert.equal(elementAt(document, xpath)?.tag, tag, xpath);
      await tab.close();
    });

    test('what is not there is lost when fired, and so is a step back from the first page', async () => {
      const tab = await driver.tab();
      await tab.open(spoken.url);
      const order = { id: null, xpath: '/HTML/BODY[1]/DIV[9]', event: 'click' };
      assert.deepEqual(await tab.fire(order, new Set()), { kind: 'lost' });
      assert.deepEqual(await tab.back(new Set()), { kind: 'lost' });
      await tab.close();
    });

    test('requests and bytes are counted', async () => {
      const earlier = driver.counts();
      const tab = await driver.tab();
      await tab.open(spoken.url);
      assert.ok(driver.counts().requests > earlier.requests);
      assert.ok(driver.counts().bytes >= earlier.bytes);
      await tab.close();
    });

    test('an address of this machine that no seed names is not asked', async () => {
      const tab = await driver.tab();
      const other = new URL(spoken.url);
      other.port = '9';
      await assert.rejects(tab.open(other.href), (error) => {
        return error instanceof ArgiopeError && error.code === 'FORBIDDEN_ADDRESS';
      });
      await tab.close();
    });

    test('closing twice is closing once', async () => {
      const tab = await driver.tab();
      await tab.close();
      await tab.close();
      const second = spoken.make();
      await second.close();
      await second.close();
    });
  });
}
