import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../folder.ts';
import { type StepsMake, serveSteps } from '../sites/steps.ts';
import { crawl } from './command.ts';

const out = testFolder('steps');
/** Things that were reached, of all that there are. */
async function reached(make: StepsMake, engine = 'browser'): Promise<string> {
  const site = await serveSteps(make);
  try {
    await crawl(site.url, mkdtempSync(join(out, 'crawl-')), [
      '--engine',
      engine,
      '--forms',
      '--workers',
      '1',
    ]);
    const seen = new Set(site.log.flatMap((line) => /^GET \/thing\/(\d+)/.exec(line)?.[1] ?? []));
    return `${seen.size} of ${site.things}`;
  } finally {
    await site.close();
  }
}

test('a form of two steps in one document is asked for every choice of both', async () => {
  assert.equal(await reached('wizard'), '36 of 36');
});

test('a form of two steps on two pages is asked for every choice of both, without a browser too', async () => {
  assert.equal(await reached('pages', 'http'), '36 of 36');
});

test('a button that a script locks is pressed once what it wants is filled in, and only such words are asked', async () => {
  assert.equal(await reached('checked'), '36 of 36');
});

test('days that only a calendar writes are asked part by part, as it writes them', async () => {
  assert.equal(await reached('days'), '36 of 36');
});

test('where one of the suggestions has to be taken, it is', async () => {
  assert.equal(await reached('completing'), '36 of 36');
});
