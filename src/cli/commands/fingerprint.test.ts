import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../test/folder.ts';
import { fingerprint } from '../../fingerprint/rabin.ts';
import { stage } from '../fixture.ts';
import { run } from '../main.ts';
import { lines } from './fingerprint.ts';

const cwd = testFolder('fingerprint');

test('each line of standard input is printed behind its fingerprint', async () => {
  const io = stage({ stdin: 'http://a/\r\n西湖\n\nlast' });
  assert.equal(await run(['fingerprint'], io), 0);
  const expected = ['http://a/', '西湖', '', 'last'].map((line) => `${fingerprint(line)} ${line}\n`).join('');
  assert.equal(io.out(), expected);
  assert.match(io.out(), /^[0-9a-f]{16} http/);
});

test('lines of files, or files as a whole', async () => {
  writeFileSync(join(cwd, 'f'), 'a\nb\n');
  const byLine = stage({ cwd });
  await run(['fingerprint', 'f'], byLine);
  assert.equal(byLine.out(), `${fingerprint('a')} a\n${fingerprint('b')} b\n`);
  const whole = stage({ cwd });
  await run(['fingerprint', '--files', 'f', '--json'], whole);
  assert.deepEqual(JSON.parse(whole.out()), {
    command: 'fingerprint',
    fingerprints: [{ fingerprint: fingerprint('a\nb\n'), name: 'f' }],
  });
});

test('a file that is not there is a usage error', async () => {
  for (const argv of [
    ['fingerprint', 'gone'],
    ['fingerprint', '--files', 'gone'],
    ['fingerprint', '--files'],
  ]) {
    const io = stage({ cwd });
    assert.equal(await run(argv, io), 2);
    assert.match(io.err(), /cannot read gone: it does not exist|--files needs/);
  }
});

test('lines are whole however the stream is cut', async () => {
  const text = 'ab\r\n西湖\nc';
  const bytes = Buffer.from(text);
  for (let at = 0; at <= bytes.length; at++) {
    const pieces = (async function* () {
      yield bytes.subarray(0, at);
      yield bytes.subarray(at);
    })();
    const found: string[] = [];
    for await (const batch of lines(pieces)) found.push(...batch.map((line) => Buffer.from(line).toString()));
    assert.deepEqual(found, ['ab', '西湖', 'c'], `cut at ${at}`);
  }
});
