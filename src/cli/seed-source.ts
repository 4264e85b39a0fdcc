import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type SeedLine, seedLines } from '../config/index.ts';
import { ArgiopeError, whyUnread } from '../model/errors.ts';
import type { Io } from './io.ts';

/** The start addresses that a command was given: `-` stands for the lines of standard input, `@FILE` for a file's. */
export async function givenSeeds(
  positionals: readonly string[],
  io: Pick<Io, 'stdin' | 'cwd'>,
): Promise<readonly (string | SeedLine)[]> {
  const given: (readonly (string | SeedLine)[])[] = [];
  for (const word of positionals) {
    if (word === '-') given.push(lines(await all(io.stdin), 'standard input'));
    else if (word.startsWith('@')) given.push(lines(await file(word.slice(1), io.cwd), word.slice(1)));
    else given.push([word]);
  }
  return given.flat();
}

function lines(bytes: Uint8Array, list: string): readonly SeedLine[] {
  const found = seedLines(bytes, list);
  if (found.length > 0) return found;
  throw new ArgiopeError('USAGE', `expected an address on each line of ${list}; got none`, {
    advice: 'a list holds one address on each line; empty lines and comments (#) do not count',
  });
}

async function all(source: Io['stdin']): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
  return Buffer.concat(pieces);
}

async function file(name: string, cwd: string): Promise<Uint8Array> {
  try {
    return await readFile(resolve(cwd, name));
  } catch (cause) {
    throw new ArgiopeError(
      'USAGE',
      `cannot read the list of seeds ${JSON.stringify(name)}: ${whyUnread(cause)}`,
      {
        advice: 'give the path of a text file behind the @, with one address on each line',
        cause,
      },
    );
  }
}
