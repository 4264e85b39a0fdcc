import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultSettings } from '../../config/index.ts';
import { leastChance } from './order.ts';
import { type Likes, shapeOf, Yields } from './yields.ts';

const least = leastChance(defaultSettings([], {}));
const click = (more: Partial<Likes> = {}): Likes => ({
  className: 'site.js:1.click',
  shape: shapeOf({ xpath: '/HTML/BODY/LI[3]/A[1]', event: 'click' }),
  document: 0,
  ...more,
});

describe('what tests of presumptions are expected to find', () => {
  const isWorth = (yields: Yields, document: number, list: string) =>
    yields.testChance(document, list) >= least;

  test('a list is left after some tests in vain, and others of its document are tested on', () => {
    const yields = new Yields();
    for (let made = 0; made < 4; made++) {
      assert.ok(isWorth(yields, 1, 'pager'), `${made} in vain`);
      yields.countTest(1, 'pager', false);
    }
    assert.equal(isWorth(yields, 1, 'pager'), false);
    assert.ok(isWorth(yields, 1, 'tabs'));
  });

  test('a list that stands in many documents is left in all of them', () => {
    const yields = new Yields();
    for (let made = 0; made < 16; made++) yields.countTest(made, 'pager', false);
    assert.equal(isWorth(yields, 99, 'pager'), false);
    assert.ok(isWorth(yields, 99, 'tabs'));
  });

  test('a document is left after a dozen tests in vain, and another one is not', () => {
    const yields = new Yields();
    for (let made = 0; made < 12; made++) {
      assert.ok(isWorth(yields, 1, `list ${made}`), `${made} in vain`);
      yields.countTest(1, `list ${made}`, false);
    }
    yields.countTest(1, 'list 12', false);
    assert.equal(isWorth(yields, 1, 'list 13'), false);
    assert.ok(isWorth(yields, 2, 'list 13'));
  });

  test('what has found a page is worth as much as at first, also after a crawl was stopped', () => {
    const yields = new Yields();
    for (let made = 0; made < 5; made++) yields.countTest(1, 'pager', false);
    assert.equal(isWorth(yields, 1, 'pager'), false);
    yields.countTest(1, 'pager', true);
    assert.ok(isWorth(yields, 1, 'pager'));
    yields.countTest(1, 'pager', false);
    const resumed = new Yields(yields.save());
    assert.equal(resumed.testChance(1, 'pager'), yields.testChance(1, 'pager'));
  });
});

