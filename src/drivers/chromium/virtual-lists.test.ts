import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fireOrder, shownIn } from '../../../test/sites/scripted-pages.ts';
import { type RunningSite, startSite } from '../../../test/sites/site.ts';
import { virtual, virtualLists, virtualRows } from '../../../test/sites/virtual.ts';
import { visibleText } from '../../dom/text.ts';
import type { Candidate, Capture, DocumentTree, Tab } from '../../model/index.ts';
import { captured, element, startDriver, type TestDriver, textOf } from './fixture.ts';

const counted = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Numbers of the rows that a document shows, in order. */
function rowsOf(document: DocumentTree): number[] {
  return [...textOf(document.root).matchAll(/Row number (\d+)(?=\D|$)/g)].map(([, number]) => Number(number));
}

describe('a list that keeps only what is in view', () => {
  let site: RunningSite;
  let driver: TestDriver;
  let tab: Tab;
  before(async () => {
    site = await startSite(await virtual());
    driver = await startDriver(site.url);
    tab = await driver.tab();
  });
  after(async () => {
    await driver.close();
    await site.close();
  });

  const fired = async (capture: Capture, wanted: (candidate: Candidate) => boolean) => {
    const candidate = capture.candidates.find(wanted);
    assert.ok(candidate, 'there is such a candidate');
    return captured(await tab.fire(fireOrder(candidate), new Set()));
  };
  const scrolled = (capture: Capture) => fired(capture, ({ event }) => event === 'scroll');
  const named = (text: string) => (candidate: Candidate) => candidate.text === text;

  for (const name of virtualLists) {
    test(`${name}: all rows come in order with one event, and there is nothing left to scroll`, async () => {
      const opened = await tab.open(`${site.origin}/${name}`);
      assert.ok(rowsOf(opened.document).length < 60);
      const swept = await scrolled(opened);
      assert.deepEqual(rowsOf(swept.document), counted(1, virtualRows));
      assert.deepEqual(
        swept.candidates.filter(({ event }) => event === 'scroll'),
        [],
      );
      assert.match(textOf(swept.document.root), /After the list/);
      const again = await scrolled(await tab.open(`${site.origin}/${name}`));
      assert.equal(again.fingerprint, swept.fingerprint);
    });
  }

  // Of a grid of Vaadin 23 of 115 texts were found.
  test('has all its rows where they are slots, each with what it has shown', async () => {
    const swept = await scrolled(await tab.open(`${site.origin}/slotted`));
    const shown = [...visibleText(swept.document).matchAll(/Row number (\d+)/g)].map(([, number]) =>
      Number(number),
    );
    assert.deepEqual(shown, counted(1, virtualRows));
    assert.equal(
      swept.candidates.some(({ event }) => event === 'scroll'),
      false,
    );
  });

  test('has the links of all its rows', async () => {
    const { candidates } = await scrolled(await tab.open(`${site.origin}/window`));
    const links = candidates.map(({ href }) => href).filter((href) => href !== undefined);
    assert.deepEqual(
      links,
      counted(1, virtualRows).map((number) => `${site.origin}/item/${number}`),
    );
  });

  test('can be used where it is not in view', async () => {
    const swept = await scrolled(await tab.open(`${site.origin}/plain`));
    for (const number of [1, 222, 3]) {
      const { document, change } = await fired(swept, named(`Row number ${number}`));
      assert.equal(shownIn(document), `Details of Row number ${number}`);
      assert.deepEqual(rowsOf({ ...document, root: element(document, 'app') }), counted(1, virtualRows));
      assert.equal(change?.path, '/HTML/BODY[1]/P[1]');
    }
  });

  test('shows rows that an event has changed as they are, and the others as they were', async () => {
    const swept = await scrolled(await tab.open(`${site.origin}/tools`));
    const { document, candidates } = await fired(swept, named('Mark'));
    assert.match(textOf(element(document, 'app')), /Row number 1Row number 2 markedRow number 3/);
    assert.deepEqual(rowsOf(document), counted(1, 300));
    assert.equal(
      candidates.some(({ event }) => event === 'scroll'),
      false,
    );
  });

  test('keeps its head', async () => {
    const { document } = await scrolled(await tab.open(`${site.origin}/tools`));
    assert.deepEqual(textOf(element(document, 'app')).match(/Head of the list/g)?.length, 1);
    assert.match(textOf(element(document, 'app')), /^Head of the list/);
  });

  test('is gone through anew where its rows were replaced', async () => {
    const swept = await scrolled(await tab.open(`${site.origin}/tools`));
    const turned = await fired(swept, named('Turn round'));
    assert.ok(rowsOf(turned.document).length < 60);
    assert.deepEqual(rowsOf((await scrolled(turned)).document), counted(1, 300).reverse());
  });

  test('of more rows than are kept is cut, with a word of it', async () => {
    const { document } = await scrolled(await tab.open(`${site.origin}/long`));
    assert.deepEqual(rowsOf(document), counted(1, 10_000));
    assert.match(
      driver.warnings.join(),
      /\/long: a list has about 105\d\d rows, of which the first 10000 were taken$/,
    );
  });
});
