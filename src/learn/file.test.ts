import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { testFolder } from '../../test/folder.ts';
import { ArgiopeError } from '../model/errors.ts';
import { parseModel, readModel, writeModel } from './file.ts';
import { modelOf } from './fixture.ts';

type Loose = Record<string, unknown> & { types: LooseType[] };
type LooseType = Record<string, unknown> & {
  samples: Record<string, unknown>[];
  patterns: Record<string, unknown>[];
};

const whole = modelOf({
  classes: [{ name: 'x.js:turn', sameFromAnywhere: true, byValues: true, leadsHome: ['x.js:turn(1)'] }],
});

/** What is said of the model once something in it was changed. */
function refusal(edit: (model: Loose) => void): ArgiopeError {
  const model = JSON.parse(JSON.stringify(whole)) as Loose;
  edit(model);
  return refusalOf(JSON.stringify(model));
}

function refusalOf(text: string): ArgiopeError {
  try {
    parseModel(text, 'm.json');
  } catch (error) {
    assert.ok(error instanceof ArgiopeError, String(error));
    assert.equal(error.code, 'CONFIG');
    assert.ok(error.advice, 'there is advice');
    return error;
  }
  return assert.fail('it was read');
}

/** The type of a number, and its first sample and pattern. */
function part(model: Loose, at = 0): LooseType {
  return model.types[at] as LooseType;
}

