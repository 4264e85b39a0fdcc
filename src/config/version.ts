import { readFileSync } from 'node:fs';

/** Version of this package; a build puts it in the place of this (scripts/build.ts). */
export function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
