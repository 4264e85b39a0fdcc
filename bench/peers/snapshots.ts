import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the scripts that drive peers leave behind: `N.html` per document, one dot in `events` per event. */
export interface Left {
  readonly documents: readonly string[];
  readonly events: number;
}

/** Reads the folder of a script that drives a peer; complete also when the script was killed. */
export async function readLeft(folder: string): Promise<Left> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const files = names
    .filter((name) => /^\d+\.html$/.test(name))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const events = names.includes('events') ? await readFile(join(folder, 'events'), 'utf8') : '';
  return { documents: [...new Set(texts)], events: events.length };
}
