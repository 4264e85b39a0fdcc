import { resolve } from 'node:path';
import { withoutCredentials } from '../config/index.ts';
import { ArgiopeError } from '../model/errors.ts';
import { type PostgresAddress, parsePostgresUrl } from './postgres/address.ts';

/** Where a store is. */
export type StoreAddress =
  | {
      readonly kind: 'sqlite';
      /** Absolute path. */
      readonly file: string;
    }
  | PostgresAddress;

/** Reads a store's address: `sqlite:FILE` or `postgres://…`. */
export function parseStoreUrl(url: string): StoreAddress {
  const [, scheme, rest] = /^([a-z]+):(.*)$/is.exec(url) ?? [];
  switch (scheme?.toLowerCase()) {
    case 'sqlite':
      if (rest) return { kind: 'sqlite', file: resolve(rest) };
      throw unusable(url, 'names no file');
    case 'postgres':
    case 'postgresql':
      return parsePostgresUrl(url);
    default:
      throw unusable(url, 'is not the address of a store');
  }
}

/** A store's address as people may see it: without a password. */
export function storeName(url: string): string {
  return withoutCredentials(url);
}

function unusable(url: string, why: string): ArgiopeError {
  const text = `--store expects sqlite:FILE or postgres://…, but “${withoutCredentials(url)}” ${why}`;
  return new ArgiopeError('CONFIG', text, {
    advice:
      'use sqlite:FILE with an absolute path (sqlite:/data/site.db) or one relative to the working folder, or postgres://USER:PASSWORD@HOST:PORT/DATABASE',
  });
}
