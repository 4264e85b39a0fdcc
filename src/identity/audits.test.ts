import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ClassAudits } from './audits.ts';

describe('audits of a class of calls', () => {
  test('two skips of a class are tested per origin, then it is believed', () => {
    const audits = new ClassAudits();
    assert.deepEqual(
      [1, 2, 3, 4].map(() => audits.wantsAudit('load', '')),
      [true, true, false, false],
    );
    assert.ok(audits.wantsAudit('show', ''), 'each class has its own tests');
    assert.ok(audits.wantsAudit('load', 'tab'), 'and each class that led to where it stands');
    assert.equal(audits.isBound('load'), false);
  });

  test('a class that failed is bound and not tested again', () => {
    const audits = new ClassAudits();
    audits.wantsAudit('load', '');
    audits.fail('load');
    assert.equal(audits.isBound('load'), true);
    assert.equal(audits.wantsAudit('load', ''), false);
    assert.equal(audits.isBound('show'), false);
  });

  test('a class is barren after twelve firings without anything new, not after eleven', () => {
    const audits = new ClassAudits();
    for (let fired = 0; fired < 11; fired++) audits.count('track', false);
    assert.equal(audits.isBarren('track'), false);
    audits.count('track', false);
    assert.equal(audits.isBarren('track'), true);
    assert.equal(audits.isBarren('other'), false);
  });

  test('one new page keeps a class from ever being barren', () => {
    const audits = new ClassAudits();
    audits.count('load', true);
    for (let fired = 0; fired < 200; fired++) audits.count('load', false);
    assert.equal(audits.isBarren('load'), false);
  });

  test('what is saved is what is restored', () => {
    const audits = new ClassAudits();
    audits.wantsAudit('load', '');
    audits.fail('show');
    for (let fired = 0; fired < 12; fired++) audits.count('track', false);
    const again = new ClassAudits(audits.save());
    assert.equal(again.save(), audits.save());
    assert.equal(again.isBound('show'), true);
    assert.equal(again.isBarren('track'), true);
    assert.ok(again.wantsAudit('load', ''));
    assert.equal(again.wantsAudit('load', ''), false);
    assert.equal(new ClassAudits(null).isBound('show'), false);
  });
});
