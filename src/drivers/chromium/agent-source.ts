import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The agent's files in the order in which they depend on each other, relative to this one. */
const parts = [
  '../../fingerprint/rabin',
  '../../dom/mask',
  '../../dom/exact',
  '../../dom/print-at',
  '../../dom/change',
  './agent/natives',
  './agent/tasks',
  './agent/clock',
  './agent/drawing',
  './agent/pose',
  './agent/handler-text',
  './agent/listeners',
  './agent/leaving',
  './effect-key',
  './agent/effect-gate',
  './agent/effect-fetch',
  './agent/effect-xhr',
  './agent/effects',
  './agent/storage',
  './agent/streams',
  './agent/requests',
  './agent/marks',
  './agent/images',
  './agent/waits',
  './agent/replies',
  './agent/layout',
  './agent/animations',
  './agent/settle',
  './agent/sheets',
  './agent/states',
  './agent/sameness',
  './agent/shadows',
  './agent/virtual-lists',
  './agent/snapshot',
  './agent/unwrap',
  './agent/frameworks',
  './agent/pointers',
  './agent/delegation',
  './agent/field-values',
  './agent/inline-calls',
  './agent/reactions',
  './agent/candidates',
  './agent/boxes',
  './agent/hover',
  './agent/fire',
  './agent/frames',
  './agent/delta',
  './agent/gather',
  './agent/answer',
  './agent/sweep',
  './agent/inner',
  './agent/main',
];

/**
 * The text of the in-page script: the files above, joined. They are ordinary modules for the type checker and the
 * tests; in the page they share one function scope, so imports and the word `export` fall away. That is all a bundler
 * would do here. Fingerprints come from the very file that Node uses. The built package has this text instead of
 * this file (scripts/build.ts).
 */
export function agentSource(): string {
  return parts.map(partText).join('\n');
}

function partText(part: string): string {
  const source = readFileSync(fileURLToPath(new URL(`${part}.ts`, import.meta.url)), 'utf8');
  return withoutTypes(source)
    .replace(/^import\b[\s\S]*?;[ \t]*$/gm, '')
    .replace(/^export /gm, '');
}

function withoutTypes(source: string): string {
  const warn = process.emitWarning;
  // The function is marked experimental in Node 24; the warning would meet every user.
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = warn;
  }
}
