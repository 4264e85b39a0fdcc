/** Prints what CHANGELOG.md says of a version: `node scripts/release-notes.ts 0.2.0`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of a changelog about one version, `null` where it has none. */
export function notesOf(changelog: string, version: string): string | null {
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((text) => text.startsWith(`[${version}]`));
  return part === undefined ? null : `${part.slice(part.indexOf('\n')).trim()}\n`;
}

if (import.meta.main) {
  const [version = ''] = process.argv.slice(2);
  const notes = notesOf(readFileSync(join(import.meta.dirname, '..', 'CHANGELOG.md'), 'utf8'), version);
  if (notes === null) console.error(`CHANGELOG.md has no part "## [${version}]"`);
  else process.stdout.write(notes);
  process.exitCode = notes === null ? 1 : 0;
}
