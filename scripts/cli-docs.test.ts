import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { exitCodes } from '../src/cli/exit.ts';
import { errorCodes } from '../src/model/errors.ts';
import { cliDocs } from './cli-docs.ts';
import { optionTypes } from './option-types.ts';

const docs = join(import.meta.dirname, '..', 'docs');

test('docs/cli.md is what the declarations say', () => {
  assert.equal(readFileSync(join(docs, 'cli.md'), 'utf8'), cliDocs());
});

test("the types of the library's options are what the declarations say", () => {
  const file = join(docs, '..', 'src', 'run', 'library', 'flags.ts');
  assert.equal(readFileSync(file, 'utf8'), optionTypes());
});

test('docs/exit-codes.md names every exit code and every error code', () => {
  const text = readFileSync(join(docs, 'exit-codes.md'), 'utf8');
  for (const [code, meaning] of exitCodes)
    assert.ok(text.includes(`| ${code} | ${meaning}`), `exit code ${code}`);
  for (const code of Object.keys(errorCodes)) assert.ok(text.includes(`\`${code}\``), code);
});
