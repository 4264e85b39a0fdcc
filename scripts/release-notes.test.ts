import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { notesOf } from './release-notes.ts';

test('notes of a release are its part of the changelog', () => {
  const text = '# Changelog\n\n## [Unreleased]\n\n- new\n\n## [0.1.0] – 2026-01-01\n\n### Added\n\n- first\n';
  assert.equal(notesOf(text, '0.1.0'), '### Added\n\n- first\n');
  assert.equal(notesOf(text, 'Unreleased'), '- new\n');
  assert.equal(notesOf(text, '0.2.0'), null);
});

test('the changelog has notes of the version of the package', () => {
  const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8');
  const { version } = JSON.parse(read('package.json'));
  assert.ok(notesOf(read('CHANGELOG.md'), version));
});
