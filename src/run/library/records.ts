import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import type { ExtractedRecord } from '../../records/index.ts';

interface Line {
  readonly at: number;
  readonly length: number;
}

/** The records of a crawl by page: of each only its place in `records.jsonl` is kept in memory. */
export class RecordLines {
  readonly #file: string;
  readonly #lines = new Map<string, Line[]>();

  constructor(file: string) {
    this.#file = file;
    if (!existsSync(file)) return;
    const bytes = readFileSync(file);
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf(10, at);
      const length = (end < 0 ? bytes.length : end) - at;
      if (length > 0) this.#note({ at, length }, bytes.toString('utf8', at, at + length));
      at += length + 1;
    }
  }

  /** The records of a page, its own first. */
  of(page: number): readonly ExtractedRecord[] {
    const lines = this.#lines.get(String(page)) ?? [];
    if (lines.length === 0) return [];
    const file = openSync(this.#file, 'r');
    try {
      const found = lines.map((line) => read(file, line));
      return found.sort((one, other) => Number(one.path !== null) - Number(other.path !== null));
    } finally {
      closeSync(file);
    }
  }

  #note(line: Line, text: string): void {
    const { page } = JSON.parse(text) as ExtractedRecord;
    const lines = this.#lines.get(page);
    if (lines) lines.push(line);
    else this.#lines.set(page, [line]);
  }
}

function read(file: number, { at, length }: Line): ExtractedRecord {
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, at);
  return JSON.parse(bytes.toString('utf8')) as ExtractedRecord;
}
