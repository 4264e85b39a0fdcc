import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { IndexedPage } from '../model/index.ts';
import { withRoom } from '../store/search-rows.ts';
import { filedPage } from './indexer.ts';
import { SegmentMaker } from './segment.ts';
import { findTokens, shortParts } from './tokens.ts';

const page: IndexedPage = {
  ...{ number: 0, kind: 'page' as const, document: 0, group: 0, depth: 0, type: null, title: 'Long' },
  ...{ shown: 'http://site.test/', host: 'site.test', text: { places: [], lines: [] } },
};

const filed = (text: string) => filedPage(page, { title: 'Long', lines: [{ text, kind: 'text' }] });

describe('words of a large page', () => {
  it('are filed whole where it has five megabytes', () => {
    const segment = new SegmentMaker();
    assert.equal(segment.add(filed('a word of six '.repeat(360_000))), true);
    const { tokens } = segment.take();
    // With those of its title and its address.
    assert.equal(tokens, 4 * 360_000 + 1 + 3);
  });

  it('are filed as far as they can be held, which is told', () => {
    const segment = new SegmentMaker();
    let given = 0;
    function* endless(): Generator<string> {
      for (;;) yield `word ${given++ % 100}`;
    }
    assert.equal(segment.add({ ...filed(''), text: endless() }), false);
    // They are made as they are filed: no more of them than that.
    assert.ok(given < 2_100_000, String(given));
    assert.equal(segment.add(filed('short')), true);
    assert.ok(segment.take().numbers.length === 2);
  });

  it('are the same where its text is cut in parts between words', () => {
    const line = 'Orb weavers build, 蜘蛛结网。 '.repeat(20_000);
    const parts = [...shortParts(line)];
    assert.ok(parts.length > 4 && parts.join('') === line);
    assert.deepEqual(parts.flatMap(findTokens), findTokens(line));
  });
});

describe('pages that are read from the index at once', () => {
  const sized = (...sizes: number[]) => sizes.map((size, number) => ({ number, size }));

  it('are as many as have room together, and one at least', () => {
    assert.deepEqual(withRoom(sized(1000, 2000, 3000)), [0, 1, 2]);
    assert.deepEqual(withRoom(sized(5 << 20, 2 << 20, 2 << 20, 10)), [0, 1]);
    assert.deepEqual(withRoom(sized(90 << 20, 10)), [0]);
    assert.deepEqual(withRoom([]), []);
  });
});
