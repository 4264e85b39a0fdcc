/** Which view an address shows; links change the address without a load. */
import { useEffect, useState } from 'preact/hooks';
import { decodedPart } from '../../model/address.ts';

/** Where the reader is. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Names in the path of a view, with their texts. */
export type PathNames = Readonly<Record<string, string>>;

const turned = 'argiope:place';

/** The names in a path by a pattern such as `/crawls/:crawl`; `null` where it does not fit. */
export function namesIn(pattern: string, path: string): PathNames | null {
  const [wanted, given] = [pattern.split('/'), path.replace(/(.)\/$/, '$1').split('/')];
  if (wanted.length !== given.length) return null;
  const names: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const text = given[at] ?? '';
    if (part.startsWith(':')) names[part.slice(1)] = decodedPart(text);
    else if (part !== text) return null;
  }
  return names;
}

/** Goes to an address of the application. */
export function goTo(address: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  dispatchEvent(new Event(turned));
}

/** Where the reader is, now and whenever that changes. */
export function usePlace(): Place {
  const [address, setAddress] = useState(location.pathname + location.search);
  useEffect(() => {
    const look = () => setAddress(location.pathname + location.search);
    addEventListener('popstate', look);
    addEventListener(turned, look);
    return () => {
      removeEventListener('popstate', look);
      removeEventListener(turned, look);
    };
  }, []);
  const url = new URL(address, location.origin);
  return { path: url.pathname, query: url.searchParams };
}

/** Lets clicks on links of the application change the address without a load. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
    if (
      !link ||
      event.defaultPrevented ||
      event.button !== 0 ||
      link.target !== '' ||
      link.hasAttribute('download')
    )
      return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.getAttribute('href')?.startsWith('#')) return;
    if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    goTo(link.pathname + link.search);
    scrollTo(0, 0);
  });
}

/** Address of a view of a crawl. */
export function crawlHref(crawl: string, rest = ''): string {
  return `/crawls/${encodeURIComponent(crawl)}${rest}`;
}
