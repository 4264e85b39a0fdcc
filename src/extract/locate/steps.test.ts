import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/cases.ts';
import { preparePage } from '../page/index.ts';
import { follow, formatSteps, parseSteps, stepsBetween, stepsDown } from './steps.ts';

const html = `<dl><dt>Price</dt><dd>$5</dd><dt>Made</dt><dd>2010 <i>or</i> 2011</dd></dl>
  <table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>
  <svg><linearGradient><stop></stop></linearGradient></svg><p>one<br>two<br>three</p>`;
const page = preparePage({ name: 'p', url: null, html });
const textAt = (text: string) => page.nodes.findIndex((node) => node.text === text);

test('the way from any node to any other leads there and nowhere else', () => {
  const index = fc.nat({ max: page.nodes.length - 1 });
  fc.assert(
    fc.property(index, index, (from, to) => {
      const ancestor = to < from && (page.nodes[to]?.end ?? 0) > from;
      const below = from < to && (page.nodes[from]?.end ?? 0) > to;
      if (ancestor || below) return;
      const text = formatSteps(stepsBetween(page, from, to));
      assert.deepEqual(follow(page, from, parseSteps(text) ?? []), [to], text);
    }),
  );
});

test('the way down is written as in the store', () => {
  const steps = stepsDown(page, 0, textAt('2'));
  assert.equal(formatSteps(steps ?? []), 'BODY[1]/TABLE[1]/TBODY[1]/TR[2]/TD[2]/text()[1]');
  assert.equal(stepsDown(page, textAt('2'), 0), null);
});

test('a label leads to its value by XPath', () => {
  assert.equal(
    formatSteps(stepsBetween(page, textAt('Made'), textAt('2011'))),
    '../following-sibling::DD[1]/text()[2]',
  );
  assert.equal(
    formatSteps(stepsBetween(page, textAt('B'), textAt('2'))),
    '../../following-sibling::TR[1]/TD[2]/text()[1]',
  );
  assert.equal(
    formatSteps(stepsBetween(page, textAt('three'), textAt('one'))),
    'preceding-sibling::text()[2]',
  );
});

test('all siblings of a name end at the next label of the same make', () => {
  const list = preparePage({
    name: 'p',
    url: null,
    html: '<p><b>By</b><a>Ann</a><a>Bob</a><b>From</b><a>Press</a></p>',
  });
  const from = list.nodes.findIndex(({ text }) => text === 'By');
  const ends = follow(list, from, parseSteps('../following-sibling::A[*]/text()[1]') ?? []);
  assert.deepEqual(
    ends.map((index) => list.nodes[index]?.text),
    ['Ann', 'Bob'],
  );
});

test('what are no steps is not read', () => {
  for (const text of ['', 'DIV[0', '//A', 'ancestor::P[1]', 'A B'])
    assert.equal(parseSteps(text), null, text);
});
