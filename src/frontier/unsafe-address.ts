import { mayOrder, unsafeName } from './unsafe-names.ts';

/** Parameters that hold what people typed or a title: never an order. */
const freeText =
  /^(?:q|s|query|search|searchword|keywords?|kw|wd|word|term|text|title|tags?|name|label|cat|category|lang)$/i;
/** Parameters that hold a path inside the application. */
const innerPath = /^(?:r|route|page|path|p|c|controller|module)$/i;
/** Sections in which a segment such as `delete` is the subject of a page. */
const aboutThings =
  /^(?:docs?|documentation|reference|manual|man|wiki|tags?|tutorials?|articles?|blog|news|operators|methods|sql|api|help|guides?|faq|topics|questions|words?|dictionary|define)$/i;

/** What an address orders, by its path segments and parameters. */
export function unsafeAddress(href: string): string | null {
  // Reading an address brings no letters to light, unless it is escaped or broken by blanks.
  if (!/[%+\s]/.test(href) && !mayOrder(href)) return null;
  const url = URL.parse(href, 'http://host/');
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const route = /^#!?\//.test(url.hash) ? url.hash.replace(/^#!?/, '') : '';
  return unsafePath(url.pathname) ?? unsafePath(route) ?? unsafeParameters(url.searchParams);
}

/** Sections in which every page explains something, whatever its name. */
const explaining = /^(?:reference|manual|man|operators|sql|dictionary)$/i;
/** Names of what an order is about, rather than of a page that explains it. */
const singlesOut = /(?:^|[-_.])\d+$|^[\da-f]{8}-[\da-f-]{27}$/i;

/**
 * Whether an address without parameters names a document, by its ending or its section: asking for it shows
 * what it says. Frameworks that write `.html` behind everything name what an order is about in the path, and
 * the end of a session needs no name, so these are no documents.
 */
export function namesDocument(href: string): boolean {
  const url = URL.parse(href, 'http://host/');
  if (url === null || url.search !== '' || /^#!?\//.test(url.hash)) return false;
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const last = segments.pop() ?? '';
  const name = last.replace(/\.x?html?$/i, '');
  if (name === last && !segments.some((segment) => explaining.test(segment))) return false;
  const order = unsafeName(name);
  if (order === 'logout' || order === 'unsubscribe') return false;
  return (
    unsafePath(segments.join('/')) === null && ![...segments, name].some((part) => singlesOut.test(part))
  );
}

function unsafePath(path: string): string | null {
  const segments = path.split('/').filter((segment) => segment !== '');
  const about = segments.some((segment) => aboutThings.test(segment));
  for (const segment of segments) {
    const word = unsafeName(segment.replace(/\.\w{2,6}$/, ''));
    if (word !== null && (word === 'logout' || !about)) return word;
  }
  return null;
}

function unsafeParameters(parameters: URLSearchParams): string | null {
  for (const [key, value] of parameters) {
    if (freeText.test(key)) continue;
    const ordered = /^(?:0|false|no|off)$/i.test(value) ? null : unsafeName(key);
    const word = ordered ?? (innerPath.test(key) ? unsafePath(value) : unsafeValue(value));
    if (word !== null) return word;
  }
  return null;
}

/** A value with a slash is an address to come back to, not an order. */
function unsafeValue(value: string): string | null {
  return value.length > 40 || value.includes('/') ? null : unsafeName(value);
}
