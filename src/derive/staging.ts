import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onDisk } from './disk.ts';

/**
 * A folder that is made beside its place and put there whole.
 *
 * The old one is moved aside, the new one takes its name, the old one is removed. A crash between the
 * two renames leaves the old one aside under a fixed name: the next run puts it back first.
 */
export class Staging {
  readonly #place: string;
  readonly dir: string;
  readonly #old: string;
  readonly #made = new Set<string>();

  private constructor(place: string) {
    this.#place = place;
    this.dir = `${place}.new`;
    this.#old = `${place}.old`;
  }

  static async begin(place: string, folders: readonly string[]): Promise<Staging> {
    const staging = new Staging(place);
    await onDisk(staging.dir, async () => {
      if (!(await exists(place)) && (await exists(staging.#old))) await rename(staging.#old, place);
      await rm(staging.#old, { recursive: true, force: true });
      await rm(staging.dir, { recursive: true, force: true });
      for (const folder of folders) await mkdir(join(staging.dir, folder), { recursive: true });
    });
    return staging;
  }

  /** Path of a file inside the folder; the folders on the way to it are there. */
  async place(file: string): Promise<string> {
    const path = join(this.dir, file);
    const folder = dirname(path);
    if (folder !== this.dir && !this.#made.has(folder)) {
      await onDisk(folder, () => mkdir(folder, { recursive: true }));
      this.#made.add(folder);
    }
    return path;
  }

  /** Puts the new folder in place of the old one. */
  async finish(): Promise<void> {
    await onDisk(this.#place, async () => {
      if (await exists(this.#place)) await rename(this.#place, this.#old);
      await rename(this.dir, this.#place);
      await rm(this.#old, { recursive: true, force: true });
    });
  }

  /** Removes what was begun; the old folder stays. */
  async abandon(): Promise<void> {
    await rm(this.dir, { recursive: true, force: true }).catch(() => {});
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
