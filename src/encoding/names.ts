import { BoundedMap } from '../model/bounded-map.ts';
import { bestLegacy, type Charset, isUtf8 } from './charset.ts';
import { believe } from './label.ts';

/** Bytes of names that are kept of each server: more would not change what they tell. */
const sampleBytes = 4096;
/** Folders whose encodings are remembered. */
const remembered = 50_000;

/** What the names of a server have told so far. */
interface Evidence {
  /** Names that are no UTF-8, one after the other. */
  legacy: Buffer;
  legacyNames: number;
  utf8Names: number;
}

/**
 * Reads names whose encoding nobody tells. One name alone says little: the bytes of two Chinese characters may be
 * valid UTF-8 by accident. So the names of a folder are read alike, by what all of them say, and what these leave
 * open by all names of the server. Names and paths hold one character per byte.
 */
export class NameReader {
  readonly #servers = new Map<string, Evidence>();
  readonly #folders = new BoundedMap<string, Charset>(remembered);

  /** Takes the names of a folder; its path ends with a slash. */
  learn(server: string, folder: string, names: readonly string[]): void {
    const beyond = names
      .filter((name) => /[\x80-\xff]/.test(name))
      .map((name) => Buffer.from(name, 'latin1'));
    if (beyond.length === 0) return;
    const odd = beyond.filter((name) => !isNaturalUtf8(name));
    const evidence = this.#servers.get(server) ?? { legacy: Buffer.alloc(0), legacyNames: 0, utf8Names: 0 };
    this.#servers.set(server, evidence);
    const charset = folderCharset(joined(beyond), joined(odd), odd.length * 2 >= beyond.length, evidence);
    evidence.legacyNames += odd.length;
    evidence.utf8Names += beyond.length - odd.length;
    evidence.legacy = Buffer.concat([evidence.legacy, joined(odd)]).subarray(0, sampleBytes);
    this.#folders.set(server + folder, charset);
  }

  /** A path as people read it, each name of it by the folder that it is in. */
  read(server: string, path: string): string {
    let folder = '';
    return path
      .split('/')
      .map((name) => {
        folder += '/';
        const shown = this.#name(server, folder.slice(1) || '/', name);
        folder += name;
        return shown;
      })
      .join('/');
  }

  #name(server: string, folder: string, name: string): string {
    if (!/[\x80-\xff]/.test(name)) return name;
    const bytes = Buffer.from(name, 'latin1');
    const charset = this.#folders.get(server + folder) ?? serverCharset(this.#servers.get(server));
    const own = charset === null ? null : believe(bytes, charset);
    return new TextDecoder(own ?? (isNaturalUtf8(bytes) ? 'utf-8' : bestLegacy(bytes).charset)).decode(bytes);
  }
}

/** How the names of a folder are read: as most of them are meant to be, by the server's others where they are few. */
function folderCharset(all: Buffer, odd: Buffer, isOdd: boolean, evidence: Evidence): Charset {
  const server = serverCharset(evidence);
  const isLegacy = server !== null && server !== 'utf-8';
  if (isOdd) return isLegacy && believe(odd, server) === server ? server : bestLegacy(odd).charset;
  // Three bytes that are one character of UTF-8 are no accident; two may be one of another encoding.
  const isPlain = /[\u0800-\u{10ffff}]/u.test(all.toString('utf8').replaceAll('\ufffd', ''));
  return isLegacy && !isPlain && believe(all, server) === server ? server : 'utf-8';
}

function serverCharset(evidence: Evidence | undefined): Charset | null {
  if (evidence === undefined) return null;
  return evidence.legacyNames > evidence.utf8Names ? bestLegacy(evidence.legacy).charset : 'utf-8';
}

function joined(names: readonly Buffer[]): Buffer {
  return Buffer.concat(names.flatMap((name) => [name, Buffer.from(' ')]));
}

/**
 * Letters that names in UTF-8 have: those of Europe and the Near East, with the few that Vietnamese, Romanian and
 * Azerbaijani add, accents that stand alone, and all that takes three bytes.
 */
const natural =
  /^(?:[\0-\x7f\u00a0-\u017f\u018f\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u0259\u0386-\u03ce\u0400-\u045f\u0490\u0491]|[\u0531-\u058f\u0591-\u05f4\u0600-\u06ff\u0800-\u{10ffff}]|\p{M})*$/u;

function isNaturalUtf8(bytes: Buffer): boolean {
  return isUtf8(bytes) && natural.test(bytes.toString('utf8'));
}
