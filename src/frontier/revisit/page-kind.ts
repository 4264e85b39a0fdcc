import type { Page } from '../../model/page.ts';

/**
 * What a page has in common with others that probably change as often: its type where one is known, else the
 * shape of its address, numbers and names of single things left out. States of a document are a kind.
 */
export function kindOf({ content, entry }: Pick<Page, 'content' | 'entry'>): string {
  const reached = entry.kind === 'url' ? 'url' : 'state';
  if (content?.type) return `${reached} ${content.type}`;
  return `${reached} ${addressShape(entry.kind === 'url' ? entry.url : (content?.address ?? ''))}`;
}

/** An address without what names a single thing: `/news/2026/05/a-long-day?id=7` is `/news/#/#/*?id`. */
export function addressShape(address: string): string {
  const url = URL.parse(address);
  if (url === null) return '';
  const parts = url.pathname.split('/').map(partOf);
  const names = [...new Set(url.searchParams.keys())].sort();
  return `${url.host}${parts.join('/')}${names.length === 0 ? '' : `?${names.join('&')}`}`;
}

function partOf(part: string): string {
  if (/^\d+$/.test(part)) return '#';
  const [, name = '', end = ''] = /^(.*?)(\.[a-z]{2,5})?$/i.exec(part) ?? [];
  // Words with dashes between them, and whatever has a number in it, name a single thing.
  return /\d|[-_~%].*[-_~%]/.test(name) || name.length > 24 ? `*${end}` : part;
}
