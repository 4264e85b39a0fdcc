import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { StandIns } from './stand-ins.ts';

/** Tabs of a crawl whose visits hang until they are freed. */
function scene(t: TestContext, tabs: number) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const visits: { free: () => void }[] = [];
  let over = false;
  const standIns: StandIns = new StandIns(tabs, async () => {
    while (!over && !standIns.isOneTooMany()) {
      const end = standIns.hold(5000);
      await new Promise<void>((resolve) => {
        visits.push({ free: () => resolve(end()) });
      });
    }
  });
  const running = standIns.run();
  return { visits, running, finish: () => (over = true) };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a tab that a page holds', () => {
  test('is stood in for after a while, and the others go on', async (t) => {
    const { visits, running, finish } = scene(t, 2);
    assert.equal(visits.length, 2);
    t.mock.timers.tick(4999);
    assert.equal(visits.length, 2);
    t.mock.timers.tick(1);
    assert.equal(visits.length, 4, 'both are stood in for');
    t.mock.timers.tick(60_000);
    assert.equal(visits.length, 4, 'stand-ins that are held are not stood in for');
    visits[0]?.free();
    await turn();
    assert.equal(visits.length, 4, 'who comes back is one too many');
    visits[2]?.free();
    await turn();
    assert.equal(visits.length, 5);
    finish();
    for (const visit of visits) visit.free();
    await running;
  });

  test('that is the only one has no stand-in', async (t) => {
    const { visits, running, finish } = scene(t, 1);
    t.mock.timers.tick(60_000);
    assert.equal(visits.length, 1);
    finish();
    visits[0]?.free();
    await running;
  });
});
