import { Writable } from 'node:stream';
import { type Client, type FileInfo, FTPError } from 'basic-ftp';
import { ArgiopeError } from '../../model/errors.ts';
import type { FtpAddress } from './address.ts';
import { connect, type FtpConnectionSettings } from './connection.ts';
import { ftpError, isServerReply } from './errors.ts';
import type { FtpLimits } from './limits.ts';

/** Requests and bytes of all sessions of a driver. */
export interface FtpCounts {
  requests: number;
  bytes: number;
}

/** What is known of a file before it is read. */
export interface FileFacts {
  readonly size: number | null;
  /** ISO 8601. */
  readonly modified: string | null;
}

/**
 * One connection, kept alive and opened anew where the server has closed it. FTP takes one command at a
 * time, so what is asked for at once is done one after the other.
 */
export class FtpSession {
  readonly #settings: FtpConnectionSettings;
  readonly #limits: FtpLimits;
  readonly #counts: FtpCounts;
  #client: Client | null = null;
  #authority = '';
  #closed = false;
  /** Whether what is under way has taken all its time. */
  #late = false;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(settings: FtpConnectionSettings, limits: FtpLimits, counts: FtpCounts) {
    this.#settings = settings;
    this.#limits = limits;
    this.#counts = counts;
  }

  /** Server that it is or was connected to. */
  get authority(): string {
    return this.#authority;
  }

  /** What is in a folder. */
  list(at: FtpAddress): Promise<readonly FileInfo[]> {
    return this.#ask(at, async (client) => {
      await client.cd(at.path);
      return client.list();
    });
  }

  /** Size and moment of the last change, as far as the server tells them. */
  facts(at: FtpAddress): Promise<FileFacts> {
    return this.#ask(at, async (client) => {
      const size = await client.size(at.path).catch(unlessRefused);
      const moment = await client.lastMod(at.path).catch(unlessRefused);
      return { size, modified: moment?.toISOString() ?? null };
    });
  }

  /** Reads a file; a transfer that breaks is taken up where it broke. */
  read(at: FtpAddress, size: number | null): Promise<Buffer> {
    const file = new Collected(at.url, this.#limits.body, (bytes) => {
      this.#counts.bytes += bytes;
    });
    if (size !== null) file.refuse(size);
    return this.#ask(at, async (first) => {
      let client = first;
      for (let resumed = 0; ; resumed++) {
        const broken = await this.#transfer(client, at, file, size);
        if (broken === null) return file.bytes();
        if (resumed >= this.#limits.resumes) throw ftpError(broken, at.url);
        if (!isServerReply(broken) || client.closed) client = await this.#connect(at);
      }
    });
  }

  /** Ends the connection; what is under way fails. */
  close(): void {
    this.#closed = true;
    this.#client?.close();
  }

  /** Gives what broke a transfer, `null` where the file is whole. */
  async #transfer(client: Client, at: FtpAddress, file: Collected, size: number | null): Promise<unknown> {
    try {
      await client.downloadTo(file.sink(), at.path, file.size);
    } catch (error) {
      if (file.overflow) throw file.overflow;
      if (!(error instanceof FTPError)) return error;
      const restart = file.size > 0 && error.code >= 500;
      // Without REST the file is read from its beginning.
      if (restart) file.clear();
      if (restart || [425, 426, 451].includes(error.code)) return error;
      throw error;
    }
    return size !== null && file.size < size ? new Error(`${file.size} of ${size} bytes came`) : null;
  }

  #ask<T>(at: FtpAddress, run: (client: Client) => Promise<T>): Promise<T> {
    const turn = this.#tail.then(() => this.#run(at, run));
    this.#tail = turn.catch(() => {});
    return turn;
  }

  async #run<T>(at: FtpAddress, run: (client: Client) => Promise<T>): Promise<T> {
    this.#late = false;
    const timer = setTimeout(() => {
      this.#late = true;
      this.#client?.close();
    }, this.#limits.total);
    this.#counts.requests++;
    try {
      const kept = this.#kept(at);
      if (kept === null) return await run(await this.#connect(at));
      try {
        return await run(kept);
      } catch (error) {
        // A kept connection may have been closed by the server in the meantime.
        if (isServerReply(error) || error instanceof ArgiopeError || !kept.closed) throw error;
        return await run(await this.#connect(at));
      }
    } catch (error) {
      if (!this.#late) throw wrapped(error, at.url);
      throw new ArgiopeError('TIMEOUT', `${at.url} took longer in all than a transfer may`, {
        url: at.url,
        cause: error,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  #kept(at: FtpAddress): Client | null {
    return this.#client && !this.#client.closed && this.#authority === at.authority ? this.#client : null;
  }

  async #connect(at: FtpAddress): Promise<Client> {
    this.#client?.close();
    if (this.#closed || this.#late) throw new Error('the session is closed');
    const client = await connect(at, this.#settings, this.#limits);
    this.#client = client;
    this.#authority = at.authority;
    if (this.#closed) client.close();
    return client;
  }
}

/** Refusals stay what they are: they say whether something is a file or a folder. */
function wrapped(error: unknown, url: string): unknown {
  return isServerReply(error) ? error : ftpError(error, url);
}

function unlessRefused(error: unknown): null {
  if (isServerReply(error)) return null;
  throw error;
}

/** The bytes of a file as they come, over several transfers. */
class Collected {
  readonly #url: string;
  readonly #limit: number;
  readonly #heard: (bytes: number) => void;
  #pieces: Buffer[] = [];
  size = 0;
  overflow: ArgiopeError | null = null;

  constructor(url: string, limit: number, heard: (bytes: number) => void) {
    this.#url = url;
    this.#limit = limit;
    this.#heard = heard;
  }

  /** Throws where a size is beyond the limit. */
  refuse(size: number): void {
    if (size <= this.#limit) return;
    this.overflow = new ArgiopeError(
      'TOO_LARGE',
      `${this.#url} has ${size} bytes, more than the ${this.#limit} that are read of one file.`,
      { url: this.#url, advice: 'It is left out; nothing needs to be done unless you miss it.' },
    );
    throw this.overflow;
  }

  sink(): Writable {
    return new Writable({
      write: (piece: Buffer, _encoding, done) => {
        this.size += piece.length;
        this.#heard(piece.length);
        this.#pieces.push(piece);
        try {
          this.refuse(this.size);
          done();
        } catch (error) {
          done(error as Error);
        }
      },
    });
  }

  clear(): void {
    this.#pieces = [];
    this.size = 0;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#pieces, this.size);
  }
}
