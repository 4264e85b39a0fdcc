import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ClassAudits } from './audits.ts';
import { pairOf } from './class-record.ts';
import { nameOfList } from './lists.ts';

describe('audits of a class of calls', () => {
  test('a test tells of all classes of which something else was chosen, and each is told of once', () => {
    const audits = new ClassAudits();
    assert.deepEqual(audits.untold('load', ['tab', 'load']), ['tab', 'load']);
    audits.held('load', ['tab']);
    assert.deepEqual(audits.untold('load', ['tab', 'load']), ['load']);
    assert.deepEqual(audits.untold('show', ['tab']), ['tab'], 'each class has its own tests');
    audits.held('show', ['tab'], 'idle');
    assert.deepEqual(audits.untold('show', ['tab']), ['tab'], 'what did nothing has told little');
  });

  test('a class that failed depends on what was chosen otherwise, or is bound where nothing was', () => {
    const audits = new ClassAudits();
    audits.held('load', ['filter']);
    audits.fail('load', ['filter', 'tab', 'load']);
    assert.deepEqual(audits.dependsOn('load'), ['tab'], 'not what a test has cleared');
    assert.equal(audits.isBound('load'), false);
    audits.fail('load');
    assert.equal(audits.isBound('load'), true);
    assert.deepEqual(audits.untold('load', ['menu']), []);
    assert.equal(audits.isBound('show'), false);
  });

  test('a list depends on the fewest that explain all cases, small cases first', () => {
    const audits = new ClassAudits();
    audits.fail('offer', ['things', 'colours']);
    assert.equal(audits.dependsOn('offer').length, 1);
    audits.fail('offer', ['colours']);
    assert.deepEqual(audits.dependsOn('offer'), ['colours']);
    audits.fail('offer', ['things']);
    assert.deepEqual([...audits.dependsOn('offer')].sort(), ['colours', 'things']);
    audits.fail('month', ['month']);
    assert.deepEqual(audits.dependsOn('month'), ['month'], 'on what was chosen of it before');
  });

  test('the order of choices is believed not to matter after two pages, until one says otherwise', () => {
    const audits = new ClassAudits();
    audits.noteOrder(['kind', 'price'], true);
    assert.equal(audits.isOrderless(['price', 'kind']), false);
    audits.noteOrder(['price', 'kind'], true);
    assert.equal(audits.isOrderless(['price', 'kind']), true);
    audits.noteOrder(['kind', 'price'], false);
    assert.equal(audits.isOrderless(['price', 'kind']), false);
  });

  test('what is saved is what is restored', () => {
    const audits = new ClassAudits();
    audits.held('load', ['tab']);
    audits.fail('show');
    audits.count('track', false);
    const again = new ClassAudits(audits.save());
    assert.equal(again.save(), audits.save());
    assert.equal(again.isBound('show'), true);
    assert.deepEqual(again.untold('load', ['tab', 'menu']), ['menu']);
    assert.equal(new ClassAudits(null).isBound('show'), false);
  });

  test('a test tells most where another class changes the part of the page that a class changes', () => {
    const audits = new ClassAudits();
    audits.count('specs', true);
    audits.noteRegion('specs', '/HTML/BODY[1]/MAIN[1]/DIV[2]');
    audits.noteRegion('product', '/HTML/BODY[1]/MAIN[1]');
    audits.noteRegion('menu', '/HTML/BODY[1]/NAV[1]');
    assert.ok(audits.isTelling('specs', ['product']));
    assert.ok(!audits.isTelling('specs', ['menu']), 'which changes another part');
    assert.ok(!audits.isTelling('specs', ['specs']));
  });

  test('steps that take each other back are believed to after three returns of both together', () => {
    const audits = new ClassAudits();
    audits.count(pairOf('prev', 'next'), false, true);
    audits.count(pairOf('next', 'prev'), false, true);
    assert.ok(!audits.believesReturn(pairOf('prev', 'next')));
    audits.count(pairOf('next', 'prev'), false, true);
    assert.ok(audits.believesReturn(pairOf('prev', 'next')));
    audits.count(pairOf('next', 'prev'), true);
    assert.ok(!audits.believesReturn(pairOf('prev', 'next')), 'one of them gave something new');
  });

  test('the tenth and the thirtieth skip of what leads back are owed a test', () => {
    const audits = new ClassAudits();
    for (let times = 0; times < 3; times++) audits.count('prev', false, true);
    const owed = Array.from({ length: 30 }, () => {
      const before = audits.owesTest('prev');
      assert.ok(audits.leadsBack('prev'));
      if (audits.owesTest('prev') && !before) audits.payTest('prev');
      else return false;
      return true;
    });
    assert.deepEqual(
      owed.flatMap((due, at) => (due ? [at + 1] : [])),
      [10, 30],
    );
  });

  test('what a class changes in another frame is not what its element depends on', () => {
    const audits = new ClassAudits();
    const [one, two] = ['/HTML/BODY[1]/IFRAME[1]/#document/HTML', '/HTML/BODY[1]/IFRAME[2]/#document/HTML'];
    audits.noteRegion('tab', `${one}/P[1]`);
    audits.noteRegion('tab', `${two}/P[1]`);
    assert.deepEqual(audits.regionsOf('tab', `${two}/BUTTON[3]`), [`${two}/P[1]`]);
    assert.deepEqual(audits.regionsOf('tab', '/HTML/BODY[1]/BUTTON[1]'), []);
    assert.equal(audits.regionsOf('tab')?.length, 2);
  });

  test('a class may depend on something as soon as one of its lists does, also in a later run', () => {
    const audits = new ClassAudits();
    const list = nameOfList('choose', '/HTML/BODY[1]/UL[*]');
    assert.equal(audits.mayDepend('choose'), false);
    audits.fail(list, ['tab']);
    for (const known of [audits, new ClassAudits(audits.save())]) {
      assert.ok(known.mayDepend('choose'));
      assert.equal(known.mayDepend('tab'), false, 'what others depend on');
    }
  });
});
