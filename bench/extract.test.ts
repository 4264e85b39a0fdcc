import assert from 'node:assert/strict';
import { it } from 'node:test';
import { UsageError } from './bench.ts';
import { normalised, sameValue } from './extract/swde.ts';
import { extract } from './extract.ts';

it('the extraction benchmark says what it misses', async () => {
  for (const [args, hint] of [
    [[], /needs --data DIR/],
    [['--data', '/nonexistent'], /has no "groundtruth", which \w+ reads/],
    [['--only', 'all', '--data', '.'], /--only takes names of .*fields.*changes.*; got "all"/],
    [['--fast'], /Unknown option '--fast'/],
  ] as const) {
    await assert.rejects(extract.run(args), (error: Error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, hint);
      return true;
    });
  }
});

it('values are compared with entities read and white space collapsed, with or without their label', () => {
  assert.equal(normalised('A &amp;  B &lt;c&gt;'), 'A & B <c>');
  assert.ok(sameValue(' $5 ', '$5'));
  assert.ok(sameValue('$5', 'Price: $5'));
  assert.ok(!sameValue('$5', '$6'));
});
