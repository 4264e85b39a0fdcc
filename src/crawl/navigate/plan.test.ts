import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from '../../../test/cases.ts';
import { bestPath, type Step, type Steps, shortestPath } from './plan.ts';

/** A graph as lists of targets; pages that are not named were not captured. */
function stepsOf(graph: Readonly<Record<number, readonly number[]>>): Steps {
  return {
    from: (page) => (graph[page] ?? []).map((target, ord) => ({ ord, target })),
    isKept: (page) => page in graph,
  };
}

const is = (wanted: number) => (page: number) => page === wanted;

describe('the shortest path', () => {
  test('has the fewest events', () => {
    const graph = stepsOf({ 0: [1, 2], 1: [3], 2: [4], 3: [4], 4: [5] });
    assert.deepEqual(shortestPath(0, graph, is(5)), [
      { kind: 'fire', source: 0, ord: 1, target: 2 },
      { kind: 'fire', source: 2, ord: 0, target: 4 },
      { kind: 'fire', source: 4, ord: 0, target: 5 },
    ]);
  });

  test('goes through kept pages only, though it may end at one that is not', () => {
    const graph = stepsOf({ 0: [7, 1], 1: [2], 2: [9] });
    assert.deepEqual(
      shortestPath(0, graph, is(9))?.map((step) => step.target),
      [1, 2, 9],
    );
  });

  test('ends at the first of several that are wanted', () => {
    const graph = stepsOf({ 0: [1], 1: [5, 6], 5: [], 6: [] });
    assert.deepEqual(
      shortestPath(0, graph, (page) => page > 4)?.map((step) => step.target),
      [1, 5],
    );
  });

  test('begins with a step back where that is shorter, and only at the start', () => {
    const graph = stepsOf({ 3: [], 2: [5], 1: [2], 5: [] });
    assert.deepEqual(shortestPath(3, graph, is(5), 2), [
      { kind: 'back', target: 2 },
      { kind: 'fire', source: 2, ord: 0, target: 5 },
    ]);
    assert.deepEqual(shortestPath(3, graph, is(2), 2), [{ kind: 'back', target: 2 }]);
    assert.equal(shortestPath(1, graph, is(3), null), null);
  });

  test('may lead back to where it began', () => {
    const graph = stepsOf({ 0: [1], 1: [0] });
    assert.deepEqual(
      shortestPath(0, graph, is(0))?.map((step) => step.target),
      [1, 0],
    );
  });

  test('is none where no events lead there', () => {
    assert.equal(shortestPath(0, stepsOf({ 0: [1], 1: [0], 2: [3] }), is(3)), null);
    assert.equal(shortestPath(8, stepsOf({ 0: [1] }), is(1)), null);
  });

  test('agrees with a slow search on random graphs', () => {
    const page = fc.nat({ max: 7 });
    const graph = fc.dictionary(fc.nat({ max: 7 }).map(String), fc.array(page, { maxLength: 4 }), {
      maxKeys: 8,
    });
    const question = fc.record({
      graph,
      start: page,
      back: fc.option(page),
      wanted: fc.uniqueArray(page, { minLength: 1, maxLength: 2 }),
    });
    fc.assert(
      fc.property(question, ({ graph, start, back, wanted }) => {
        const steps = stepsOf(graph);
        const path = shortestPath(start, steps, (target) => wanted.includes(target), back);
        assert.equal(path?.length ?? null, slowLength(start, steps, wanted, back));
        if (path) assertWalkable(path, start, steps, wanted, back);
      }),
      { numRuns: 500 },
    );
  });
});

/** Length of the shortest path by relaxing every edge as often as there are pages. */
function slowLength(
  start: number,
  steps: Steps,
  wanted: readonly number[],
  back: number | null,
): number | null {
  const distance = new Map([[start, 0]]);
  let best: number | null = null;
  const leaving = (page: number) => {
    const targets = [...steps.from(page)].map(({ target }) => target);
    return page === start && back !== null ? [...targets, back] : targets;
  };
  for (let round = 0; round < 10; round++) {
    for (const [page, length] of [...distance]) {
      for (const target of leaving(page)) {
        if (wanted.includes(target)) best = Math.min(best ?? Number.POSITIVE_INFINITY, length + 1);
        if (!steps.isKept(target)) continue;
        distance.set(target, Math.min(distance.get(target) ?? Number.POSITIVE_INFINITY, length + 1));
      }
    }
  }
  return best;
}

function assertWalkable(
  path: readonly Step[],
  start: number,
  steps: Steps,
  wanted: readonly number[],
  back: number | null,
): void {
  let at = start;
  for (const [index, step] of path.entries()) {
    if (step.kind === 'back') assert.deepEqual([index, step.target], [0, back]);
    else {
      assert.equal(step.source, at);
      assert.ok([...steps.from(at)].some(({ ord, target }) => ord === step.ord && target === step.target));
    }
    if (index < path.length - 1) assert.ok(steps.isKept(step.target), 'passes through kept pages');
    at = step.target;
  }
  assert.ok(wanted.includes(at));
}

describe('the best path', () => {
  test('goes farther for what promises more, and not too far', () => {
    const graph = stepsOf({ 0: [1, 2], 1: [], 2: [3], 3: [4], 4: [5] });
    const worth = (promises: Readonly<Record<number, number>>) => (page: number) => promises[page] ?? 0;
    assert.equal(bestPath(0, graph, worth({ 1: 0.2, 3: 0.9 }))?.path.at(-1)?.target, 3);
    assert.equal(bestPath(0, graph, worth({ 1: 0.5, 5: 1 }))?.path.at(-1)?.target, 1);
    assert.equal(bestPath(0, graph, worth({ 1: 0.5, 3: 1 }))?.score, 2);
  });

  test('ends at the farthest distance that is allowed', () => {
    const graph = stepsOf({ 0: [1], 1: [2], 2: [3] });
    const third = (page: number) => (page === 3 ? 1 : 0);
    assert.equal(
      bestPath(0, graph, third, null, () => 2),
      null,
    );
    assert.equal(bestPath(0, graph, third, null, () => 3)?.path.length, 3);
  });
});

test('each page is judged once, however many events lead to it', () => {
  const pages = Array.from({ length: 12 }, (_, page) => page);
  const graph = stepsOf(Object.fromEntries(pages.map((page) => [page, pages])));
  const judged: number[] = [];
  bestPath(0, graph, (page) => {
    judged.push(page);
    return 0;
  });
  assert.deepEqual(judged, pages);
});
