import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { testFolder } from '../../../test/folder.ts';
import type { TrainSettings } from '../../config/index.ts';
import type { TrainSummary } from '../../learn/index.ts';
import { engineOf, stage } from '../fixture.ts';
import { run } from '../main.ts';

const sample = 'thread=http://127.0.0.1:9/t/1';

const result: TrainSummary = {
  command: 'train',
  model: '/w/m.json',
  site: '127.0.0.1:9',
  want: ['thread'],
  types: [],
  warnings: [],
  events: { fired: 7, replayed: 1 },
  requests: 3,
  seconds: 1.5,
  finished: true,
  report: null,
  stopped: 'done',
};

/** Runs a command line against an engine that writes down what it was asked. */
async function trained(argv: readonly string[], more: Partial<TrainSummary> = {}, cwd = '/w') {
  const seen: TrainSettings[] = [];
  const io = stage({ cwd });
  const engine = engineOf({
    train: async (settings) => {
      seen.push(settings);
      return { ...result, ...more };
    },
  });
  const code = await run(['train', ...argv], io, engine);
  return { code, io, settings: seen };
}

test('training needs exactly one of samples, an address, and a store', async () => {
  for (const [argv, got] of [
    [[], 'nothing'],
    [['http://127.0.0.1:9/', '--sample', sample], 'several of these'],
    [['--from-store', 'out', '--sample', sample], 'several of these'],
  ] as const) {
    const { code, io, settings } = await trained(argv);
    assert.equal(code, 2, got);
    assert.equal(
      io.err(),
      `argiope: train needs samples, an address, or --from-store; got ${got} (USAGE)
  for example: argiope train --sample thread=https://example.org/t/1 --out model.json
`,
    );
    assert.deepEqual(settings, [], 'nothing was begun');
  }
});

test('with --json a usage error is an object with its exit code', async () => {
  const { code, io } = await trained(['--json']);
  assert.equal(code, 2);
  const { command, error, exitCode } = JSON.parse(io.out());
  assert.deepEqual([command, error.code, exitCode], ['train', 'USAGE', 2]);
});

test('samples, wishes and files reach the engine as they were given', async () => {
  const { code, settings } = await trained([
    ...['--sample', sample, '--sample', 'list=http://127.0.0.1:9/board', '--want', 'thread'],
    ...['--out', 'models/forum.json', '--report', 'r.html'],
  ]);
  assert.equal(code, 0);
  const [given] = settings;
  assert.ok(given);
  assert.deepEqual(given.samples, [sample, 'list=http://127.0.0.1:9/board']);
  assert.deepEqual(given.want, ['thread']);
  assert.deepEqual(
    [given.modelOut, given.report, given.fromStore],
    ['/w/models/forum.json', '/w/r.html', false],
  );
  assert.equal(given.store, 'sqlite:/w/models/forum.db');
});

test('an address without samples is a first look', async () => {
  const { settings } = await trained(['http://127.0.0.1:9/', '--out', 'm.json']);
  assert.deepEqual(settings[0]?.seeds, ['http://127.0.0.1:9/']);
  assert.equal(settings[0]?.maxPages, 100);
  const { settings: bounded } = await trained(['http://127.0.0.1:9/', '--max-pages', '7', '--out', 'm.json']);
  assert.equal(bounded[0]?.maxPages, 7);
});

test('what training came to is a table, one object with --json, and nothing with --quiet', async () => {
  const plain = await trained(['--sample', sample]);
  assert.match(plain.io.out(), /^0 patterns for 0 types from 7 events in [\s\S]* {2}model {4}m\.json\n$/);
  assert.equal(plain.io.err(), '');
  const json = await trained(['--sample', sample, '--json']);
  assert.deepEqual(JSON.parse(json.io.out()), result);
  const quiet = await trained(['--sample', sample, '--quiet']);
  assert.equal(quiet.io.out() + quiet.io.err(), '');
});

test('training ends with 0, 4 or 5 by why it stopped', async () => {
  for (const [stopped, exit] of [
    ['done', 0],
    ['limit', 4],
    ['interrupted', 5],
  ] as const)
    assert.equal((await trained(['--sample', sample], { stopped })).code, exit, stopped);
});

describe('training from a store', () => {
  const folder = testFolder('train');
  before(async () => {
    await writeFile(join(folder, 'argiope.db'), '');
  });

  test('takes the store of a folder, a file, or --store', async () => {
    const store = `sqlite:${join(folder, 'argiope.db')}`;
    for (const argv of [[folder], [join(folder, 'argiope.db')], ['--store', store]]) {
      const { code, settings, io } = await trained(['--from-store', ...argv, '--out', 'm.json']);
      assert.equal(code, 0, io.err());
      assert.deepEqual([settings[0]?.fromStore, settings[0]?.store], [true, store]);
    }
  });

  test('without a store, or with two, is a usage error', async () => {
    for (const argv of [[], [folder, folder]]) {
      const { code, io } = await trained(['--from-store', ...argv, '--out', 'm.json']);
      assert.equal(code, 2);
      assert.match(
        io.err(),
        /^argiope: --from-store needs the store of one crawl \(USAGE\)\n {2}give its folder/,
      );
    }
  });

  test('where there is none ends with 7 and says which file is missing', async () => {
    const empty = join(folder, 'nothing');
    const { code, io, settings } = await trained(['--from-store', empty, '--out', 'm.json']);
    assert.equal(code, 7);
    assert.match(
      io.err(),
      /^argiope: there is no crawl in .+nothing: .+nothing does not exist \(STORE_UNREACHABLE\)\n {2}crawl first/,
    );
    assert.deepEqual(settings, []);
  });
});
