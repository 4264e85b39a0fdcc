import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fingerprintBytes } from '../../fingerprint/rabin.ts';
import { ArgiopeError, whyUnread } from '../../model/errors.ts';
import type { Command, Context } from '../command.ts';

/** `argiope fingerprint`. */
export const fingerprintCommand: Command = {
  name: 'fingerprint',
  summary: 'Print 64-bit Rabin fingerprints of lines or files',
  usage: '[file…] [flags]',
  details: [
    'Prints 16 hexadecimal digits and the line, for each line of standard input or of the files named. With --files, one for each file as a whole.',
  ],
  examples: ['argiope fingerprint < urls.txt', 'argiope fingerprint --files a.html b.html'],
  run,
};

interface Marked {
  readonly fingerprint: string;
  readonly name: string;
}

async function run(context: Context): Promise<number> {
  const { io, input } = context;
  if (!input.values.json) {
    for await (const batch of marked(context)) {
      io.stdout.write(batch.map(({ fingerprint, name }) => `${fingerprint} ${name}\n`).join(''));
    }
    return 0;
  }
  const fingerprints: Marked[] = [];
  for await (const batch of marked(context)) fingerprints.push(...batch);
  io.stdout.write(`${JSON.stringify({ command: 'fingerprint', fingerprints })}\n`);
  return 0;
}

async function* marked({ io, input }: Context): AsyncGenerator<readonly Marked[]> {
  const names = input.positionals;
  if (input.values.files) {
    if (names.length === 0) throw new ArgiopeError('USAGE', '--files needs the names of files; got none');
    for (const name of names) {
      const body = await reading(name, readFile(resolve(io.cwd, name)));
      yield [{ fingerprint: fingerprintBytes(body), name }];
    }
    return;
  }
  if (names.length === 0) yield* markedLines(io.stdin);
  for (const name of names) {
    const stream = createReadStream(resolve(io.cwd, name));
    const opened = new Promise((open, fail) => stream.once('open', open).once('error', fail));
    await reading(name, opened);
    yield* markedLines(stream);
  }
}

async function* markedLines(source: AsyncIterable<Uint8Array | string>): AsyncGenerator<readonly Marked[]> {
  const decoder = new TextDecoder();
  for await (const batch of lines(source)) {
    yield batch.map((line) => ({ fingerprint: fingerprintBytes(line), name: decoder.decode(line) }));
  }
}

async function reading<T>(name: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new ArgiopeError('USAGE', `cannot read ${name}: ${whyUnread(cause)}`, {
      advice: 'give the paths of files, or lines on standard input',
      cause,
    });
  }
}

/** The lines of a stream as bytes, in batches as they come; LF and CRLF end a line. */
export async function* lines(
  source: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<readonly Uint8Array[]> {
  let rest: Uint8Array = new Uint8Array();
  for await (const piece of source) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    const whole = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const batch: Uint8Array[] = [];
    let from = 0;
    for (let to = whole.indexOf(10); to >= 0; to = whole.indexOf(10, from)) {
      batch.push(withoutReturn(whole.subarray(from, to)));
      from = to + 1;
    }
    rest = whole.subarray(from);
    if (batch.length > 0) yield batch;
  }
  if (rest.length > 0) yield [withoutReturn(rest)];
}

function withoutReturn(line: Uint8Array): Uint8Array {
  return line.at(-1) === 13 ? line.subarray(0, -1) : line;
}
