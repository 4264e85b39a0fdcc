import { readFileSync } from 'node:fs';

/** The values of a file of JSON lines. */
export function jsonLines<T = ReturnType<typeof JSON.parse>>(file: string): readonly T[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T);
}
