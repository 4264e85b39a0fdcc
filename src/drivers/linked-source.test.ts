import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { agentParts } from './chromium/agent-source.ts';

/** What a module takes of others that is there when it runs: types are not. */
function importsOf(file: URL): readonly { readonly from: string; readonly names: readonly string[] }[] {
  const source = readFileSync(file, 'utf8');
  const written = /^import (type )?(?:\{([^}]*)\}|(\w+|\* as \w+)) from '(\.[^']+)';/gm;
  return [...source.matchAll(written)].flatMap(([, isType, several = '', one, from = '']) => {
    const names = [...several.split(','), one ?? ''].map((name) => name.trim());
    const values = names.filter((name) => name !== '' && !name.startsWith('type '));
    return isType || values.length === 0 ? [] : [{ from: new URL(from, file).href, names: values }];
  });
}

describe('scripts for pages', () => {
  test('have every module in them that another one of them needs', () => {
    const parts = new Set(agentParts.map((part) => part.href));
    const absent = agentParts.flatMap((part) =>
      importsOf(part).flatMap(({ from, names }) =>
        parts.has(from) ? [] : [`${names.join(', ')} of ${from} in ${part.href}`],
      ),
    );
    assert.ok(agentParts.some((part) => importsOf(part).length > 0));
    assert.deepEqual(absent, []);
  });
});