describe('a model in a file', () => {
  const folder = testFolder('model');
  test('reads back equal to what was written, over an older one, and nothing else is left', () => {
    const path = join(folder, 'm.json');
    writeModel(path, modelOf({ site: 'older.test' }));
    writeModel(path, whole);
    assert.deepEqual(readModel(path), whole);
    assert.deepEqual(readdirSync(folder), ['m.json']);
    assert.match(readFileSync(path, 'utf8'), /^{\n {2}"format": "argiope-model",\n {2}"version": 1,\n/);
  });

  test('that could not be written whole leaves the older one as it was', () => {
    const path = join(folder, 'kept.json');
    writeModel(path, whole);
    const endless: Record<string, unknown> = { ...whole };
    endless.types = [endless];
    assert.throws(() => writeModel(path, endless as never));
    assert.deepEqual(readModel(path), whole);
  });

  test('that is not there, or no JSON, is refused by its path', () => {
    const absent = join(folder, 'absent.json');
    assert.throws(
      () => readModel(absent),
      (error: ArgiopeError) =>
        error.code === 'CONFIG' &&
        error.message.startsWith(`the model ${absent} cannot be read: it does not exist`) &&
        /argiope train/.test(error.advice ?? ''),
    );
    const half = join(folder, 'half.json');
    writeFileSync(half, '{"format": "argiope-model",');
    assert.throws(
      () => readModel(half),
      (error: ArgiopeError) =>
        error.code === 'CONFIG' && error.message.startsWith(`the model ${half} cannot be read as JSON: `),
    );
  });
});

test('what may be left out has a default', () => {
  const model = JSON.parse(JSON.stringify(whole)) as Loose;
  delete model.classes;
  const [type] = model.types;
  assert.ok(type);
  delete type.change;
  type.patterns = [{ event: 'click', leadsTo: 'board', paths: ['//a'] }];
  const read = parseModel(JSON.stringify(model), 'm.json');
  assert.deepEqual(read.classes, []);
  assert.equal(read.types[0]?.change, 0);
  assert.deepEqual(read.types[0]?.patterns, [
    { event: 'click', leadsTo: 'board', paths: ['//a'], support: 0, precision: 1, example: '' },
  ]);
});

test('what is no model is told from one that is of another version', () => {
  for (const text of ['null', '[]', '"model"', '{}', '{"format":"har"}']) {
    const { message, advice } = refusalOf(text);
    const got = text === '{"format":"har"}' ? '"har"' : 'nothing';
    assert.equal(message, `the model m.json, at format: expected "argiope-model", got ${got}`);
    assert.match(advice ?? '', /argiope train/);
  }
  const { message, advice } = refusal((model) => {
    model.version = 2;
  });
  assert.equal(message, 'the model m.json, at version: expected 1, got 2');
  assert.match(advice ?? '', /train again/);
});

const wrong: readonly [string, (model: Loose) => void, string][] = [
  ['a key that nobody knows', (m) => Object.assign(m, { wants: [] }), 'wants: expected one of format, '],
  [
    'a misspelled key of a type',
    (m) => Object.assign(part(m, 1), { treshold: 0.1 }),
    'types[1].treshold: expected one of name, threshold, ',
  ],
  [
    'a misspelled key of a pattern',
    (m) => Object.assign(part(m).patterns[1] as object, { path: '//a' }),
    'types[0].patterns[1].path: expected one of event, leadsTo, ',
  ],
  ['no site', (m) => delete m.site, 'site: expected a text, got nothing'],
  ['a time that is a number', (m) => Object.assign(m, { trainedAt: 5 }), 'trainedAt: expected a text, got 5'],
  [
    'events that are no list',
    (m) => Object.assign(m, { events: 'click' }),
    'events: expected a list, got "click"',
  ],
  [
    'a wish that is no text',
    (m) => Object.assign(m, { want: ['board', 7] }),
    'want[1]: expected a text, got 7',
  ],
  ['types that are no list', (m) => Object.assign(m, { types: {} }), 'types: expected a list, got {}'],
  [
    'a type that is a text',
    (m) => Object.assign(m, { types: ['board'] }),
    'types[0]: expected an object, got "board"',
  ],
  [
    'a type without a name',
    (m) => Object.assign(part(m), { name: '' }),
    'types[0].name: expected a text, got ""',
  ],
  [
    'a threshold above one',
    (m) => Object.assign(part(m, 1), { threshold: 1.5 }),
    'types[1].threshold: expected a number from 0 to 1, got 1.5',
  ],
  [
    'a threshold as a text',
    (m) => Object.assign(part(m), { threshold: '0.2' }),
    'types[0].threshold: expected a number from 0 to 1, got "0.2"',
  ],
  [
    'a change that is a share',
    (m) => Object.assign(part(m), { change: 0.5 }),
    'types[0].change: expected a whole number from 0 on, got 0.5',
  ],
  [
    'a precision above one',
    (m) => Object.assign(part(m).patterns[0] as object, { precision: 80 }),
    'types[0].patterns[0].precision: expected a number from 0 to 1, got 80',
  ],
  [
    'a pattern without paths',
    (m) => Object.assign(part(m).patterns[0] as object, { paths: [] }),
    'types[0].patterns[0].paths: expected at least one path, got []',
  ],
  [
    'a path that cannot be read',
    (m) => Object.assign(part(m).patterns[0] as object, { paths: ['//a', '//a[@'] }),
    'types[0].patterns[0].paths[1]: ',
  ],
  [
    'a skeleton that is not closed',
    (m) => Object.assign(part(m, 1).samples[0] as object, { skeleton: 'html(body(a)' }),
    'types[1].samples[0]: a skeleton cannot be read: ',
  ],
  [
    'a wish for a type that is not there',
    (m) => Object.assign(m, { want: ['thread', 'post'] }),
    'want[1]: expected one of the types (board, thread), got "post"',
  ],
  [
    'a pattern that leads to a type that is not there',
    (m) => Object.assign(part(m).patterns[1] as object, { leadsTo: 'post' }),
    'types[0].patterns[1].leadsTo: expected one of the types (board, thread), got "post"',
  ],
  [
    'two types of one name',
    (m) => Object.assign(part(m, 1), { name: 'board' }),
    'types[1].name: expected a name that no other type has, got "board"',
  ],
  [
    'a fact without the name of its class',
    (m) => Object.assign(m, { classes: [{ sameFromAnywhere: true }] }),
    'classes[0].name: expected a text, got nothing',
  ],
  [
    'ways home that are no list',
    (m) => Object.assign(m, { classes: [{ name: 'x', leadsHome: 'x(1)' }] }),
    'classes[0].leadsHome: expected a list, got "x(1)"',
  ],
];

for (const [what, edit, place] of wrong)
  test(`${what} is refused with its place`, () => {
    const { message } = refusal(edit);
    assert.ok(message.startsWith(`the model m.json, at ${place}`), message);
  });
