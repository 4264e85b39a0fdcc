import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { WarcFile } from './recording.ts';

/** The index of archive files, on the disk: a large crawl has more lines than memory should hold. */
export class ArchiveIndex {
  readonly #lines = new DatabaseSync('');
  readonly #add: StatementSync;
  readonly #has: StatementSync;

  constructor() {
    this.#lines.exec('CREATE TABLE lines (line TEXT NOT NULL, url TEXT NOT NULL); BEGIN');
    this.#lines.exec('CREATE INDEX by_url ON lines (url); CREATE INDEX by_line ON lines (line)');
    this.#add = this.#lines.prepare('INSERT INTO lines VALUES (?, ?)');
    this.#has = this.#lines.prepare('SELECT 1 FROM lines WHERE url = ? LIMIT 1');
  }

  /** Reads a file of records. */
  async read({ path, bytes }: WarcFile): Promise<void> {
    if (bytes === 0) return;
    const { CDXIndexer } = await import('warcio');
    const indexer = new CDXIndexer({});
    const reader = createReadStream(path, { end: bytes - 1 });
    for await (const entry of indexer.iterIndex([{ filename: basename(path), reader }])) {
      const isAnswer = entry.status === 200 || entry.status === '200';
      this.#add.run(indexer.serializeCDXJ(entry).trimEnd(), isAnswer ? String(entry.url) : '');
    }
  }

  /** Whether a whole answer from an address was archived. */
  has(url: string): boolean {
    return this.#has.get(url) !== undefined;
  }

  /** All lines (CDXJ), sorted as readers look them up: by bytes. */
  *lines(): Generator<string> {
    for (const { line } of this.#lines.prepare('SELECT line FROM lines ORDER BY line').iterate())
      yield line as string;
  }

  close(): void {
    this.#lines.close();
  }
}
