import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRules, rulesText } from './file.ts';
import { shopRules } from './fixture.ts';

const rules = shopRules();

/** The file with the value at one place changed; `undefined` takes it away. */
function edited(place: string, value: unknown): string {
  const file = JSON.parse(rulesText([rules]));
  const keys = place.split('.');
  const last = keys.pop() as string;
  const holder = keys.reduce((at, key) => at[key], file);
  holder[last] = value;
  return JSON.stringify(file);
}

test('rules come back from their file as they were', () => {
  assert.deepEqual(parseRules(rulesText([rules]), 'rules.json'), [rules]);
  const locators = [{ kind: 'absolute', path: '/HTML/UL[1]/LI[*]' }] as const;
  const lists = [{ id: 'l1', within: null, locators, span: 1 }];
  const more = { ...rules, lists, fields: rules.fields.map((field) => ({ ...field, list: 'l1' })) };
  assert.deepEqual(parseRules(rulesText([more]), 'rules.json'), [more]);
});

test('a frame comes back, and an empty sample is no reason to refuse a file', () => {
  const framed = {
    ...rules,
    fields: rules.fields.map((field) => ({ ...field, frame: { before: '', after: ' Review' } })),
  };
  assert.deepEqual(parseRules(rulesText([framed]), 'rules.json'), [framed]);
  const [read] = parseRules(edited('templates.0.fields.0.profile.samples', ['', 'a']), 'rules.json');
  assert.deepEqual(read?.fields[0]?.profile.samples, ['a']);
});

test('a field that a person has added needs a name and a way to it, no more', () => {
  const locators = [{ locator: { kind: 'label', label: 'ISBN', steps: '../TD[1]' } }];
  const text = edited('templates.0.fields.3', { name: 'isbn', locators });
  const added = parseRules(text, 'rules.json')[0]?.fields.at(-1);
  assert.equal(added?.name, 'isbn');
  assert.equal(added?.confidence, 1);
  assert.equal(added?.locators[0]?.support, 1);
  assert.equal(added?.profile.count, 0);
});

test('what is wrong is named with its place, what was expected and what came', () => {
  const refused = (text: string, message: RegExp) =>
    assert.throws(() => parseRules(text, 'rules.json'), { code: 'CONFIG', message });
  const wrong = (place: string, value: unknown, message: RegExp) => refused(edited(place, value), message);
  const field = 'templates.0.fields.1';
  const locator = `${field}.locators.0.locator`;
  refused('{', /the rules rules.json cannot be read as JSON/);
  wrong('format', 'x', /the rules rules.json, at format: expected "argiope-rules", got "x"/);
  wrong('version', 2, /at version: expected 1, got 2/);
  wrong('templates.0.feilds', [], /at templates\[0\].feilds: expected one of domain, .*got "feilds"/);
  wrong(
    `${field}.locators`,
    undefined,
    /at templates\[0\].fields\[1\].locators: expected a list, got nothing/,
  );
  wrong(`${field}.locators`, [], /expected at least one locator, got \[\]/);
  wrong(
    locator,
    { kind: 'label', label: 'x', steps: '//b[' },
    /at templates\[0\].fields\[1\].locators\[0\].locator.steps: expected steps such as .*, got "\/\/b\["/,
  );
  wrong(locator, { kind: 'anchor', anchor: '!!', steps: '.' }, /fields\[1\].locators\[0\].locator.anchor: /);
  wrong(locator, { kind: 'css' }, /locator.kind: expected "label", "anchor" or "absolute", got "css"/);
  wrong(`${field}.list`, 'l9', /fields\[1\].list: expected null or one of the lists \(\), got "l9"/);
  wrong(`${field}.name`, 'title', /at templates\[0\].fields\[1\].name: expected a name that no other field/);
  wrong(`${field}.confidence`, 2, /confidence: expected a number from 0 to 1, got 2/);
  wrong('templates.1', rules, /at templates\[1\].template: expected a template that stands here once/);
});
