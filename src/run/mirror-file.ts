import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { possibleNames } from '../derive/names/file-names.ts';
import type { Page, SiteStore } from '../model/index.ts';

/** File of a page in the mirror that was written, from the folder of the crawl; `null` where there is none. */
export async function mirrorFile(site: SiteStore, out: string, page: Page): Promise<string | null> {
  for (const name of await possibleNames(site, page)) {
    const file = `mirror/${name}.html`;
    if (existsSync(join(out, file))) return file;
  }
  return null;
}
