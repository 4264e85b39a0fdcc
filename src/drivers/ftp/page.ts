import type { DocumentTree, ElementNode, TreeNode } from '../../model/document.ts';
import { addressOf, type FtpAddress } from './address.ts';
import type { ListingEntry } from './listing.ts';

const css = `body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
h1 { font-size: 1.3rem; overflow-wrap: anywhere }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .15rem 1rem .15rem 0; border-bottom: 1px solid #8883; vertical-align: top }
th:nth-child(2), td:nth-child(2) { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
td:nth-child(3) { white-space: nowrap; font-variant-numeric: tabular-nums }
td a { overflow-wrap: anywhere }
dt { font-weight: 600 } dd { margin: 0 0 .5rem }
img, video { max-width: 100% }`;

/** Reads a path for people. */
type Reader = (path: string) => string;

/** A folder as a page: a table of what is in it, with links. */
export function listingDocument(
  at: FtpAddress,
  entries: readonly ListingEntry[],
  readable: Reader,
): DocumentTree {
  const shown = readable(at.path);
  const parent = at.path.replace(/[^/]*\/$/, '');
  const up = parent === '' ? [] : [row(link(addressOf(at, parent), '..'), '', '')];
  const rows = entries.map((entry) => entryRow(at, entry, readable));
  const table = element('table', {}, [
    element('thead', {}, [
      element(
        'tr',
        {},
        ['Name', 'Size', 'Modified'].map((name) => cell('th', [name])),
      ),
    ]),
    element('tbody', {}, [...up, ...rows]),
  ]);
  const heading = element('h1', {}, [`Index of ${shown}`]);
  const empty = entries.length === 0 ? [element('p', {}, ['This folder is empty.'])] : [];
  return documentOf(at.url, `Index of ${shown}`, [heading, table, ...empty]);
}

/** A file that is no text as a page: what it is, and the file itself. */
export function fileDocument(
  at: FtpAddress,
  file: { readonly type: string; readonly size: number; readonly modified: string | null },
  readable: Reader,
): DocumentTree {
  const name = lastPart(readable(at.path));
  const facts: [string, string][] = [
    ['Type', file.type],
    ['Size', `${file.size.toLocaleString('en')} bytes`],
    ...(file.modified === null ? [] : [['Modified', moment(file.modified)] as [string, string]]),
  ];
  const list = facts.flatMap(([term, fact]) => [element('dt', {}, [term]), element('dd', {}, [fact])]);
  const heading = element('h1', {}, [name]);
  return documentOf(at.url, name, [heading, element('dl', {}, list), shownFile(at.url, name, file.type)]);
}

function shownFile(url: string, name: string, type: string): ElementNode {
  const saved = element('a', { href: url, download: name }, [name]);
  if (type.startsWith('image/')) return element('img', { src: url, alt: name }, []);
  if (type.startsWith('audio/')) return element('audio', { src: url, controls: '' }, []);
  if (type.startsWith('video/')) return element('video', { src: url, controls: '' }, []);
  return element('p', {}, [element('object', { data: url, type }, [saved])]);
}

/** The last part of a path. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function entryRow(at: FtpAddress, entry: ListingEntry, readable: Reader): ElementNode {
  const { kind, name, path, size, modified, exact } = entry;
  const folder = kind === 'folder';
  const text = `${lastPart(readable(at.path + name))}${folder ? '/' : ''}`;
  const target = link(addressOf(at, folder ? `${path}/` : path), text);
  return row(target, size === null ? '' : sized(size), exact ? moment(modified) : modified);
}

function row(target: TreeNode, size: string, modified: string): ElementNode {
  return element('tr', {}, [cell('td', [target]), cell('td', [size]), cell('td', [modified])]);
}

function cell(tag: string, kids: readonly TreeNode[]): ElementNode {
  return element(tag, {}, kids);
}

function link(href: string, text: string): ElementNode {
  return element('a', { href }, [text]);
}

/** `2026-01-02 03:04`. */
function moment(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}

/** Sizes to three figures, as people compare them. */
function sized(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value.toPrecision(3)} ${units[unit]}`;
}

function documentOf(url: string, title: string, body: readonly ElementNode[]): DocumentTree {
  const head = element('head', {}, [element('title', {}, [title]), element('style', {}, [css])]);
  const root = element('html', {}, [head, element('body', {}, body)]);
  return { url, base: url, doctype: 'html', title, lang: '', root };
}

function element(tag: string, attrs: Record<string, string>, kids: readonly TreeNode[]): ElementNode {
  const shown = kids.filter((kid) => kid !== '');
  return {
    tag,
    ...(Object.keys(attrs).length > 0 && { attrs }),
    ...(shown.length > 0 && { kids: shown }),
  };
}
