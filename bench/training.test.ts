import assert from 'node:assert/strict';
import { it } from 'node:test';
import { UsageError } from './bench.ts';
import { training } from './training.ts';

it('the training benchmark refuses names it does not know, and says what there is', async () => {
  for (const [args, hint] of [
    [['--only', 'table1,all'], /--only takes names of table1, figure3, types, drift; got "all"/],
    [['--fast'], /Unknown option '--fast'/],
  ] as const) {
    await assert.rejects(training.run(args), (error: Error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, hint);
      return true;
    });
  }
});
