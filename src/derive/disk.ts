import { writeFileSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ArgiopeError } from '../model/errors.ts';

/** Turns an error of the file system into one that says which file, why, and what to do. */
export function diskError(error: unknown, path: string): ArgiopeError {
  if (error instanceof ArgiopeError) return error;
  const code = (error as NodeJS.ErrnoException)?.code ?? 'unknown error';
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    return new ArgiopeError('DISK_FULL', `Expected room to write ${path}, but the disk is full (${code}).`, {
      advice:
        'Free some space or choose another folder with --out, then run the command again: the crawl itself is kept.',
      cause: error,
    });
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EISDIR') {
    return new ArgiopeError(
      'STORE_UNREACHABLE',
      `Expected to be allowed to write ${path}, but got ${code}.`,
      {
        advice: 'Check owner and permissions of the output folder, or choose another one with --out.',
        cause: error,
      },
    );
  }
  const message = error instanceof Error ? error.message : String(error);
  return new ArgiopeError('STORE_UNREACHABLE', `Expected to write ${path}, but it failed: ${message}`, {
    advice: 'Check the output folder, then run the command again.',
    cause: error,
  });
}

/** Runs a file operation; what goes wrong is told with the path. */
export async function onDisk<T>(path: string, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw diskError(error, path);
  }
}

/** Characters that wait in memory before they are written. */
const pieceSize = 1 << 16;

/** A file that is written beside its place in pieces and takes its name only when whole. */
export class ByteFile {
  readonly path: string;
  readonly #temporary: string;
  #handle: FileHandle | null = null;
  #bytes = 0;

  constructor(path: string) {
    this.path = path;
    this.#temporary = `${path}.new`;
  }

  /** Bytes of all that was added so far. */
  get bytes(): number {
    return this.#bytes;
  }

  async add(piece: Uint8Array): Promise<void> {
    this.#bytes += piece.byteLength;
    await onDisk(this.path, async () => {
      await (await this.#open()).writeFile(piece);
    });
  }

  async #open(): Promise<FileHandle> {
    if (this.#handle === null) {
      await mkdir(dirname(this.path), { recursive: true });
      this.#handle = await open(this.#temporary, 'w');
    }
    return this.#handle;
  }

  /** Gives the file its name. */
  async finish(): Promise<void> {
    await onDisk(this.path, async () => {
      await (await this.#open()).close();
      this.#handle = null;
      await rename(this.#temporary, this.path);
    });
  }

  /** Forgets what was written; an older file of that name stays. */
  async abandon(): Promise<void> {
    await this.#handle?.close().catch(() => {});
    this.#handle = null;
    await rm(this.#temporary, { force: true }).catch(() => {});
  }
}

/** A text file that is written in pieces large enough for the disk. */
export class TextFile {
  readonly #file: ByteFile;
  #waiting = '';
  #bytes = 0;

  constructor(path: string) {
    this.#file = new ByteFile(path);
  }

  /** Bytes of all that was added so far. */
  get bytes(): number {
    return this.#bytes;
  }

  async add(text: string): Promise<void> {
    this.#waiting += text;
    this.#bytes += Buffer.byteLength(text);
    if (this.#waiting.length >= pieceSize) await this.#flush();
  }

  async #flush(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = '';
    await this.#file.add(Buffer.from(text));
  }

  /** Gives the file its name. */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#file.finish();
  }

  /** Forgets what was written; an older file of that name stays. */
  async abandon(): Promise<void> {
    await this.#file.abandon();
  }
}

/** Writes one file by the pieces that `fill` adds; on an error an older file stays as it was. */
export function writeBytes<T>(path: string, fill: (file: ByteFile) => Promise<T>): Promise<T> {
  return wholeOrNot(new ByteFile(path), fill);
}

/** Writes one text file by the pieces that `fill` adds; on an error an older file stays as it was. */
export function writeText(path: string, fill: (file: TextFile) => Promise<void>): Promise<void> {
  return wholeOrNot(new TextFile(path), fill);
}

async function wholeOrNot<F extends ByteFile | TextFile, T>(
  file: F,
  fill: (file: F) => Promise<T>,
): Promise<T> {
  try {
    const result = await fill(file);
    await file.finish();
    return result;
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

/** Removes the files of a folder whose names are not wanted any more, as left by an earlier run. */
export async function removeFiles(dir: string, unwanted: (name: string) => boolean): Promise<void> {
  const names = await readdir(dir).catch(() => [] as string[]);
  for (const name of names) if (unwanted(name)) await onDisk(join(dir, name), () => rm(join(dir, name)));
}

/** Writes a text and gives its bytes. At once: to hand a small file to another thread costs more than the write. */
export function writeAtOnce(path: string, text: string): number {
  const data = Buffer.from(text);
  try {
    writeFileSync(path, data);
  } catch (error) {
    throw diskError(error, path);
  }
  return data.length;
}
