import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyRules, type PreparedPage, preparePage, type TemplateRules } from '../../extract/index.ts';
import { parseDocument } from '../../html/tree.ts';
import { changedRules, fieldsOn } from './change.ts';
import { rulesFromLabels } from './learn.ts';

const pages = ['Ann', 'Bob', 'Cid'].map((who, at): PreparedPage => {
  const html = `<title>Team</title><h1>${who}</h1><p class=role>Keeper ${at}</p><p class=town>Town ${at * 2}</p>`;
  return preparePage({
    name: String(at),
    url: null,
    document: parseDocument(html, 'http://s.test/', 1000),
  });
});

const numberOf = (page: PreparedPage, text: string) => page.nodes.findIndex((node) => node.text === text);

const rules: TemplateRules = rulesFromLabels(
  pages,
  Object.fromEntries(
    pages.map((page, at) => [
      page.name,
      { name: [numberOf(page, ['Ann', 'Bob', 'Cid'][at] ?? '')], role: [numberOf(page, `Keeper ${at}`)] },
    ]),
  ),
  { domain: 's.test', template: 'person', learnedAt: '' },
);

const found = (given: TemplateRules, at: number) =>
  Object.fromEntries(
    [...applyRules(given, pages[at] as PreparedPage).extraction.values].map(([name, spots]) => [
      name,
      spots[0]?.text,
    ]),
  );

test('fields are renamed, dropped and learned anew from what is pointed at; places stay those of before', () => {
  const changed = changedRules(
    rules,
    [
      { kind: 'drop', at: 0 },
      { kind: 'rename', at: 1, to: ' job ' },
      {
        kind: 'point',
        at: null,
        name: 'town',
        labels: { '0': [numberOf(pages[0] as PreparedPage, 'Town 0')] },
      },
    ],
    pages,
  );
  assert.deepEqual(found(changed, 2), { job: 'Keeper 2', town: 'Town 4' });
  assert.deepEqual(
    found(rules, 2),
    { name: 'Cid', role: 'Keeper 2' },
    'the rules of before are as they were',
  );
});

test('a field that is pointed at keeps its name and gets other values', () => {
  const labels = { '1': [numberOf(pages[1] as PreparedPage, 'Town 2')] };
  const changed = changedRules(rules, [{ kind: 'point', at: 1, name: null, labels }], pages);
  assert.deepEqual(found(changed, 0), { name: 'Ann', role: 'Town 0' });
  const { fields, fit } = fieldsOn(changed, pages[0] as PreparedPage);
  assert.deepEqual(
    fields.map(({ at, name, values, numbers }) => [at, name, values, numbers]),
    [
      [0, 'name', ['Ann'], [numberOf(pages[0] as PreparedPage, 'Ann')]],
      [1, 'role', ['Town 0'], [numberOf(pages[0] as PreparedPage, 'Town 0')]],
    ],
  );
  assert.equal(fit, 1);
});

test('what cannot be is refused: names of others, none, and fields that are not there', () => {
  const refused = (change: Parameters<typeof changedRules>[1][number], why: RegExp) =>
    assert.throws(() => changedRules(rules, [change], pages), why);
  refused({ kind: 'rename', at: 0, to: 'role' }, /two fields would be called "role"/);
  refused({ kind: 'rename', at: 0, to: '  ' }, /needs a name/);
  refused({ kind: 'rename', at: 0, to: 'f12' }, /fields that have none/);
  refused({ kind: 'drop', at: 7 }, /there is no field 7/);
  refused({ kind: 'point', at: null, name: 'x', labels: { '0': [] } }, /no way was found/);
});
