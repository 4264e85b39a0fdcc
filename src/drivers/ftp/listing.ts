import { type FileInfo, FileType } from 'basic-ftp';
import { resolvePath } from './address.ts';

/** One line of a folder's listing. */
export interface ListingEntry {
  /** Name as the server sent it, one character per byte. */
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link';
  /** Path it leads to; that of its target for a link whose target is told. */
  readonly path: string;
  readonly size: number | null;
  /** ISO 8601 where the server told the year and the zone, else as it was written. */
  readonly modified: string;
  /** Whether `modified` is a moment. */
  readonly exact: boolean;
}

/** What a folder holds, in the order in which people look for things: folders first, by name. */
export function entriesOf(folder: string, list: readonly FileInfo[]): readonly ListingEntry[] {
  return list
    .filter(({ name }) => name !== '.' && name !== '..' && name !== '' && !name.includes('/'))
    .map((info) => entryOf(folder, info))
    .toSorted((one, other) => rank(one) - rank(other) || byName.compare(one.name, other.name));
}

/**
 * What two listings of one folder share: the same under another path means that a link leads back.
 * Folders with a single thing in them are too much alike to tell.
 */
export function listingPrint(entries: readonly ListingEntry[]): string | null {
  if (entries.length < 2) return null;
  return entries.map(({ name, kind, size, modified }) => [name, kind, size, modified].join('\0')).join('\n');
}

const byName = new Intl.Collator('en', { numeric: true });

function rank({ kind }: ListingEntry): number {
  return kind === 'folder' ? 0 : 1;
}

function entryOf(folder: string, info: FileInfo): ListingEntry {
  const { name, size, link, type, modifiedAt, rawModifiedAt } = info;
  const kind = type === FileType.Directory ? 'folder' : type === FileType.SymbolicLink ? 'link' : 'file';
  const target = kind === 'link' && link ? resolvePath(folder, link) : null;
  return {
    name,
    kind,
    path: target ?? `${folder.replace(/\/$/, '')}/${name}`,
    size: kind === 'file' && Number.isFinite(size) ? size : null,
    modified: modifiedAt?.toISOString() ?? rawModifiedAt,
    exact: modifiedAt !== undefined,
  };
}
