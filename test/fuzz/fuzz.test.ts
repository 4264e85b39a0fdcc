import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Corpus } from './corpus.ts';
import { targets } from './targets.ts';

/** Inputs that are tried of each reader here; `npm run fuzz` goes on for as long as it is let. */
const tried = 400;

describe('whatever comes from outside', () => {
  for (const target of targets)
    it(`is read or refused, and what must hold of it holds: ${target.name}`, () => {
      const corpus = new Corpus(target, 64);
      for (const seed of target.seeds)
        assert.notEqual(typeof corpus.try(seed), 'object', JSON.stringify(seed));
      for (let count = 0; count < tried; count++) {
        const result = corpus.try(corpus.next());
        if (typeof result !== 'object') continue;
        const small = corpus.shrink(result.input);
        assert.fail(`${target.name} fails on ${JSON.stringify(small)}: ${(result.error as Error).stack}`);
      }
      assert.ok(corpus.size > 1, `${corpus.size} outcomes`);
    });
});
