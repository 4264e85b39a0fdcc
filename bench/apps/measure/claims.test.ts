import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parse } from 'parse5';
import type { Instruction, Reason, Transition } from '../../../src/model/index.ts';
import { allowed } from './capture.ts';
import { excess } from './lag.ts';
import { avoided, skippedActions } from './shadow.ts';
import { changeCounts, wideHtml } from './wide-page.ts';

const timing = (took: number, lag: number) => ({ took, lag, capture: 0 });

it('a decision is in time within 5 ms or a tenth of what the change took', () => {
  assert.equal(excess(timing(0, 5)), 0);
  assert.equal(excess(timing(0, 8)), 3);
  assert.equal(excess(timing(1000, 100)), 0);
  assert.equal(excess(timing(1000, 101)), 1);
});

it('events avoided are those skipped, of all that would have been redundant', () => {
  assert.equal(avoided(5, 95), 95);
  assert.equal(avoided(0, 0), 100);
});

it('skips are actions whose class made them needless; links, firings and what is forbidden are none', () => {
  const one = (kind: Instruction['kind'], reason: Reason) =>
    ({ action: { instruction: { kind } }, reason }) as Transition;
  const skipped = (['known', 'returns', 'suspended'] as const).map((reason) => one('listener', reason));
  const others = (['fired', 'unchanged', 'shown', 'unsafe', 'endless'] as const).map((r) =>
    one('listener', r),
  );
  assert.equal(skippedActions([...skipped, ...others, one('url', 'known'), one('call', 'known')]), 4);
});

it('a repeated capture may cost what is due to its changes', () => {
  assert.ok(allowed(20, 1) < 4);
  assert.ok(allowed(20, 1000) > 10);
});

it('the wide page has the nodes that it is named for, and enough texts to change', () => {
  const tree = parse(wideHtml(10_000));
  interface Node {
    readonly nodeName: string;
    readonly childNodes?: readonly Node[];
  }
  const count = (node: Node): number =>
    1 + (node.childNodes ?? []).reduce((total, kid) => total + count(kid), 0);
  const spans = (node: Node): number =>
    (node.nodeName === 'span' ? 1 : 0) +
    (node.childNodes ?? []).reduce((total, kid) => total + spans(kid), 0);
  assert.ok(Math.abs(count(tree as Node) - 10_000) < 100, String(count(tree as Node)));
  assert.ok(spans(tree as Node) >= Math.max(...changeCounts));
});
