import { closeSync, existsSync, openSync } from 'node:fs';
import { storeError } from './errors.ts';

/** Makes a file that nobody but its owner can read, where there is none: what is crawled may be behind a login. */
export function ownFile(file: string): void {
  if (existsSync(file)) return;
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    throw storeError(error, file);
  }
}
