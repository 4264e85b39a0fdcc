import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchAnswer, SearchHit } from '../run/search/answer.ts';
import { searchAnswerText } from './search.ts';
import { displayWidth } from './terminal.ts';

const hit: SearchHit = {
  number: 17,
  url: null,
  title: 'New thing',
  label: 'New thing › Reviews',
  score: 3,
  entry: [],
  text: `…${'words before it '.repeat(6)}a spider in the garden 金蛛在清晨的花园里织网，${'and words behind it '.repeat(6)}…`,
  marks: [],
  mirror: 'mirror/thing/0--reviews.html',
};
const answer = (more: Partial<SearchAnswer>): SearchAnswer => ({
  command: 'search',
  query: 'x',
  hits: [],
  total: 0,
  ...more,
});
const view = { colour: false, columns: 80, out: '/data/out', cwd: '/data', offset: 0 };
const esc = '\u001b';
const plain = (text: string) => text.replaceAll(new RegExp(`${esc}\\[[\\d;]*m`, 'g'), '');

test('a hit is its label, its file and its text, on lines that fit', () => {
  const state = { ...hit, number: 18, label: 'New thing › Photographs' };
  const text = searchAnswerText(
    answer({ hits: [{ ...hit, states: [state], moreStates: 2 }], total: 1 }),
    view,
  );
  const lines = text.split('\n');
  assert.equal(lines[0], '1. [17] New thing › Reviews');
  assert.equal(lines[1], '   out/mirror/thing/0--reviews.html');
  assert.match(text, /› \[18\] Photographs\n {3}› 2 more states\n/);
  assert.match(text, /\n1 hit\n$/);
  for (const line of lines) assert.ok(displayWidth(line) <= 80, line);
});

test('words that were found are painted on terminals, and nothing of a page moves the cursor', () => {
  const from = hit.text.indexOf('spider');
  const said = hit.text.replace('garden', 'gar\u001b[2Jden');
  const marked = { ...hit, text: said, marks: [[from, from + 6]] as const };
  const text = searchAnswerText(answer({ hits: [marked], total: 1 }), { ...view, colour: true });
  assert.ok(text.includes(`${esc}[1;33mspider${esc}[0m`));
  assert.ok(!text.includes(`${esc}[2J`));
  assert.match(plain(text), /a spider in the gar\[2Jden/);
});

test('nothing found says what was meant, what stands in the frame, and what is not searched yet', () => {
  const text = searchAnswerText(answer({ suggestion: 'spider', inFrame: 153, waiting: 4 }), view);
  assert.match(text, /^nothing found\ndid you mean: spider\n153 pages of the site show this/);
  assert.match(text, /4 pages not searched: a crawl that runs has the store/);
});

test('records come with the values that they have', () => {
  const facets = {
    author: {
      values: [
        { value: '张伟', count: 2 },
        { value: '李娜', count: 1 },
      ],
      others: 3,
    },
    price: { values: [], others: 0, range: [9.99, 88] as const },
  };
  assert.match(
    searchAnswerText(answer({ hits: [hit], total: 12, facets }), view),
    /12 hits, 1 to 1 shown\nauthor: 张伟 2, 李娜 1, 3 more\nprice: 9.99 to 88\n$/,
  );
});
