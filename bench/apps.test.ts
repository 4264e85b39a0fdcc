import assert from 'node:assert/strict';
import { it } from 'node:test';
import { apps } from './apps.ts';
import { UsageError } from './bench.ts';

it('the app benchmark refuses names it does not know, and says what there is', async () => {
  for (const [args, hint] of [
    [['--part', 'coverage,all'], /--part takes names of coverage, blog, shadow, late, .*; got "all"/],
    [['--apps', 'react-shop,x'], /--apps takes names of react-shop, .*; got "x"/],
    [['--fast'], /Unknown option '--fast'/],
  ] as const) {
    await assert.rejects(apps.run(args), (error: Error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, hint);
      return true;
    });
  }
});
