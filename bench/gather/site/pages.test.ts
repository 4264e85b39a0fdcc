import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HostLog } from './host-log.ts';
import { htmlOf, numberOf, pathOf } from './pages.ts';

describe('the static site of the benchmark', () => {
  it('has an address of its own for each page, and nothing elsewhere', () => {
    const paths = Array.from({ length: 500 }, (_, number) => pathOf(number));
    assert.equal(new Set(paths).size, 500);
    assert.deepEqual(
      paths.map((path) => numberOf(path, 500)),
      paths.map((_, number) => number),
    );
    assert.deepEqual([numberOf(pathOf(500), 500), numberOf('/other', 500)], [null, null]);
  });

  it('leads to every page from the start, in few steps', () => {
    const steps = new Map([[0, 0]]);
    const waiting = [0];
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      for (const [, path] of htmlOf(number, 500, 'host').matchAll(/href="([^"]+)"/g)) {
        const target = numberOf(path ?? '', 500) as number;
        if (steps.has(target)) continue;
        steps.set(target, (steps.get(number) ?? 0) + 1);
        waiting.push(target);
      }
    }
    assert.equal(steps.size, 500);
    assert.ok(Math.max(...steps.values()) <= 3);
  });

  it('is never the same on two pages or hosts', () => {
    const pages = [0, 1, 2, 300].flatMap((number) => [htmlOf(number, 500, 'a'), htmlOf(number, 500, 'b')]);
    assert.equal(new Set(pages).size, 8);
  });
});

describe('the log of the servers', () => {
  it('tells how many requests a host had at once, and how far apart they came', () => {
    const log = new HostLog();
    const first = log.asked('a', 0, 1000);
    log.asked('b', 0, 1010);
    first();
    log.asked('a', 1, 1300);
    log.asked('a', 1, 1450);
    assert.deepEqual(log.stats(), {
      requests: 4,
      pages: 3,
      hosts: 2,
      together: 2,
      apart: 150,
      seconds: 0.45,
    });
  });
});
