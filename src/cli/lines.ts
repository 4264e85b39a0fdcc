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
