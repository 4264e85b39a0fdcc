import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from '../../../test/cases.ts';
import { reducePaths } from '../pattern.ts';

describe('as in the paper,', () => {
  const one = '/html/body/div[4]/li[1]/a[1]';
  const two = '/html/body/div[4]/li[2]/a[1]';
  const three = '/html/body/div[3]/li[1]/a[1]';

  test('two items of a list become one', () => {
    assert.deepEqual(reducePaths([one, two]), ['/html/body/div[4]/li[*]/a[1]']);
  });

  test('a third in another list generalises the list as well', () => {
    assert.deepEqual(reducePaths([one, two, three]), ['/html/body/div[*]/li[*]/a[1]']);
  });

  test('paths through other elements stay apart', () => {
    const paths = ['/html/body/div[1]', '/html/body/span[1]', '/html/body/div[1]/span[1]'];
    assert.deepEqual(reducePaths(paths), paths.toSorted());
  });
});

test('the case of the paths is kept, and so are the borders of shadow roots', () => {
  const paths = ['/HTML/BODY[1]/X-P[1]/#shadow/A[1]', '/HTML/BODY[1]/X-P[1]/#shadow/A[3]'];
  assert.deepEqual(reducePaths(paths), ['/HTML/BODY[1]/X-P[1]/#shadow/A[*]']);
});

const step = fc.tuple(fc.constantFrom('div', 'li', 'a'), fc.integer({ min: 1, max: 3 }));
const path = fc
  .array(step, { minLength: 1, maxLength: 4 })
  .map((steps) => `/html/body${steps.map(([tag, index]) => `/${tag}[${index}]`).join('')}`);
const paths = fc.array(path, { maxLength: 12 });

const namesOf = (text: string) => text.replace(/\[[^\]]*\]/g, '');

function covers(pattern: string, text: string): boolean {
  const escaped = pattern
    .replaceAll('[*]', '[0]')
    .replace(/[[\]]/g, '\\$&')
    .replaceAll('\\[0\\]', '\\[\\d+\\]');
  return new RegExp(`^${escaped}$`).test(text);
}

describe('reduction', () => {
  test('covers every path that went in', () => {
    fc.assert(
      fc.property(paths, (all) => {
        const reduced = reducePaths(all);
        for (const text of all) assert.ok(reduced.some((pattern) => covers(pattern, text)));
      }),
    );
  });

  test('done again changes nothing', () => {
    fc.assert(fc.property(paths, (all) => assert.deepEqual(reducePaths(reducePaths(all)), reducePaths(all))));
  });

  test('does not depend on the order', () => {
    fc.assert(fc.property(paths, (all) => assert.deepEqual(reducePaths(all.toReversed()), reducePaths(all))));
  });

  test('gives one pattern for each sequence of names, and generalises only where paths differ', () => {
    fc.assert(
      fc.property(paths, (all) => {
        const reduced = reducePaths(all);
        const groups = Map.groupBy(all, namesOf);
        assert.deepEqual(reduced.map(namesOf).toSorted(), [...groups.keys()].toSorted());
        for (const pattern of reduced) {
          const group = (groups.get(namesOf(pattern)) ?? []).map((text) => text.split('/'));
          for (const [at, part] of pattern.split('/').entries()) {
            const differs = new Set(group.map((steps) => steps[at])).size > 1;
            assert.equal(part.endsWith('[*]'), differs);
          }
        }
      }),
    );
  });
});
