import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { ArgiopeError } from '../../model/errors.ts';
import type { TemplateRules } from '../types.ts';
import { RulesReader } from './reader.ts';

/** Rules of some templates, as a file has them. */
export interface RulesFile {
  readonly format: 'argiope-rules';
  readonly version: 1;
  readonly templates: readonly TemplateRules[];
}

/** Reads rules that a person may have edited; what is wrong with them is named with its place. */
export function readRules(path: string): readonly TemplateRules[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new ArgiopeError('CONFIG', `the rules ${path} cannot be read: ${(cause as Error).message}`, {
      advice: 'Name a file that `argiope rules export` has written.',
      cause,
    });
  }
  return parseRules(text, path);
}

/** The same from their text; `name` is what errors call it. */
export function parseRules(text: string, name: string): readonly TemplateRules[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ArgiopeError('CONFIG', `the rules ${name} are no JSON: ${(cause as Error).message}`, {
      advice: 'Undo the last edit, or export them again.',
      cause,
    });
  }
  return new RulesReader(name).file(value);
}

/** Rules of some templates as the text of a file. */
export function rulesText(templates: readonly TemplateRules[]): string {
  const file: RulesFile = { format: 'argiope-rules', version: 1, templates };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Writes rules beside their file and renames it: a reader never sees half of them. */
export function writeRules(path: string, templates: readonly TemplateRules[]): void {
  const part = `${path}.part`;
  writeFileSync(part, rulesText(templates));
  renameSync(part, path);
}
