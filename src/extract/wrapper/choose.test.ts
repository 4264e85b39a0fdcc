import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choosePages } from './choose.ts';
import { page } from './fixture.ts';

const usual = (at: number) => page(`<h1>Item ${at}</h1><p class=price>$${at}</p>`, `usual${at}`);

test('pages that show what others do not are chosen before more of the same', () => {
  const rich = [1, 2].map((at) =>
    page(`<h1>Item ${at}</h1><p class=price>$1</p><ul><li>red<li>blue</ul>`, `rich${at}`),
  );
  const pages = [...Array.from({ length: 20 }, (_, at) => usual(at)), ...rich];
  const names = choosePages(pages, 4).map(({ name }) => name);
  assert.equal(names.length, 4);
  assert.ok(names.includes('rich1') && names.includes('rich2'));
});

test('a page of another kind is chosen last', () => {
  const error = page(
    '<center><h2>Not found</h2></center><hr><address>Server</address><pre>trace</pre>',
    'error',
  );
  const pages = [error, ...Array.from({ length: 6 }, (_, at) => usual(at))];
  assert.ok(choosePages(pages, 6).every(({ name }) => name !== 'error'));
});

test('a larger sample begins with the smaller one', () => {
  const pages = Array.from({ length: 12 }, (_, at) => usual(at));
  const three = choosePages(pages, 3).map(({ name }) => name);
  assert.deepEqual(
    choosePages(pages, 8)
      .slice(0, 3)
      .map(({ name }) => name),
    three,
  );
  assert.deepEqual(choosePages(pages.slice(0, 2), 3), pages.slice(0, 2));
});
