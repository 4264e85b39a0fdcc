import { resolve } from 'node:path';
import { ArgiopeError } from '../model/errors.ts';

/** Where a store is. */
export interface StoreAddress {
  readonly kind: 'sqlite';
  /** Absolute path. */
  readonly file: string;
}

/** Reads a store's address: `sqlite:FILE`. */
export function parseStoreUrl(url: string): StoreAddress {
  const [, scheme, rest] = /^([a-z]+):(.*)$/is.exec(url) ?? [];
  switch (scheme?.toLowerCase()) {
    case 'sqlite':
      if (rest) return { kind: 'sqlite', file: resolve(rest) };
      throw unusable(url, 'names no file');
    case 'postgres':
    case 'postgresql':
      // The address is not repeated: it may hold a password.
      throw new ArgiopeError('CONFIG', 'this version keeps its store in SQLite only, not in PostgreSQL', {
        advice: 'give --store sqlite:FILE, or leave --store out to have it inside --out',
      });
    default:
      throw unusable(url, 'is not the address of a store');
  }
}

function unusable(url: string, why: string): ArgiopeError {
  return new ArgiopeError('CONFIG', `--store expects sqlite:FILE, but “${url}” ${why}`, {
    advice:
      'use sqlite:FILE with an absolute path (sqlite:/data/site.db) or one relative to the working folder',
  });
}
