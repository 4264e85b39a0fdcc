import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ArgiopeError, keptError } from './errors.ts';

/** An error that was made where something large was at hand, and a way to see whether that is still there. */
function failed(): { readonly error: ArgiopeError; readonly known: WeakRef<object> } {
  const known = { of: new Array(1000).fill('all that a crawl knew') };
  const visit = (page: number) => {
    const cause = new TypeError(`page ${page} of ${known.of.length}`);
    return new ArgiopeError('INTERNAL', 'it failed', { cause });
  };
  return { error: [1].map((page) => visit(page))[0] as ArgiopeError, known: new WeakRef(known) };
}

it('an error that is kept does not keep all that was known where it was made', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { error, known } = failed();
  keptError(error);
  await turn();
  collect();
  assert.equal(known.deref(), undefined);
  assert.match(error.stack ?? '', /visit/);
});
