import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../test/folder.ts';
import { crawlSettings, defaultSettings } from './defaults.ts';
import { namedOptions } from './names.ts';
import { readInput } from './read.ts';

const cwd = testFolder('config');

function file(content: unknown): string {
  writeFileSync(join(cwd, 'c.json'), typeof content === 'string' ? content : JSON.stringify(content));
  return 'c.json';
}

const read = (argv: string[], env: NodeJS.ProcessEnv = {}) => readInput('crawl', { argv, env, cwd });

test('flags win over the environment, that over the file, that over the defaults', () => {
  const config = file({ depth: 1, 'max-pages': 1, workers: 1 });
  const { values } = read(['--config', config, '--depth', '3'], {
    ARGIOPE_DEPTH: '2',
    ARGIOPE_MAX_PAGES: '2',
  });
  assert.deepEqual([values.depth, values.maxPages, values.workers, values.recycle], [3, 2, 1, 2000]);
});

test('each value is known by where it comes from', () => {
  const config = file({ workers: 1 });
  const { sources } = read(['--config', config, '--depth', '3'], { ARGIOPE_DEPTH: '2', CHROME_PATH: '/x' });
  const known = ['workers', 'depth', 'browser', 'recycle'].map((key) => sources.get(key as 'depth'));
  assert.deepEqual(known, ['file', 'flag', 'environment', undefined]);
});

test('a list from a stronger source replaces a weaker one', () => {
  const config = file({ events: ['focus'], include: ['a'] });
  const { values } = read(['--config', config, '--events', 'click'], { ARGIOPE_INCLUDE: 'b\nc,d' });
  assert.deepEqual(values.events, ['click']);
  assert.deepEqual(values.include.map(String), ['/b/u', '/c,d/u']);
});

test('every option has a flag, and an environment name where it is not a flag only', () => {
  for (const { flag, environment, option } of namedOptions) {
    assert.match(flag, /^[a-z]+(-[a-z]+)*$/);
    const own = `ARGIOPE_${flag.toUpperCase().replaceAll('-', '_')}`;
    assert.equal(environment[0], option.flagOnly ? undefined : own);
  }
});

test('the browser is also taken from CHROME_PATH, after its own name', () => {
  assert.equal(read([], { CHROME_PATH: '/a' }).values.browser, '/a');
  assert.equal(read([], { CHROME_PATH: '/a', ARGIOPE_BROWSER: '/b' }).values.browser, '/b');
});

test('an empty environment value counts as absent', () => {
  assert.equal(read([], { ARGIOPE_DEPTH: '' }).values.depth, null);
});

test('a wrong environment value is a configuration error under its own name', () => {
  assert.throws(() => read([], { ARGIOPE_DEPTH: 'x' }), {
    code: 'CONFIG',
    message: 'ARGIOPE_DEPTH must be a whole number from 0 on; got "x"',
  });
});

test('a strange environment name gets a note with the nearest', () => {
  assert.deepEqual(read([], { ARGIOPE_MAXPAGES: '1', ARGIOPE_NO_SANDBOX: '1' }).notes, [
    'ARGIOPE_MAXPAGES in the environment is not a setting; did you mean ARGIOPE_MAX_PAGES?',
  ]);
});

test('a file may name seeds, and those of the command line replace them', () => {
  const config = file({ seeds: ['http://a.example/'] });
  assert.deepEqual(read(['--config', config]).positionals, ['http://a.example/']);
  assert.deepEqual(read(['--config', config, 'http://b.example/']).positionals, ['http://b.example/']);
});

test('no file is read that was not named', () => {
  writeFileSync(join(cwd, 'argiope.config.json'), '{"depth": 9}');
  assert.equal(read([]).values.depth, null);
});

test('a file may also be named by the environment', () => {
  assert.equal(read([], { ARGIOPE_CONFIG: file({ depth: 9 }) }).values.depth, 9);
});

