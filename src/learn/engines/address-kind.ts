/** Letters that a title, a hash or an id is made of, as a segment of a path. */
const made = /^(?=.*\d)[0-9a-f-]{8,}$|^(?=.*\d)(?=.*[A-Za-z])[\w-]{12,}$/i;
/** A title with hyphens between its words. */
const slug = /^[\p{L}\d%_~.]+(?:[-_+][\p{L}\d%_~.]+){2,}$/u;
/** Segments beyond these say where a page is, not what it is. */
const maxSegments = 8;

/**
 * What the addresses of like pages have in common: numbers, ids and titles in the path are left open, and of
 * the query only the names count.
 */
export function addressKind(url: string): string {
  const { origin, pathname, searchParams } = new URL(url);
  const segments = pathname.split('/').slice(1).map(segmentKind);
  const path = segments.length > maxSegments ? [...segments.slice(0, maxSegments), '…'] : segments;
  const names = [...new Set(searchParams.keys())].map((name) => name.replace(/\d+/g, '#')).sort();
  return `${origin}/${path.join('/')}${names.length === 0 ? '' : `?${names.join('&')}`}`;
}

function segmentKind(segment: string): string {
  const [, name = '', ending = ''] = /^(.*?)(\.[a-z][a-z0-9]{0,5})?$/is.exec(segment) ?? [];
  if (/^\d+$/.test(name)) return `#${ending}`;
  if (made.test(name) || slug.test(name) || /%[89a-f]/i.test(name)) return `*${ending}`;
  return name.replace(/\d+/g, '#') + ending;
}
