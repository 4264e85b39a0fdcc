import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '../../model/page.ts';
import type { SiteStore } from '../../model/store.ts';
import { onDisk } from '../disk.ts';
import { folded } from '../names/file-name.ts';
import { wantedPages } from '../numbering.ts';
import { ReadablePaths } from '../readable-paths.ts';
import { Staging } from '../staging.ts';

/** What the folder of originals consists of; `null` where there are none. */
export interface OriginalsReport {
  readonly dir: string;
  readonly files: number;
  readonly bytes: number;
}

/**
 * Writes the files of FTP servers as they are there, with their names and the dates of their last change, below
 * `originals/` and a folder for each host: a mirror shows them as pages.
 */
export async function writeOriginals(
  site: SiteStore,
  options: { readonly dir: string },
): Promise<OriginalsReport | null> {
  const dir = join(options.dir, 'originals');
  let staging: Staging | null = null;
  const taken = new Set<string>();
  const paths = new ReadablePaths(site);
  let [files, bytes] = [0, 0];
  try {
    for await (const page of wantedPages(site)) {
      const body = await bodyOf(site, page);
      if (body === null) continue;
      staging ??= await Staging.begin(dir, ['']);
      await write(await staging.place(await nameOf(page, paths, taken)), body, page);
      files++;
      bytes += body.length;
    }
    if (staging === null) await onDisk(dir, () => rm(dir, { recursive: true, force: true }));
    else await staging.finish();
  } catch (error) {
    await staging?.abandon();
    throw error;
  }
  return files === 0 ? null : { dir, files, bytes };
}

/** The bytes of a file of an FTP server, `null` for everything else. */
async function bodyOf(site: SiteStore, { entry, content }: Page): Promise<Uint8Array | null> {
  if (entry.kind !== 'url' || !/^ftps?:.*[^/]$/.test(entry.url) || !content) return null;
  if (content.charset !== undefined) return site.blob(content.blob);
  return (await site.resource(entry.url))?.body ?? null;
}

async function write(path: string, body: Uint8Array, { content }: Page): Promise<void> {
  await onDisk(path, async () => {
    await writeFile(path, body);
    const changed = new Date(content?.lastModified ?? Number.NaN);
    if (!Number.isNaN(changed.getTime())) await utimes(path, changed, changed);
  });
}

/** Path below the folder; where two files are one to some system, the later has its number before its ending. */
async function nameOf({ number, entry }: Page, paths: ReadablePaths, taken: Set<string>): Promise<string> {
  const url = entry.kind === 'url' ? entry.url : '';
  const parts = (await paths.of(url)).split('/').slice(1).map(originalPart);
  const name = [originalPart(URL.parse(url)?.host ?? ''), ...parts].join('/');
  const free = taken.has(folded(name)) ? name.replace(/(\.[^./]*)?$/, `~${number}$1`) : name;
  taken.add(folded(free));
  return free;
}

/** Names that Windows keeps for devices, with any ending. */
const devices = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;

/**
 * A name of a file as it was, but for what some system does not take: signs with a meaning, characters that are
 * none, spaces and dots at its end, names of devices, and what is longer than a name may be.
 */
export function originalPart(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}\ufffd]/gu, '_')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length));
  return shortened(plain.replace(devices, '$&_')) || '_';
}

/** At most 240 bytes of UTF-8, with the ending. */
function shortened(name: string): string {
  const ending = /\.[^.]{1,12}$/u.exec(name)?.[0] ?? '';
  let stem = [...name.slice(0, name.length - ending.length)];
  while (Buffer.byteLength(stem.join('') + ending) > 240) stem = stem.slice(0, -1);
  return stem.join('') + ending;
}
