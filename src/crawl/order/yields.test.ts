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
    const slid = { ...typed(2), shape: shapeOf({ xpath: '/HTML/INPUT[1]', event: 'input', value: '100' }) };
    assert.ok(yields.chance(slid) >= least, 'a number is no word of ours');
  });

  test('what is pointed at turns no pages, whatever is written on it', () => {
    const yields = new Yields();
    const pointed = click({ shape: shapeOf({ xpath: '/HTML/DIV[1]', event: 'mouseover' }), label: '«' });
    for (let time = 0; time < 12; time++) yields.count(pointed, 0, { idle: true });
    assert.ok(yields.chance(pointed) < least);
    assert.ok(yields.isVain(pointed));
    const turned = new Yields();
    for (let time = 0; time < 12; time++) turned.count(click({ label: '«' }), 0, { idle: true });
    assert.ok(turned.chance(click({ label: '«' })) >= least, 'a list that has ended says nothing of others');
    assert.ok(turned.isVain(click()), 'but it has never given anything');
    turned.count(click({ label: '»' }), 3);
    assert.ok(!turned.isVain(click()));
    assert.ok(!new Yields().isVain(click()));
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

  test('what names something it has shown before promises less than its kind', () => {
    const yields = new Yields();
    yields.count(click({ label: '3' }), 5);
    assert.ok(yields.chance(click({ label: '3' })) < yields.chance(click({ label: '4' })));
    const pressed = shapeOf({ xpath: '/HTML/BODY/LI[3]/A[1]', event: 'mousedown' });
    assert.equal(yields.wasTried(click({ label: '3' })), true);
    assert.equal(yields.wasTried(click({ label: '3', shape: pressed })), false, 'by another event');
    assert.equal(yields.chance(click({ label: '3', document: 1 })), yields.chance(click({ label: '4' })));
  });
});
