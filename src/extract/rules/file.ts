import { EditedFile, type FileKind } from '../../config/edited-file.ts';
import type { TemplateRules } from '../types.ts';
import { RulesReader } from './reader.ts';

/** Rules of some templates, as a file has them. */
export interface RulesFile {
  readonly format: 'argiope-rules';
  readonly version: 1;
  readonly templates: readonly TemplateRules[];
}

const kind: FileKind = {
  name: 'rules',
  origin: 'Name a file that `argiope rules export` has written.',
  again: 'Undo the last edit, or export them again.',
  described: '"Rules" in docs/extract.md',
};

/** Reads rules that a person may have edited; what is wrong with them is named with its place. */
export function readRules(path: string): readonly TemplateRules[] {
  return parseRules(new EditedFile(kind, path).read(), path);
}

/** The same from their text; `name` is what errors call it. */
export function parseRules(text: string, name: string): readonly TemplateRules[] {
  const file = new EditedFile(kind, name);
  return new RulesReader(file).file(file.parse(text));
}

/** Rules of some templates as the text of a file. */
export function rulesText(templates: readonly TemplateRules[]): string {
  const file: RulesFile = { format: 'argiope-rules', version: 1, templates };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Writes rules; a reader never sees half of them. */
export function writeRules(path: string, templates: readonly TemplateRules[]): void {
  new EditedFile(kind, path).write(rulesText(templates));
}
