import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rm, rmdir, stat, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { WireExchange, WireSink } from '../../model/wire.ts';
import { onDisk } from '../disk.ts';
import { digestOf, recordId, recordMember, type WarcRecord } from './record.ts';

/** Folder of recordings, below that of the crawl. */
export const recordingFolder = 'archive';
/** Answers that are known again; the oldest are forgotten. */
const mostKnown = 200_000;
const sameAnswer = 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest';

interface Known {
  readonly url: string;
  readonly time: string;
}

/**
 * Writes what goes over the wire while a crawl runs, as `archive/<number>.warc.gz`: a file for each run. Beside it
 * stands a list of the lengths of its records until it is closed, so that what a killed process leaves can be mended.
 */
export class WarcRecording {
  readonly path: string;
  readonly #records: FileHandle;
  readonly #lengths: FileHandle;
  readonly #about: string;
  readonly #known = new Map<string, Known>();
  #tail: Promise<void> = Promise.resolve();
  #error: unknown = null;
  #isEmpty = true;
  /** Exchanges that were too long to be recorded whole. */
  cut = 0;

  private constructor(path: string, records: FileHandle, lengths: FileHandle, about: string) {
    this.path = path;
    this.#records = records;
    this.#lengths = lengths;
    this.#about = about;
  }

  /** Begins a file in the folder of a crawl. */
  static async begin(dir: string, software: string): Promise<WarcRecording> {
    const folder = join(dir, recordingFolder);
    return onDisk(folder, async () => {
      await mkdir(folder, { recursive: true });
      const before = await mend(dir);
      const name = `${String(before.length + 1).padStart(4, '0')}-${randomUUID().slice(0, 8)}.warc.gz`;
      const path = join(folder, name);
      const about = recordId();
      const recording = new WarcRecording(
        path,
        await open(path, 'wx'),
        await open(`${path}.lengths`, 'w'),
        about,
      );
      const fields = [`software: ${software}`, 'format: WARC File Format 1.1', ''].join('\r\n');
      const time = new Date().toISOString();
      const info = { contentType: 'application/warc-fields', block: Buffer.from(fields) };
      await recording.#write({ type: 'warcinfo', target: null, time, ...info }, about);
      return recording;
    });
  }

  /** Takes an exchange; it is written when those before it are, and what is given is settled. */
  readonly take: WireSink = (exchange) => {
    this.#isEmpty = false;
    this.#tail = this.#tail
      .then(() => (this.#error === null ? this.#add(exchange) : undefined))
      .catch((error) => {
        this.#error ??= error;
      });
    return this.#tail;
  };

  /** Waits until all is written; throws what went wrong. */
  async close(): Promise<void> {
    await this.#tail;
    await onDisk(this.path, async () => {
      if (this.#error === null) await this.#records.sync();
      await this.#records.close();
      await this.#lengths.close();
      if (this.#error !== null) throw this.#error;
      await rm(`${this.path}.lengths`);
      if (this.#isEmpty) await rm(this.path);
      // Where nothing was ever recorded there is no folder.
      if (this.#isEmpty) await rmdir(dirname(this.path)).catch(() => {});
    });
  }

  async #add(exchange: WireExchange): Promise<void> {
    const { url, time, ip, request, response, responseHead, truncated, cutRequest } = exchange;
    if (truncated === 'length' || cutRequest) this.cut++;
    const body = response.subarray(responseHead);
    const payload = digestOf(body);
    const isPlain = !truncated && beginsWith(request, /^GET /) && beginsWith(response, /^HTTP\/\S+ 200\b/);
    const known = isPlain ? this.#known.get(payload) : undefined;
    const id = recordId();
    const common = { target: url, time, payload };
    const more = {
      'WARC-Warcinfo-ID': this.#about,
      ...(ip !== null && { 'WARC-IP-Address': ip.replace(/^::ffff:/, '') }),
    };
    const same = known && {
      'WARC-Profile': sameAnswer,
      'WARC-Refers-To-Target-URI': known.url,
      'WARC-Refers-To-Date': `${known.time.slice(0, 19)}Z`,
    };
    await this.#write(
      {
        ...common,
        type: known ? 'revisit' : 'response',
        contentType: 'application/http; msgtype=response',
        block: known ? response.subarray(0, responseHead) : response,
        more: { ...more, ...same, ...(truncated && { 'WARC-Truncated': truncated }) },
      },
      id,
    );
    if (!known && isPlain) this.#know(payload, { url, time });
    await this.#write({
      type: 'request',
      target: url,
      time,
      contentType: 'application/http; msgtype=request',
      block: request,
      more: { ...more, 'WARC-Concurrent-To': id, ...(cutRequest && { 'WARC-Truncated': 'length' }) },
    });
  }

  #know(payload: string, known: Known): void {
    if (this.#known.size >= mostKnown) this.#known.delete(this.#known.keys().next().value as string);
    this.#known.set(payload, known);
  }

  async #write(record: WarcRecord, id = recordId()): Promise<void> {
    const member = await recordMember(record, id);
    await this.#lengths.write(`${member.length}\n`);
    await this.#records.writeFile(member);
  }
}

/** Whether a message begins so. Only plain answers to `GET` are told again: readers look others up by what was sent. */
function beginsWith(message: Uint8Array, pattern: RegExp): boolean {
  return pattern.test(Buffer.from(message.subarray(0, 16)).toString('latin1'));
}

/** A file of recorded exchanges, as far as its records are whole. */
export interface WarcFile {
  readonly path: string;
  readonly bytes: number;
}

/** Everything that was recorded for a crawl, in order. */
export async function recordings(dir: string): Promise<WarcFile[]> {
  const folder = join(dir, recordingFolder);
  const names = await readdir(folder).catch(() => [] as string[]);
  const paths = names.filter((name) => name.endsWith('.warc.gz')).sort();
  return Promise.all(paths.map((name) => recorded(join(folder, name))));
}

/** One that is being written, or whose writer was killed, has the lengths of its records beside it. */
async function recorded(path: string): Promise<WarcFile> {
  const { size } = await stat(path);
  const lengths = await readFile(`${path}.lengths`, 'utf8').catch(() => null);
  if (lengths === null) return { path, bytes: size };
  let bytes = 0;
  for (const line of lengths.split('\n').slice(0, -1)) {
    if (bytes + Number(line) > size) break;
    bytes += Number(line);
  }
  return { path, bytes };
}

/** Cuts off what killed writers left behind their last whole record. */
async function mend(dir: string): Promise<readonly WarcFile[]> {
  const all = await recordings(dir);
  for (const { path, bytes } of all) {
    await truncate(path, bytes);
    await rm(`${path}.lengths`, { force: true });
  }
  return all;
}
