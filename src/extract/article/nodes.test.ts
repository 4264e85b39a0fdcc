import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReadElement, ReadText } from './nodes.ts';

const made = (...texts: string[]) => {
  const root = new ReadElement('div');
  for (const text of texts)
    root.appendChild(new ReadElement('p', { id: text })).appendChild(new ReadText(text));
  return root;
};
const ids = (root: ReadElement) => root.children.map(({ id }) => id);
const back = (root: ReadElement) => {
  const found: string[] = [];
  for (let node = root.lastElementChild; node !== null; node = node.previousElementSibling)
    found.push(node.id);
  return found;
};

test('nodes stay linked both ways when they are moved, replaced and removed', () => {
  const root = made('a', 'b', 'c', 'd');
  const [a, b, c, d] = root.children as [ReadElement, ReadElement, ReadElement, ReadElement];
  root.replaceChild(d, a);
  assert.deepEqual(
    [ids(root), back(root)],
    [
      ['d', 'b', 'c'],
      ['c', 'b', 'd'],
    ],
  );
  b.appendChild(c);
  assert.deepEqual([ids(root), root.textContent], [['d', 'b'], 'dbc']);
  d.remove();
  assert.deepEqual([ids(root), back(root), d.parentNode], [['b'], ['b'], null]);
});

test('an element brings back what it held when it was asked for its content', () => {
  const root = made('a', 'b');
  const kept = root.innerHTML;
  root.firstElementChild?.remove();
  root.lastElementChild?.setAttribute('id', 'changed');
  root.innerHTML = kept;
  assert.deepEqual([ids(root), root.textContent], [['a', 'b'], 'ab']);
});

test('an element takes the names that readability gives to what it makes', () => {
  const root = new ReadElement('div');
  root.id = 'readability-page-1';
  root.className = 'page';
  assert.deepEqual([root.getAttribute('id'), root.getAttribute('class')], ['readability-page-1', 'page']);
});