test('an unknown key in a file is an error that names the nearest', () => {
  assert.throws(() => read(['--config', file({ maxPages: 3 })]), {
    code: 'CONFIG',
    message: 'unknown key "maxPages" in c.json',
    advice: /^did you mean "max-pages"\?/,
  });
  assert.throws(() => read(['--config', file({ config: 'x' })]), { message: /unknown key "config"/ });
  assert.throws(() => read(['--config', file('{"__proto__": 1}')]), { message: /unknown key "__proto__"/ });
});

test('a wrong value in a file is named with its key and file', () => {
  assert.throws(() => read(['--config', file({ depth: -1 })]), {
    code: 'CONFIG',
    message: '"depth" in c.json must be a whole number from 0 on; got "-1"',
  });
  assert.throws(
    () => read(['--config', file({ depth: [1] })]),
    /"depth" in c.json must be a text, .*; got a list/,
  );
  assert.throws(() => read(['--config', file({ events: { a: 1 } })]), /list of texts; got an object/);
});

test('options of other commands in a file are checked and left aside', () => {
  const config = file({ depth: 3, 'base-url': 'https://example.org/m/' });
  const { values } = readInput('sitemap', { argv: ['--config', config], env: {}, cwd });
  assert.equal(values.baseUrl, 'https://example.org/m/');
  assert.equal(values.depth, null);
  assert.throws(
    () => readInput('sitemap', { argv: ['--config', file({ depth: 'x' })], env: {}, cwd }),
    /"depth"/,
  );
});

test('a file that is missing, broken or no object is a configuration error', () => {
  assert.throws(() => read(['--config', 'gone.json']), {
    code: 'CONFIG',
    message: /gone.json: it does not exist/,
  });
  assert.throws(() => read(['--config', file('[1]')]), {
    code: 'CONFIG',
    message: /must hold one JSON object/,
  });
});

test('a broken file is told without its text, which may hold a password', () => {
  assert.throws(
    () => read(['--config', file('{"auth": me:hunter2}')]),
    (error: Error) => /c\.json is not valid JSON/.test(error.message) && !error.message.includes('hunter2'),
  );
});

test('secrets of file and environment are not printed', () => {
  const tries = [
    () => read(['--config', file({ auth: 'hunter2' })]),
    () => read(['--config', file({ header: { 'X-Key': 'hunter2' } })]),
    () => read([], { ARGIOPE_PROXY: 'socks://a:hunter2@b' }),
  ];
  for (const attempt of tries) assert.throws(attempt, (error: Error) => !error.message.includes('hunter2'));
});

test('--dedupe none needs a limit, and says why', () => {
  assert.throws(() => read(['--dedupe', 'none']), {
    code: 'USAGE',
    message: /--max-pages.*a site has no end/,
  });
  for (const limit of ['--depth', '--max-pages', '--max-time']) {
    assert.equal(read(['--dedupe', 'none', limit, '5']).values.dedupe, 'none');
  }
});

test('--quiet and --verbose exclude each other', () => {
  assert.throws(() => read(['--quiet', '--verbose']), { code: 'USAGE' });
});

test('settings name the output folder after host and port, and the store inside it', () => {
  const settings = crawlSettings(['http://127.0.0.1:8080/x'], read([]).values, '/w');
  assert.equal(settings.out, '/w/argiope-out/127.0.0.1_8080');
  assert.equal(settings.store, 'sqlite:/w/argiope-out/127.0.0.1_8080/argiope.db');
});

test('default settings are those of a command line without flags', () => {
  const seeds = ['http://example.org/'];
  assert.deepEqual(defaultSettings(seeds), crawlSettings(seeds, read([]).values));
  const settings = defaultSettings(seeds, { out: '/o', workers: 1 });
  assert.deepEqual([settings.out, settings.store, settings.workers], ['/o', 'sqlite:/o/argiope.db', 1]);
  assert.deepEqual(settings.events, [
    ...['click', 'dblclick', 'contextmenu', 'mouseover', 'mouseout', 'focus', 'blur'],
    ...['change', 'input', 'keydown', 'scroll'],
  ]);
  assert.deepEqual(settings.viewport, [1280, 800]);
});
