import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Records that this room writes (WARC 1.1, ISO 28500:2017). */
export interface WarcRecord {
  readonly type: 'warcinfo' | 'resource' | 'metadata' | 'request' | 'response' | 'revisit';
  /** What it is about; `null` for the file as a whole. */
  readonly target: string | null;
  /** ISO 8601. */
  readonly time: string;
  readonly contentType: string;
  readonly block: Uint8Array;
  /** Digest of the payload, where that is not the block of a resource. */
  readonly payload?: string;
  /** Further named fields. */
  readonly more?: Readonly<Record<string, string>>;
}

/** A digest as records name it. */
export function digestOf(bytes: Uint8Array): string {
  return `sha1:${base32(createHash('sha1').update(bytes).digest())}`;
}

/** A name for a record that nothing else has. */
export function recordId(): string {
  return `<urn:uuid:${randomUUID()}>`;
}

/** The bytes of a record: version, named fields, an empty line, the block, two line ends. */
export function recordBytes(record: WarcRecord, id: string): Buffer {
  const { type, target, time, contentType, block, more = {} } = record;
  const digest = digestOf(block);
  const payload = record.payload ?? (type === 'resource' ? digest : null);
  const fields: Record<string, string> = {
    'WARC-Type': type,
    'WARC-Record-ID': id,
    'WARC-Date': wholeSeconds(time),
    ...(target !== null && { 'WARC-Target-URI': target }),
    ...more,
    'WARC-Block-Digest': digest,
    ...(payload !== null && { 'WARC-Payload-Digest': payload }),
    'Content-Type': contentType,
    'Content-Length': String(block.byteLength),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${oneLine(value)}\r\n`);
  return Buffer.concat([Buffer.from(`WARC/1.1\r\n${lines.join('')}\r\n`), block, Buffer.from('\r\n\r\n')]);
}

const squeeze = promisify(gzip);

/** A record as a gzip member of its own, so that a reader can begin at any of them (WARC 1.1, annex D). */
export function recordMember(record: WarcRecord, id: string): Promise<Buffer> {
  return squeeze(recordBytes(record, id));
}

/** Fractions are allowed since 1.1, but not all readers know them. */
function wholeSeconds(time: string): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** A value that cannot begin another field. */
function oneLine(value: string): string {
  return value.replace(/\p{Cc}+/gu, ' ').trim();
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base 32 by RFC 4648 §6, as digests in WARC files have it. */
export function base32(bytes: Uint8Array): string {
  let out = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) out += letters[(held >> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  if (bits > 0) out += letters[(held << (5 - bits)) & 31];
  return out.padEnd(Math.ceil(out.length / 8) * 8, '=');
}
