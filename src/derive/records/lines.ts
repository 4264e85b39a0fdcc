import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import type { ExtractedRecord } from '../../records/index.ts';

/** Bytes of a file that are read at once. */
const pieceSize = 1 << 16;

/** Records of a file of JSON lines, one at a time; lines that are none are left out. */
export function* recordsIn(path: string): Generator<ExtractedRecord> {
  for (const line of linesOf(path)) {
    const record = parsed(line);
    if (record !== null) yield record;
  }
}

function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const piece = Buffer.alloc(pieceSize);
    let rest = '';
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) {
      const lines = (rest + decoder.write(piece.subarray(0, read))).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    yield rest + decoder.end();
  } finally {
    closeSync(file);
  }
}

/** A line that somebody has edited beyond reading helps nobody, and harms nobody. */
function parsed(line: string): ExtractedRecord | null {
  try {
    const value = line === '' ? null : (JSON.parse(line) as ExtractedRecord | null);
    return typeof value?.fields === 'object' && value.fields !== null ? value : null;
  } catch {
    return null;
  }
}
