import { createHash } from 'node:crypto';
import type { EntryStep } from '../entry-path.ts';
import { stepLabels } from '../label.ts';

/** What a page's file is named by. */
export interface NameSource {
  /** Address that opens the page; `null` where none does. */
  readonly url: string | null;
  readonly entry: readonly EntryStep[];
  readonly title: string;
  /** Path of the address, or of the one that the entry begins with, as people read it; taken from it if absent. */
  readonly path?: string;
}

/* Windows allows 260 characters for a path with all its folders, and most systems 255 bytes for a name: 60
   characters of four bytes, a number and an ending fit. */
const longestPart = 60;
/** Characters of a whole name; file systems take 255 bytes for each part. */
const longestName = 160;

/**
 * The name of a page's file inside its folder of files, without an ending: from the path of its address
 * (`tutorial/classes`) and from what was fired (`item-99--reviews`). Pages of other origins than `home` have a
 * folder for each host. Not unique: two pages may ask for one name.
 */
export function naturalName({ url, entry, title, path }: NameSource, home: string): string {
  const [first] = entry;
  const address = URL.parse(url ?? (first && 'open' in first ? first.open : ''));
  const folders =
    address === null
      ? []
      : foldersOf(address, home, path ?? address.pathname.split('/').map(decoded).join('/'));
  const stem = folders.pop() ?? safePart(title.toLowerCase());
  const steps = url === null ? stepLabels(entry).map((text) => safePart(text.toLowerCase())) : [];
  const last = [stem, ...steps].filter((part) => part !== '').join('--') || 'page';
  return withinLimit([...folders, cut(last)], url ?? JSON.stringify(entry));
}

/** Folders and stem of an address. */
function foldersOf(address: URL, home: string, readable: string): string[] {
  const { host, search, hash } = address;
  const isHome = `${address.protocol}//${host}` === home;
  // What follows `#/` or `#!` is the path of a route inside the page.
  const route = /^#!?\/?(?=.)/.exec(hash) && /^#[!/]/.test(hash) ? hash.replace(/^#!?\/?/, '/') : '';
  const path = route === '' ? readable : readable.replace(/\/$/, '') + decoded(route);
  const parts = path.split('/').slice(1);
  const file = parts.pop() ?? '';
  const folders = parts.map(folderPart).filter((part) => part !== '');
  if (!isHome) folders.unshift(folderPart(host));
  const stem = safePart(withoutEnding(file)) || (folders.length === 0 ? 'home' : 'index');
  const query = safePart(decoded(search.slice(1)));
  const place = route === '' ? safePart(decoded(hash.slice(1))) : '';
  return [...folders, cut([stem, query, place].filter((part) => part !== '').join('--'))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%2f/gi, '-'));
  } catch {
    return text;
  }
}

/** Endings by which servers name pages: all files of pages have one ending here. */
function withoutEnding(file: string): string {
  return file.replace(/\.(?:x?html?|shtml|php\d?|phtml|aspx?|jspx?|cgi|cfm|do)$/i, '');
}

/** Names that Windows keeps for devices, with any ending. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/**
 * A part of a path that every system takes: letters, digits, `.`, `_` and `-`, in one normal form, with no dot at
 * either end, not longer than allowed, and no name of a device. Never `--` or `~`, which have a meaning here.
 */
export function safePart(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._]+/gu, '-')
    .replace(/\.{2,}/g, '.');
  return cut(plain.replace(/^[-.]+|[-.]+$/g, '')).replace(devices, '$&_');
}

/** A folder never looks like the file of a page, nor like the folders that a mirror has beside its pages. */
function folderPart(text: string): string {
  return safePart(text)
    .replace(/\.(html|md)$/i, '_$1')
    .replace(/^(?:assets|frames)$/i, '$&_');
}

function cut(part: string): string {
  const characters = [...part];
  if (characters.length <= longestPart) return part;
  return characters
    .slice(0, longestPart)
    .join('')
    .replace(/[-.]+$/, '');
}

/** A path that is too long has a print in the place of the folders in its middle. */
function withinLimit(parts: readonly string[], of: string): string {
  const name = parts.join('/');
  if (name.length <= longestName) return name;
  const print = createHash('sha256').update(of).digest('hex').slice(0, 8);
  return [...parts.slice(0, 1), print, ...parts.slice(-1)].join('/');
}

/** What two names have in common that are one file where case and spelling of letters make no difference. */
export function folded(name: string): string {
  return name.normalize('NFKD').toUpperCase().toLowerCase();
}
