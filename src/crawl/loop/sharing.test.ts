import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSettings } from '../../config/index.ts';
import { type Driver, noTotals, type Tab } from '../../model/index.ts';
import { PageQueue } from '../order/queue.ts';
import { Explorer } from './explorer.ts';
import { Limits } from './limits.ts';
import type { Shared } from './shared.ts';

test('a tab that is told that the crawl is over while it leaves the rest does not wait for ever', async () => {
  const settings = defaultSettings(['http://a.test/'], { workers: 1 });
  let isOver = false;
  const share = {
    get isOver() {
      return isOver;
    },
    isQuiet: true,
    look: () => {},
    // Nobody says so a second time.
    catchUp: async () => {
      isOver = true;
      explorer.wake();
    },
  };
  const shared = {
    guidance: { mayBeUndecided: false },
    exclusive: (run: () => unknown) => run(),
    recorder: { withdrawals: { leave: () => {} } },
  };
  const explorer = new Explorer({
    ...{ shared: shared as unknown as Shared, settings, queue: new PageQueue(), share, listen: () => {} },
    ...{
      limits: new Limits({
        settings,
        signal: null,
        totals: { ...noTotals },
        pace: null,
        urlPages: 0,
        statePages: 0,
      }),
      ending: { isCut: false },
    },
  });
  const tab = { close: async () => {} } as unknown as Tab;
  await explorer.run({ tab: async () => tab } as unknown as Driver);
  assert.equal(isOver, true);
});