describe('what actions are expected to give', () => {
  test('words are typed into a field that stands in every document in one of them', () => {
    const yields = new Yields();
    const typed = (document: number): Likes => ({
      className: 'site.js:9.input',
      shape: shapeOf({ xpath: '/HTML/HEADER[1]/INPUT[1]', event: 'input', value: 'amber' }),
      document,
    });
    assert.ok(yields.chance(typed(1)) >= least);
    yields.count(typed(1), 12);
    assert.ok(yields.chance(typed(1)) >= least, 'again in its document');
    assert.ok(yields.chance(typed(2)) < least, 'not in another');
    for (let times = 0; times < 2; times++) yields.count(typed(1), 12);
    assert.ok(yields.chance(typed(1)) < least, 'nor on each page of its own');
    const hidden = {
      xpath: '/HTML/HEADER[1]/INPUT[1]',
      event: 'input',
      value: 'amber',
      meta: { hidden: 'yes' as const },
    };
    assert.ok(
      yields.chance({ ...typed(2), shape: shapeOf(hidden) }) < least,
      'nor where it waits to be shown',
    );
    const enter = (document: number): Likes => ({
      className: 'site.js:9.keydown.Enter',
      shape: shapeOf({ xpath: '/HTML/HEADER[1]/INPUT[1]', event: 'keydown', value: 'Enter' }),
      document,
    });
    yields.count(enter(1), 12);
    assert.ok(yields.chance(enter(2)) < least, 'nor sent by Enter in another');
    const slid = { ...typed(2), shape: shapeOf({ xpath: '/HTML/INPUT[1]', event: 'input', value: '100' }) };
    assert.ok(yields.chance(slid) >= least, 'a number is no word of ours');
  });

  test('pointers that passed in vain say little of other handlers: tooltips were given up untried', () => {
    const yields = new Yields();
    const over = (className: string): Likes => ({
      className,
      shape: shapeOf({ xpath: '/HTML/BODY/B[1]', event: 'mouseover' }),
    });
    for (const handler of ['one', 'two', 'three'])
      for (let made = 0; made < 3; made++) yields.count(over(handler), 0, { idle: true });
    assert.ok(yields.chance(over('one')) < least, 'a handler that was tried');
    assert.ok(yields.chance(over('tooltip')) >= 2 * least, 'one that was not');
    for (let made = 0; made < 20; made++) yields.count(over(`handler ${made}`), 0, { idle: true });
    assert.ok(yields.chance(over('tooltip')) < least, 'where no handler of many has shown anything');
  });

  test('the current one of several is left', () => {
    assert.ok(new Yields().chance(click()) >= least);
    assert.ok(new Yields().chance(click({ spare: true })) < least);
  });

  test('events by which nobody uses a page are judged by the first that did nothing', () => {
    const [quiet, loud] = [new Yields(), new Yields()];
    const focus = click({ shape: shapeOf({ xpath: '/HTML/A[1]', event: 'focus' }), label: '1' });
    const before = quiet.chance({ ...focus, label: '2' });
    quiet.count(focus, 0, { idle: true });
    assert.ok(quiet.chance({ ...focus, label: '2' }) < before);
    loud.count(click({ label: '1' }), 0, { idle: true });
    assert.equal(loud.chance(click({ label: '2' })), new Yields().chance(click({ label: '2' })));
  });

  test('a handler whose script is called "page.js" does not turn pages for that', () => {
    const yields = new Yields();
    const tile = (at: number) => {
      const shape = shapeOf({ xpath: `/HTML/IMG[${at}]`, event: 'mouseover' });
      return click({
        className: 'page.js:1.mouseover',
        shape,
        label: `page.js:1.mouseover(img src=${at}.png)`,
      });
    };
    for (const at of [1, 2, 3]) yields.count(tile(at), 0, { idle: true });
    assert.ok(yields.chance(tile(4)) < least);
    const next = click({ label: 'Next' });
    yields.count(next, 0, { idle: true, ended: true });
    assert.equal(yields.chance(next), new Yields().chance(next), 'a list has ended there');
  });

  test('a pointer that passes in vain is not tested under every choice, a click that may choose something is', () => {
    const yields = new Yields();
    const over = click({ shape: shapeOf({ xpath: '/HTML/DIV[1]', event: 'mouseover' }), label: 'Map' });
    assert.ok(yields.testChance(0, 'over', over) >= least);
    for (const likes of [over, click({ label: 'Mark' })]) yields.count(likes, 0);
    assert.ok(yields.testChance(0, 'over', over) < least);
    assert.ok(yields.testChance(0, 'mark', click({ label: 'Mark' })) >= least);
  });

  test('what names something it has shown before promises less than its kind', () => {
    const yields = new Yields();
    yields.count(click({ label: '3' }), 5);
    assert.ok(yields.chance(click({ label: '3' })) < yields.chance(click({ label: '4' })));
    const pressed = shapeOf({ xpath: '/HTML/BODY/LI[3]/A[1]', event: 'mousedown' });
    assert.equal(yields.wasTried(click({ label: '3' })), true);
    assert.equal(yields.wasTried(click({ label: '3', shape: pressed })), false, 'by another event');
    assert.equal(yields.chance(click({ label: '3', document: 1 })), yields.chance(click({ label: '4' })));
  });

  test('a menu that every document unfolds alike is tried by fewer and fewer of its entries', () => {
    const yields = new Yields();
    const folds = Array.from({ length: 20 }, (_, fold) => `Part ${fold}`);
    for (const label of folds) yields.count(click({ label }), 9);
    const fired = Array.from({ length: 30 }, (_, at) => {
      const worth = folds.filter((label) => {
        const fold = click({ label, document: at + 1 });
        if (yields.chance(fold) < least) return false;
        yields.count(fold, 0);
        return true;
      });
      return worth.length;
    });
    assert.deepEqual(fired.slice(0, 5), [3, 2, 1, 1, 1]);
    assert.equal(fired.at(-1), 0);
    assert.ok(yields.chance(click({ label: 'Part 20', document: 31 })) >= least, 'one that is not known');
  });

  test('what others depend on is chosen as long as they show something under it, and a dozen times more', () => {
    const yields = new Yields();
    const test = yields.testChance(0, 'details');
    const choose = () => yields.choiceChance('rows', test);
    assert.equal(choose(), test);
    for (let row = 0; row < 40; row++) {
      yields.countChoice('rows', false);
      yields.countChoice('rows', true);
    }
    assert.equal(choose(), test, 'each of 40 rows had its details');
    const inVain = Array.from({ length: 20 }, () => {
      const isWorth = choose() >= least;
      yields.countChoice('rows', false);
      return isWorth;
    });
    assert.equal(inVain.filter(Boolean).length, 13);
  });

  test('one document whose states others are known to show says little of the next', () => {
    const yields = new Yields();
    yields.count(click({ label: '2' }), 5);
    for (const label of ['2', '3', '4', '2'])
      yields.count(click({ label, document: 1 }), 0, { isPage: true });
    assert.ok(yields.chance(click({ label: '2', document: 2 })) > 0.3);
  });

  test('pages of comments that each document numbers alike are fired in all of them', () => {
    const yields = new Yields();
    for (let document = 0; document < 50; document++)
      for (const label of ['2', '3', '4']) {
        assert.ok(yields.chance(click({ label, document })) >= least);
        yields.count(click({ label, document }), 5);
      }
  });
});
