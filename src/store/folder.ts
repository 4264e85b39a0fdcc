import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { ArgiopeError } from '../model/errors.ts';
import { storeError } from './sqlite/errors.ts';

/**
 * Makes a folder and those above it that are missing.
 *
 * One by one, because Node's recursive way never returns where a file system answers that a folder in an
 * existing one does not exist, as `/proc` does.
 */
export function makeFolder(folder: string): void {
  try {
    makeMissing(folder);
  } catch (error) {
    const { code } = storeError(error, folder);
    throw new ArgiopeError(code, `the folder ${folder} cannot be made (${(error as Error).message})`, {
      advice:
        code === 'DISK_FULL'
          ? 'free some space, or give another --out'
          : 'choose a folder you may write to with --out',
      cause: error,
    });
  }
}

/** A folder and those above it that are not there yet, the lowest first. */
export function missingFolders(folder: string): readonly string[] {
  return existsSync(folder) ? [] : [folder, ...missingFolders(dirname(folder))];
}

/** Removes a folder with nothing in it; `false` where it has something, or cannot be removed. */
export function removeEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

function makeMissing(folder: string): void {
  if (existsSync(folder)) return;
  makeMissing(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
